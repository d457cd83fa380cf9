/** Leaves a field, but not its place: its line gets the keyboard, so that keys of the page work, and Tab goes on. */
export function leaveField(field: HTMLElement): void {
  const line = field.closest<HTMLElement>('.field, li, section, aside, main');
  if (!line) return;
  line.tabIndex = -1;
  line.focus();
}

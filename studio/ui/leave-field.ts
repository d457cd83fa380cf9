/**
 * Leaves a field without leaving its place: its line has the keyboard, so that the keys of the page do what they say,
 * and Tab goes on from there.
 */
export function leaveField(field: HTMLElement): void {
  const line = field.closest<HTMLElement>('.field, li, section, aside, main');
  if (!line) return;
  line.tabIndex = -1;
  line.focus();
}

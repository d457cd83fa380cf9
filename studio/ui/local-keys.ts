/** Keys of a part of the page, as they are shown, with what they do there. */
interface LocalKeys {
  keys: readonly string[];
  about: string;
}

/** Keys that parts of the page have for themselves, as they are shown. */
export const LOCAL_KEYS: readonly LocalKeys[] = Object.freeze([
  { keys: ['Tab'], about: 'On to the next control; with Shift back' },
  { keys: ['← → ↑ ↓'], about: 'In bars, tabs and lists: from one to the next' },
  { keys: ['↑', '↓'], about: 'In a field with a number: a step more or less; with Shift a tenth of it' },
  { keys: ['← →'], about: 'On the time line: a tenth of a second; with Shift a hundredth' },
  { keys: ['Page Up', 'Page Down'], about: 'On the time line: to where the next leg begins, or the last one' },
  { keys: ['Enter'], about: 'In a field: take over what was typed' },
  { keys: ['Escape'], about: 'In a field: give up what was typed; in a window: close it' },
]);

/** Keys of the 3-D view, while it has the keyboard. */
export const VIEW_KEYS: readonly LocalKeys[] = Object.freeze([
  { keys: ['← → ↑ ↓'], about: 'Turn it' },
  { keys: ['+', '−'], about: 'Come nearer to what is looked at, or to the cross; go away' },
  { keys: ['Shift', '← → ↑ ↓'], about: 'Move a cross in it; at its edges, move the view' },
  { keys: ['Space'], about: 'Click at the cross: with each tool what a click of the pointer does' },
]);

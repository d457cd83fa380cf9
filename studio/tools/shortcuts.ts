import { VIEWS } from '../actions/views.js';
import { deleteChosen, hasLeg, repeatChosen } from '../state/legs/chosen-leg.js';
import type { Studio } from '../state/studio.js';
import { selectTool } from './select.js';
import { TOOLS } from './tools.js';

/** A key of the page, with what it does. */
export interface Shortcut {
  /** As `KeyboardEvent.key` has it, in lower case. */
  key: string;
  /** Ctrl, or Command on a Mac. */
  withControl?: boolean;
  /** `either`: a sign that some keyboards have with Shift, and others without. */
  withShift?: boolean | 'either';
  about: string;
  /** True while it has an effect; absent: always. */
  isFor?(studio: Studio): boolean;
  do(studio: Studio): void;
}

/** The keys of the page that are of no tool. */
export const PAGE_SHORTCUTS: readonly Shortcut[] = Object.freeze([
  {
    key: 'z',
    withControl: true,
    about: 'Undo, or take the last point of what is drawn back',
    do: (studio) => studio.undo(),
  },
  { key: 'z', withControl: true, withShift: true, about: 'Redo', do: (studio) => studio.redo() },
  {
    key: 's',
    withControl: true,
    about: 'Save',
    do: (studio) => {
      if (studio.isOpen.value) studio.file.save().catch((error) => studio.messages.fail(error, 'save'));
    },
  },
  {
    key: 'enter',
    withControl: true,
    about: 'Run',
    do: (studio) => void studio.request.run().catch((error) => studio.messages.fail(error)),
  },
  {
    key: 'escape',
    about: 'Give up what is drawn, leave the tool, or what is chosen',
    do: (studio) => {
      if (studio.sketch.value) return studio.tool.value.leave?.(studio);
      if (studio.tool.value === selectTool) studio.selection.value = undefined;
      studio.takeTool(selectTool);
    },
  },
  { key: 'c', about: 'Compared clouds: both, A, B', do: ({ comparison }) => comparison.showNext() },
  {
    key: 'enter',
    about: 'End what is drawn',
    isFor: ({ sketch }) => sketch.value !== undefined,
    do: (studio) => studio.tool.value.finish?.(studio),
  },
  {
    key: 'backspace',
    about: 'Take the last point of what is drawn back',
    isFor: ({ sketch }) => sketch.value !== undefined,
    do: (studio) => studio.tool.value.back?.(studio),
  },
  { key: 'f6', about: 'On to the next part of the page', do: (studio) => goToPart(studio, 1) },
  { key: 'f6', withShift: true, about: 'Back to the part before', do: (studio) => goToPart(studio, -1) },
  {
    key: '?',
    withShift: 'either',
    about: 'Show all keys',
    do: ({ dialog }) => {
      dialog.value = 'keys';
    },
  },
  {
    key: 'delete',
    about: 'Delete the chosen leg or scanner',
    isFor: (studio) => hasLeg(studio) || studio.selection.value?.kind === 'scanner',
    do: (studio) => (hasLeg(studio) ? deleteChosen(studio) : removeScanner(studio)),
  },
  {
    key: 'k',
    about: 'Play or stop what moves',
    isFor: ({ scene }) => scene.value?.movers !== undefined,
    do: ({ time }) => time.toggle(),
  },
  { key: 'd', withControl: true, about: 'Repeat the chosen leg', isFor: hasLeg, do: repeatChosen },
  ...VIEWS.map(({ key, about, look }) => ({
    key,
    about,
    isFor: ({ isOpen }: Studio) => isOpen.value,
    do: look,
  })),
] satisfies Shortcut[]);

/** The keys of the page, wherever the keyboard is. */
export const SHORTCUTS: readonly Shortcut[] = Object.freeze([
  ...PAGE_SHORTCUTS,
  ...TOOLS.map(({ key, name }) => ({ key, about: `${name} tool`, do: (studio: Studio) => takeByKey(studio, key) })),
]);

/** The keys of a shortcut as they are on the keyboard, such as Ctrl, Shift and Z. */
export function keysOf({ key, withControl, withShift }: Shortcut, isMac: boolean): string[] {
  const name = key.length === 1 ? key.toUpperCase() : `${key[0].toUpperCase()}${key.slice(1)}`;
  return [...(withControl ? [isMac ? '⌘' : 'Ctrl'] : []), ...(withShift === true ? ['Shift'] : []), name];
}

function goToPart(studio: Studio, by: 1 | -1): void {
  import('../ui/page-parts.js').then(
    ({ goToPart }) => goToPart(by),
    (error) => studio.messages.fail(error),
  );
}

function removeScanner(studio: Studio): void {
  import('../actions/remove-scanner.js').then(
    ({ removeChosenScanner }) => removeChosenScanner(studio),
    (error) => studio.messages.fail(error),
  );
}

/** Takes the tool of a key, and goes to the view. */
function takeByKey(studio: Studio, key: string): void {
  const tool = TOOLS.find((known) => known.key === key);
  if (!tool || !studio.isOpen.value) return;
  studio.takeTool(tool);
  // Tools are used in the view.
  document.querySelector<HTMLElement>('.view canvas')?.focus();
}

/** Listens for the keys of the page. Returns a function that stops it. */
export function listenForShortcuts(studio: Studio, shortcuts = SHORTCUTS): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const found = shortcuts.find((shortcut) => isFor(shortcut, event) && (shortcut.isFor?.(studio) ?? true));
    // A dialog has the keys to itself, and so has what Escape closes.
    if (!found || isTyping(event, found) || document.querySelector('dialog[open], [data-open]')) return;
    event.preventDefault();
    if (found.withControl) takeOverTyped();
    found.do(studio);
  };
  addEventListener('keydown', onKeyDown);
  return () => removeEventListener('keydown', onKeyDown);
}

/** Lets the field that is typed in take over what stands there, as it does when it is left. */
function takeOverTyped(): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement)) return;
  field.blur();
  field.focus();
}

const isFor = ({ key, withControl = false, withShift = false }: Shortcut, event: KeyboardEvent): boolean =>
  key === event.key.toLowerCase() &&
  withControl === (event.ctrlKey || event.metaKey) &&
  (withShift === 'either' || withShift === event.shiftKey) &&
  !event.altKey;

/** True if the element with the keyboard keeps a key: fields keep keys without Ctrl, buttons keep Enter. */
function isTyping(event: KeyboardEvent, { key, withControl }: Shortcut): boolean {
  const target = event.composedPath()[0];
  if (withControl || /^f\d/.test(key) || !(target instanceof HTMLElement)) return false;
  if (key === 'enter' && /^(BUTTON|A|SUMMARY)$/.test(target.tagName)) return true;
  if (target instanceof HTMLInputElement && /^(checkbox|radio)$/.test(target.type)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

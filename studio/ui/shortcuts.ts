import type { Studio } from '../state/studio.js';
import { selectTool } from '../tools/select.js';
import { TOOLS } from '../tools/tools.js';

/** A key of the page, with what it does. */
export interface Shortcut {
  /** As `KeyboardEvent.key` has it, in lower case. */
  key: string;
  /** Ctrl, or Command on a Mac. */
  withControl?: boolean;
  withShift?: boolean;
  about: string;
  do(studio: Studio): void;
}

/** The keys of the page, wherever the keyboard is. */
export const SHORTCUTS: readonly Shortcut[] = Object.freeze([
  { key: 'z', withControl: true, about: 'Undo', do: ({ document }) => document.undo() },
  { key: 'z', withControl: true, withShift: true, about: 'Redo', do: ({ document }) => document.redo() },
  {
    key: 's',
    withControl: true,
    about: 'Save',
    do: (studio) => {
      if (studio.isOpen.value) studio.save().catch((error) => studio.fail(error));
    },
  },
  {
    key: 'enter',
    withControl: true,
    about: 'Run',
    do: ({ clouds, canRun }) => {
      if (canRun.value && !clouds.isRunning.value) void clouds.run();
    },
  },
  {
    key: 'escape',
    about: 'Leave the tool, or what is chosen',
    do: (studio) => {
      if (studio.tool.value === selectTool) studio.selection.value = undefined;
      studio.takeTool(selectTool);
    },
  },
  { key: 'c', about: 'Compared clouds: both, A, B', do: ({ comparison }) => comparison.showNext() },
  ...TOOLS.map(({ key, name }) => ({ key, about: `${name} tool`, do: (studio: Studio) => takeByKey(studio, key) })),
] satisfies Shortcut[]);

function takeByKey(studio: Studio, key: string): void {
  const tool = TOOLS.find((known) => known.key === key);
  if (tool && studio.isOpen.value) studio.takeTool(tool);
}

/** Listens for the keys of the page; returns what ends it. */
export function listenForShortcuts(studio: Studio, shortcuts = SHORTCUTS): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const found = shortcuts.find((shortcut) => isFor(shortcut, event));
    // A dialog has the keys to itself, such as Escape.
    if (!found || isTyping(event, found) || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    found.do(studio);
  };
  addEventListener('keydown', onKeyDown);
  return () => removeEventListener('keydown', onKeyDown);
}

const isFor = ({ key, withControl = false, withShift = false }: Shortcut, event: KeyboardEvent): boolean =>
  key === event.key.toLowerCase() &&
  withControl === (event.ctrlKey || event.metaKey) &&
  withShift === event.shiftKey &&
  !event.altKey;

/** Whether a key belongs to a field that is typed in: keys without Ctrl, and none but Run in single fields that can undo. */
function isTyping(event: KeyboardEvent, { withControl }: Shortcut): boolean {
  const target = event.composedPath()[0];
  if (withControl || !(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

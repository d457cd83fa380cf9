import { describe, expect, it } from 'vitest';
import { keysOf, PAGE_SHORTCUTS, SHORTCUTS } from '../../../studio/tools/shortcuts.js';
import { TOOLS } from '../../../studio/tools/tools.js';

describe('the keys of the page', () => {
  it('are each of one thing at a time', () => {
    const always = SHORTCUTS.filter(({ isFor }) => !isFor).map((shortcut) => keysOf(shortcut, false).join('+'));
    expect(new Set(always).size).toBe(always.length);
    expect(SHORTCUTS.length).toBe(PAGE_SHORTCUTS.length + TOOLS.length);
  });

  it('say what they do, and are written as on the keyboard', () => {
    for (const { about } of SHORTCUTS) expect(about).toMatch(/^[A-Z]/);
    const texts = SHORTCUTS.map((shortcut) => keysOf(shortcut, false).join(' '));
    expect(texts).toEqual(expect.arrayContaining(['Ctrl Z', 'Ctrl Shift Z', 'Ctrl Enter', 'Escape', 'C', 'S', '?']));
    const [undo] = SHORTCUTS;
    expect(keysOf(undo, true)).toEqual(['⌘', 'Z']);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { History, type TextChange } from '../../../studio/document/history.js';

/** A history of a text with a clock that stands still, and a function that changes the first word of its text. */
function begin(text = 'a: 1\nb: 2\n', bytesMax?: number) {
  const clock = { ms: 0 };
  const history = new History(text, { now: () => clock.ms, bytesMax });
  const set = (value: number | string, merge?: string) =>
    history.change(`Set a to ${value}`, history.text.setValue(['a'], value), { merge });
  return { history, clock, set };
}

describe('a history', () => {
  it('takes steps back and does them again, by their names', () => {
    const { history, set } = begin();
    set(2);
    set(3);
    expect([history.undoName, history.redoName]).toEqual(['Set a to 3', undefined]);
    expect(history.undo()).toBe('Set a to 3');
    expect(history.text.text).toBe('a: 2\nb: 2\n');
    expect([history.undoName, history.redoName]).toEqual(['Set a to 2', 'Set a to 3']);
    expect(history.redo()).toBe('Set a to 3');
    expect(history.text.text).toBe('a: 3\nb: 2\n');
    history.undo();
    set(9);
    expect([history.redo(), history.redoName]).toEqual([undefined, undefined]);
    history.undo();
    history.undo();
    expect([history.undo(), history.text.text]).toEqual([undefined, 'a: 1\nb: 2\n']);
  });

  it('makes one step of a drag, until it ends', () => {
    const { history, set } = begin();
    for (const value of [2, 30, 4]) set(value, 'drag 1');
    history.endMerge();
    set(5, 'drag 1');
    set(6, 'drag 2');
    set(7);
    const texts = [];
    while (history.undo()) texts.push(history.text.valueAt(['a']));
    expect(texts).toEqual([6, 5, 4, 1]);
  });

  it('has no step of a drag that ends where it began', () => {
    const { history, set } = begin();
    set(2, 'drag');
    set(1, 'drag');
    expect([history.undoName, history.text.text]).toEqual([undefined, 'a: 1\nb: 2\n']);
    set(3, 'drag');
    expect(history.undo()).toBe('Set a to 3');
    expect(history.text.text).toBe('a: 1\nb: 2\n');
  });

  it('makes one step of what is typed without a pause of a second', () => {
    const { history, clock } = begin();
    history.replaceText('a: 12\nb: 2\n');
    clock.ms = 900;
    history.replaceText('a: 123\nb: 2\n');
    clock.ms = 1800;
    history.replaceText('a: 123\nb: 24\n');
    clock.ms = 2900;
    history.replaceText('a: 123\nb: 24 # c\n');
    expect(history.undo()).toBe('Edit text');
    expect(history.text.text).toBe('a: 123\nb: 24\n');
    history.undo();
    expect([history.text.text, history.undoName]).toEqual(['a: 1\nb: 2\n', undefined]);
    history.replaceText(history.text.text);
    expect(history.redoName).toBe('Edit text');
  });

  it('knows whether its text is saved', () => {
    const { history, set } = begin();
    expect(history.isSaved).toBe(true);
    set(2);
    expect(history.isSaved).toBe(false);
    history.markSaved();
    set(3);
    history.undo();
    expect(history.isSaved).toBe(true);
    history.undo();
    expect(history.isSaved).toBe(false);
  });

  it('forgets the oldest steps beyond its memory, but not the last', () => {
    const { history, set } = begin('a: x\n', 3000);
    const long = (k: number) => `${k}`.padStart(200, 'x');
    for (let k = 0; k < 20; k++) set(long(k));
    let count = 0;
    while (history.undo()) count++;
    expect(count).toBe(3);
    expect(history.text.valueAt(['a'])).toBe(long(16));
    set('y'.repeat(5000));
    expect(history.undoName).toContain('Set a to y');
  });

  it('tells those who listen what has changed, and why', () => {
    const { history, set } = begin();
    const seen: TextChange[] = [];
    const end = history.subscribe((change) => seen.push(change));
    set(2);
    history.replaceText('a: 22\nb: 2\n');
    history.undo();
    history.redo();
    history.markSaved();
    history.open('c: 1\n');
    expect(seen.map(({ reason, name }) => `${reason} ${name}`)).toEqual([
      ...['edit Set a to 2', 'type Edit text', 'undo Edit text', 'redo Edit text', 'saved Save', 'open Open'],
    ]);
    for (const { before, after, patches } of seen) expect(before.apply(patches).text).toBe(after.text);
    expect([history.undoName, history.isSaved]).toEqual([undefined, true]);
    end();
    history.replaceText('c: 2\n');
    expect(seen).toHaveLength(6);
  });

  it('stays as it is if a patch does not fit', () => {
    const { history, set } = begin();
    set(2);
    const listener = vi.fn();
    history.subscribe(listener);
    expect(() => history.change('Wrong', [{ at: 0, remove: 'x', insert: '' }])).toThrow(RangeError);
    history.change('Nothing', []);
    expect([history.text.text, history.undoName, listener.mock.calls.length]).toEqual([
      'a: 2\nb: 2\n',
      'Set a to 2',
      0,
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { Document } from '../../../studio/state/survey/document.js';

describe('the document of the page', () => {
  it('gives up no text for another one: undo brings it back, as it was', () => {
    const document = new Document();
    document.begin('New survey', 'a: 1\n', true);
    expect([document.text.value, document.undoName.value, document.isSaved.value]).toEqual(['a: 1\n', undefined, true]);
    document.type('a: 2 # mine\n');
    const number = document.number.value;
    document.begin('Open b.yaml', 'b: 1\n', true);
    expect(document.number.value).toBeGreaterThan(number);
    expect([document.text.value, document.undoName.value, document.isSaved.value]).toEqual([
      'b: 1\n',
      'Open b.yaml',
      true,
    ]);
    document.undo();
    expect([document.text.value, document.isSaved.value]).toEqual(['a: 2 # mine\n', false]);
    document.begin('New survey', '', true);
    expect(document.isOpen.value).toBe(false);
    document.begin('New survey', 'c: 1\n', false);
    const other = document.number.value;
    expect(document.isSaved.value).toBe(false);
    document.undo();
    document.undo();
    expect(document.text.value).toBe('a: 2 # mine\n');
    // It is the survey that it was, and so is the other one.
    expect(document.number.value).toBe(number);
    document.redo();
    document.redo();
    expect(document.number.value).toBe(other);
    document.replace('Take over c.yaml', 'c: 2\n');
    expect([document.text.value, document.number.value, document.isSaved.value]).toEqual(['c: 2\n', other, true]);
  });
});

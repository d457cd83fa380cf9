import { describe, expect, it } from 'vitest';
import { Document } from '../../../studio/state/document.js';

describe('the document of the page', () => {
  it('gives up no text for another one: undo brings it back, as it was', () => {
    const document = new Document();
    document.replace('New survey', 'a: 1\n');
    expect([document.text.value, document.undoName.value, document.isSaved.value]).toEqual(['a: 1\n', undefined, true]);
    document.type('a: 2 # mine\n');
    document.replace('Open b.yaml', 'b: 1\n');
    expect([document.text.value, document.undoName.value, document.isSaved.value]).toEqual([
      'b: 1\n',
      'Open b.yaml',
      true,
    ]);
    document.undo();
    expect([document.text.value, document.isSaved.value]).toEqual(['a: 2 # mine\n', false]);
    document.replace('New survey', '');
    expect(document.isOpen.value).toBe(false);
    document.replace('New survey', 'c: 1\n', false);
    expect(document.isSaved.value).toBe(false);
    document.undo();
    document.undo();
    expect(document.text.value).toBe('a: 2 # mine\n');
  });
});

import { describe, expect, it } from 'vitest';
import { filterOf } from '../../src/cli/filter-options.js';

describe('filterOf', () => {
  it('takes classes by number and name, and returns by word and number', () => {
    expect(filterOf({ classes: undefined, 'without-classes': undefined, returns: undefined })).toBeUndefined();
    expect(filterOf({ classes: '2, High vegetation', 'without-classes': undefined, returns: 'First' })).toEqual({
      classes: [2, 5],
      returns: 'first',
    });
    expect(filterOf({ classes: undefined, 'without-classes': '7,high noise', returns: '1,3' })).toEqual({
      withoutClasses: [7, 18],
      returns: [1, 3],
    });
  });

  it.each([
    ['classes', '300', '--classes: found "300", expected classes by number, 0 to 255, or by name'],
    ['classes', 'grund', 'did you mean "ground"?'],
    ['without-classes', '7,', '--without-classes: found ""'],
    [
      'returns',
      'frist',
      '--returns: found "frist", expected first, last, single, middle, or numbers from 1 such as 1,2; did you mean "first"?',
    ],
    ['returns', '0', '--returns: found "0"'],
  ])('refuses --%s %s', (option, text, message) => {
    const none = { classes: undefined, 'without-classes': undefined, returns: undefined };
    expect(() => filterOf({ ...none, [option]: text })).toThrow(message);
  });
});

import { describe, expect, it } from 'vitest';
import { dividedStem } from '../../../studio/panels/divided-stem.js';

describe('the name of files that a division makes', () => {
  it.each([
    ['street', 'leg', 'street-%s'],
    ['street', 'leg+channel', 'street-%s-%c'],
    ['street', 'channel', 'street-%c'],
    ['street-%s', 'strip', 'street-%s'],
    ['strips/%03d', 'leg', 'strips/%03d'],
    ['street-%s-%c', 'channel', 'street-%c'],
    ['street-%s-%c', undefined, 'street'],
    ['street', undefined, 'street'],
  ])('%s by %s is %s', (stem, by, expected) => {
    expect(dividedStem(stem, by)).toBe(expected);
  });
});

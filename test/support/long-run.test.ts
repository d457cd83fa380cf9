import { describe, expect, it } from 'vitest';
import { isLong, sampleOf } from './long-run.js';

describe('a sample of cases', () => {
  it('has as many as are asked for, spread from the first on, and all in a long run', () => {
    const cases = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    expect(sampleOf(cases, 3)).toEqual(isLong ? cases : [0, 3, 6]);
    expect(sampleOf(cases, 20)).toEqual(cases);
    expect(sampleOf([], 3)).toEqual([]);
  });
});

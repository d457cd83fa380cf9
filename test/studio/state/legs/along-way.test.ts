import { describe, expect, it } from 'vitest';
import { lengthOf } from '../../../../studio/state/legs/along-way.js';

describe('the length of a way', () => {
  it('has its climbs, and is nothing of a station', () => {
    expect(lengthOf(Float64Array.of(0, 0, 0, 3, 0, 4, 3, 12, 4))).toBe(17);
    expect(lengthOf(Float64Array.of(5, 5, 5))).toBe(0);
  });
});

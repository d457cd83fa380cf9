import { describe, expect, it } from 'vitest';
import { editDistance, nearestNames } from '../../src/base/yaml/nearest.js';

describe('edit distance', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['speed', 'sped', 1],
    ['Seed', 'seed', 0],
    ['ab', 'ba', 2],
  ])('"%s" and "%s"', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
    expect(editDistance(b, a)).toBe(distance);
  });
});

describe('nearest names', () => {
  it('are ordered by distance and leave out what is far', () => {
    expect(nearestNames('scann', ['scanner', 'scene', 'mount', 'scan'])).toEqual(['scan', 'scanner', 'scene']);
    expect(nearestNames('x', ['y'])).toEqual([]);
    expect(nearestNames('a'.repeat(1e6), ['a'])).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../src/base/vec3.js';
import { guessScale } from '../../src/scene/guess-scale.js';

describe('guessScale', () => {
  it.each<[string, Vec3, string[], string]>([
    ['a house in millimetres', [9000, 7000, 1800], [], 'this scene is 1,800 m tall: is it in millimetres? (unit: mm)'],
    ['a house in centimetres', [900, 700, 800], [], 'this scene is 800 m tall: is it in centimetres? (unit: cm)'],
    [
      'a room in centimetres',
      [500, 400, 250],
      ['chair_2'],
      'this scene is 250 m tall and has "chair_2": is it in centimetres? (unit: cm)',
    ],
    [
      'a flat plan in millimetres',
      [500_000, 400_000, 0],
      [],
      'this scene is 500,000 m wide: is it in millimetres? (unit: mm)',
    ],
    [
      'a house in kilometres',
      [0.01, 0.02, 0.008],
      [],
      'this scene is 0.02 m large: is it in kilometres, or in another unit? (unit: km)',
    ],
    [
      'a town on its side',
      [100, 8, 90],
      [],
      'this scene is 90 m tall and only 8 m deep along y: does another axis point up in its file? (up: y, or up: z)',
    ],
    [
      'a town on its other side',
      [8.5, 100, 90],
      [],
      'this scene is 90 m tall and only 8.5 m deep along x: does another axis point up in its file? (up: y, or up: z)',
    ],
  ])('asks about %s', (_, size, names, question) => {
    expect(guessScale(size, names)).toEqual([question]);
  });

  it.each<[string, Vec3, string[]]>([
    ['a room', [5, 4, 2.5], ['chair']],
    ['a hall', [80, 60, 25], ['ceiling']],
    ['a town', [520, 330, 17], ['b0a8da4cc']],
    ['mountains', [20_000, 15_000, 1800], []],
    ['a tower', [50, 50, 320], []],
    ['a wall', [10, 0.2, 3], []],
    ['a row of façades', [100, 5, 20], []],
    ['a target', [10, 0, 10], []],
    ['a small thing', [0.2, 0.2, 0.3], []],
    ['a plane', [100, 100, 0], []],
    ['nothing', [0, 0, 0], []],
  ])('is silent about %s', (_, size, names) => {
    expect(guessScale(size, names)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { generateModel } from '../../src/procedural/generate.js';
import { boxOf, hashModel, sizes } from './models.js';

const terrain = (size: object, triangles = 80_000, seed = 1) => generateModel('terrain', { seed, triangles, size });
const reliefOf = (size: object) => sizes(boxOf(terrain(size), /^terrain_001$/))[2];

/** Heights of a square grid of vertices, and its number of columns. */
function heightsOf(size: object, seed: number) {
  const [{ positions }] = terrain(size, 131_072, seed).meshes;
  const xs = new Set(positions.filter((_, i) => i % 3 === 0));
  const axis = new Map([...xs].sort((a, b) => a - b).map((x, k) => [x, k]));
  const heights = Array.from(axis, () => new Array<number>(axis.size).fill(Number.NaN));
  for (let i = 0; i < positions.length; i += 3)
    heights[axis.get(positions[i]) as number][axis.get(positions[i + 1]) as number] = positions[i + 2];
  return heights;
}

/** Root mean square difference of the heights of points `lag` cells apart, along both axes. */
function deviation(heights: number[][], lag: number): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i + lag < heights.length; i++)
    for (let j = 0; j + lag < heights.length; j++) {
      sum += (heights[i + lag][j] - heights[i][j]) ** 2 + (heights[i][j + lag] - heights[i][j]) ** 2;
      count += 2;
    }
  return Math.sqrt(sum / count);
}

/** The fractal dimension by the slope of the deviation between 4 and 16 cells, mean of five terrains. */
function dimensionOf(roughness: number): number {
  const seeds = [1, 2, 3, 4, 5];
  const slopes = seeds.map((seed) => {
    const heights = heightsOf({ roughness, extent: 256 }, seed);
    return Math.log(deviation(heights, 16) / deviation(heights, 4)) / Math.log(4);
  });
  return 3 - slopes.reduce((sum, slope) => sum + slope, 0) / seeds.length;
}

describe('relief', () => {
  it('is the height from the lowest point to the highest, with and without roughness', () => {
    expect(reliefOf({ relief: 80 })).toBeCloseTo(80, 3);
    expect(reliefOf({ relief: 3, roughness: 2.4, extent: 60 })).toBeCloseTo(3, 4);
    expect(reliefOf({ relief: 0 })).toBe(0);
    expect(reliefOf({ roughness: 2.2 })).toBeCloseTo(25, 3);
  });

  it('changes the heights alone: ground covers lie where they lay', () => {
    const covers = (size: object) => terrain(size).meshes[0].groups.map(({ group }) => group);
    expect(covers({ relief: 80 })).toEqual(covers({}));
    const areas = (size: object) => {
      const [{ triangleGroup, groups }] = terrain(size).meshes;
      return groups.map((_, group) => triangleGroup.filter((of) => of === group).length / triangleGroup.length);
    };
    areas({ relief: 250 }).forEach((area, group) => {
      expect(Math.abs(area - areas({ relief: 25 })[group])).toBeLessThan(1e-4);
    });
  });

  it('leaves the origin at height 0, where a scanner stands', () => {
    for (const size of [{ relief: 300 }, { relief: 300, roughness: 2.5 }]) {
      const heights = heightsOf({ ...size, extent: 256 }, 1);
      expect(Math.abs(heights[128][128])).toBeLessThan(1e-3);
    }
  });
});

describe('roughness', () => {
  it('is the fractal dimension of the surface, by the differences of heights over distance', () => {
    for (const roughness of [2.1, 2.3, 2.5, 2.8]) {
      const found = dimensionOf(roughness);
      expect(Math.abs(found - roughness), `${roughness}: ${found}`).toBeLessThan(0.12);
    }
  });

  it('is refused where it is no dimension of a surface, and elsewhere than on a terrain', () => {
    expect(() => terrain({ roughness: 1.5 })).toThrow('roughness: found 1.5, expected a number from 2.1 to 2.8');
    expect(() => terrain({ relief: -1 })).toThrow('relief: found -1, expected a number from 0 to 5000');
    expect(() => generateModel('room', { seed: 1, triangles: 30_000, size: { roughness: 2.2 } })).toThrow(
      'roughness: found 2.2, expected no roughness: a room has length, width, height',
    );
  });

  it('is the same for the same seed, and another for another', () => {
    const hash = (seed: number) => hashModel(terrain({ roughness: 2.3, relief: 20 }, 5000, seed));
    expect(hash(1)).toBe(hash(1));
    expect(hash(1)).not.toBe(hash(2));
  });
});

import { describe, expect, it } from 'vitest';
import { drivenPath, longestAxis } from '../../../src/planning/drive/driven-path.js';
import { cellCentre, createHeightRaster } from '../../../src/planning/height-raster.js';

/** Ground of 100 m by 20 m, a cell a metre. */
const groundOf = (height: (x: number, y: number) => number) => {
  const raster = createHeightRaster({ min: [0, 0], max: [100, 20] }, 100, 0.1);
  raster.heights.forEach((_, cell) => {
    raster.heights[cell] = height(...cellCentre(raster, cell));
  });
  return raster;
};

describe('the longer axis of an area', () => {
  it('goes through its middle, to the east or to the north', () => {
    expect(longestAxis({ min: [0, 10], max: [100, 30] })).toEqual([[0, 20], [100, 20]]); // biome-ignore format: a way
    expect(longestAxis({ min: [0, 10], max: [4, 30] })).toEqual([[2, 10], [2, 30]]); // biome-ignore format: a way
    expect(longestAxis({ min: [0, 0], max: [4, 4] })).toEqual([[2, 0], [2, 4]]); // biome-ignore format: a way
  });
});

describe('a driven path', () => {
  it('is its corners on level ground, and looks at the ground every metre', () => {
    const path = drivenPath([[0.5, 5], [30.5, 5], [30.5, 5], [30.5, 15]], groundOf(() => 2)); // biome-ignore format: a way
    expect(path.points).toEqual([[0.5, 5, 2], [30.5, 5, 2], [30.5, 15, 2]]); // biome-ignore format: a way
    expect(path.length).toBeCloseTo(40, 9);
    expect(path.dense).toHaveLength(41);
    expect(path.dense[30]).toEqual([30.5, 5, 2]);
    expect(path.dense[31]).toEqual([30.5, 6, 2]);
  });

  it('bends with the ground, by no more than five centimetres too little, and is as long as it climbs', () => {
    const slope = (x: number) => Math.max(0, x - 40) * 0.5;
    const path = drivenPath([[10.5, 5], [90.5, 5]], groundOf(slope)); // biome-ignore format: a way
    expect(path.length).toBeCloseTo(30 + 50 * Math.hypot(1, 0.5), 0);
    expect(path.points[0]).toEqual([10.5, 5, 0]);
    expect(path.points.at(-1)).toEqual([90.5, 5, 25.25]);
    expect(path.points.length).toBeLessThan(6);
    for (const [x, , z] of path.dense) {
      const after = path.points.findIndex(([px]) => px >= x && px > 10.5);
      const [a, b] = [path.points[after - 1], path.points[after]];
      expect(Math.abs(a[2] + ((b[2] - a[2]) * (x - a[0])) / (b[0] - a[0]) - z)).toBeLessThanOrEqual(0.05 + 1e-9);
    }
    // A wave of four centimetres is none.
    const wave = groundOf((x) => 0.04 * (Math.floor(x) % 2));
    expect(drivenPath([[10.5, 5], [90.5, 5]], wave).points).toHaveLength(2); // biome-ignore format: a way
    const rough = groundOf((x) => (Math.floor(x) === 50 ? 0.06 : 0));
    expect(drivenPath([[10.5, 5], [90.5, 5]], rough).points.map(([x]) => x)).toEqual([10.5, 49.5, 50.5, 51.5, 90.5]); // biome-ignore format: a way
  });

  it('may run along the edge of the area, and no farther', () => {
    const ground = groundOf(() => 0);
    expect(drivenPath([[0, 0], [100, 20]], ground).points).toHaveLength(2); // biome-ignore format: a way
    for (const corner of [
      [-0.1, 5],
      [100.1, 5],
      [50, -0.1],
      [50, 20.1],
    ] as const)
      expect(() => drivenPath([[50, 10], corner], ground)).toThrow(
        `--path: found ${corner.join(',')}, which is outside of the area`,
      );
    expect(() => drivenPath([[5, 5], [5, 5]], ground)).toThrow('at least two places'); // biome-ignore format: a way
  });
});

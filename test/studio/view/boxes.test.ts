import { describe, expect, it } from 'vitest';
import { boxAround, gapBetween, groupBoxes } from '../../../studio/view/boxes.js';

const cube = (x: number, y: number, size = 10) => ({
  min: [x, y, 0] as [number, number, number],
  max: [x + size, y + size, size] as [number, number, number],
});

describe('boxes of the world', () => {
  it('are apart by the gap between their nearest places', () => {
    expect(gapBetween(cube(0, 0), cube(13, 14))).toBe(5);
    expect(gapBetween(cube(0, 0), cube(5, 5))).toBe(0);
  });

  it('are one group where one picture can show them', () => {
    const near = [cube(0, 0), cube(300, 0), cube(0, 300)];
    expect(groupBoxes(near)).toEqual([boxAround(near)]);
    expect(groupBoxes([])).toEqual([]);
  });

  it('are several where they are too far apart, in the order of their first ones', () => {
    const far = cube(448_000, 5_411_000, 200);
    const beside = cube(448_400, 5_411_000, 200);
    expect(groupBoxes([cube(0, 0), far, cube(50, 0), beside])).toEqual([
      boxAround([cube(0, 0), cube(50, 0)]),
      boxAround([far, beside]),
    ]);
  });

  it('grow together by one that lies between them', () => {
    const all = [cube(0, 0), cube(1500, 0), cube(750, 0, 20)];
    expect(groupBoxes(all.slice(0, 2))).toHaveLength(2);
    expect(groupBoxes(all)).toEqual([boxAround(all)]);
  });
});

import { describe, expect, it } from 'vitest';
import { SectionLine } from '../../src/cloud/section-line.js';

/** Where a line places points: along and across, or nothing. */
function placesOn(line: SectionLine, points: [number, number][], reach = 10): ([number, number] | undefined)[] {
  return points.map(([x, y]) => (line.place(x, y, reach) ? [line.along, line.across] : undefined));
}

describe('SectionLine', () => {
  it('tells the way along a slanted line, and the way to its right', () => {
    // A 3-4-5 triangle: the line goes to the north-east.
    const line = new SectionLine([
      [100, 200],
      [130, 240],
    ]);
    expect(line.length).toBe(50);
    expect(
      placesOn(line, [
        [100, 200],
        [130, 240],
        [115 + 0.8, 220 - 0.6],
        [115 - 8, 220 + 6],
        [115 + 8.1, 220 - 6.1],
        [100 - 0.3, 200 - 0.4],
        [130.3, 240.4],
      ]).map((place) => place?.map((value) => Math.round(1e6 * value) / 1e6)),
    ).toEqual([[0, 0], [50, 0], [25, 1], [25, -10], undefined, undefined, undefined]);
  });

  it('belongs to the nearest piece, and goes round the outside of a bend', () => {
    // East, then north.
    const line = new SectionLine([
      [0, 0],
      [10, 0],
      [10, 10],
    ]);
    expect(
      placesOn(line, [
        // Inside the bend: nearer to the first, to the second piece.
        [8, 1],
        [9, 2],
        // Outside: beyond the end of the first and before the start of the second, at the corner.
        [13, -4],
        [13, 5],
        [5, -3],
      ]),
    ).toEqual([
      [8, -1],
      [12, -1],
      [10, 5],
      [15, 3],
      [5, 3],
    ]);
    expect(placesOn(line, [[13, -4]], 4.9)).toEqual([undefined]);
    expect(
      placesOn(line, [
        [-0.1, 0],
        [10, 10.1],
      ]),
    ).toEqual([undefined, undefined]);
  });

  it('finds a point beyond one end beside another piece', () => {
    // A hairpin, whose last piece passes the start.
    const line = new SectionLine([
      [0, 0],
      [10, 0],
      [10, 4],
      [-10, 4],
    ]);
    expect(
      placesOn(line, [
        [-1, 1],
        [-1, 3],
      ]),
    ).toEqual([
      [25, -3],
      [25, -1],
    ]);
  });

  it('is refused without length', () => {
    expect(
      () =>
        new SectionLine([
          [1, 2],
          [1, 2],
        ]),
    ).toThrow('to: found 1, 2, expected another point than 1, 2');
  });
});

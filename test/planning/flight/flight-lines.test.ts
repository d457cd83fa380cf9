import { describe, expect, it } from 'vitest';
import { layOutLines, layOutTies, rectangleCorners, widthAcross } from '../../../src/planning/flight/flight-lines.js';

const rectangle = (x: number, y: number) => [rectangleCorners({ min: [0, 0], max: [x, y] })];
const AREA = rectangle(100, 60);
const flat = (left: number, right: number, along = 0) => ({ left, right, back: -along, ahead: along });

describe('layOutLines', () => {
  it('covers an area from edge to edge, to and fro', () => {
    // Eastwards; swaths of 20 m, 15 m apart: 1 + ⌈(60 − 20)/15⌉ = 4 lines over 3 · 15 + 20 = 65 m, centred on y = 30.
    const lines = layOutLines(AREA, { heading: Math.PI / 2, spacing: 15, swath: flat(-10, 10), runIn: 2 });
    expect(lines).toHaveLength(4);
    // To the right of a flight to the east is south: the first line is the northernmost.
    for (const [k, y] of [52.5, 37.5, 22.5, 7.5].entries()) {
      const [west, east] = k % 2 === 0 ? [lines[k].from, lines[k].to] : [lines[k].to, lines[k].from];
      expect([...west, ...east]).toEqual([-2, y, 102, y].map((value) => expect.closeTo(value, 9)));
      expect(lines[k].length).toBeCloseTo(104, 9);
    }
  });

  it('needs one line where a swath is as wide as the area', () => {
    const [line, ...more] = layOutLines(AREA, { heading: 0, spacing: 70, swath: flat(-50, 50), runIn: 0 });
    expect(more).toEqual([]);
    expect([line.from, line.to]).toEqual([
      [50, 0],
      [50, 60],
    ]);
  });

  it('flies beside a swath that lies to one side, and on the other side on the way back', () => {
    // 30 m wide, from 5 m to the right on: its middle is 20 m to the right of the platform.
    const lines = layOutLines(rectangle(55, 10), { heading: 0, spacing: 25, swath: flat(5, 35), runIn: 0 });
    // Middles at x = 15 and 40.
    expect(lines.map(({ from }) => from[0])).toEqual([expect.closeTo(-5, 9), expect.closeTo(60, 9)]);
  });

  it('begins early and ends late by what looks ahead and lags behind', () => {
    const swath = { left: -50, right: 50, back: -3, ahead: 7 };
    const [line] = layOutLines(rectangle(10, 100), { heading: 0, spacing: 10, swath, runIn: 0 });
    expect([line.from[1], line.to[1]]).toEqual([-7, 103]);
  });

  it('cuts lines at a slant to what lies below their swath', () => {
    const lines = layOutLines(rectangle(100, 100), {
      heading: Math.PI / 4,
      spacing: 20,
      swath: flat(-10, 10),
      runIn: 0,
    });
    // Seven swaths of 20 m over a diagonal of 141.4 m would leave 1.4 m.
    expect(lines).toHaveLength(8);
    const longest = Math.max(...lines.map(({ length }) => length));
    // The strip nearest to the diagonal begins and ends where it is cut 0 to 20 m beside it: corner to corner.
    expect(longest).toBeCloseTo(Math.SQRT2 * 100, 6);
    // The outermost touches a corner: a triangle as long as it is deep on both sides.
    const depth = 20 - (8 * 20 - Math.SQRT2 * 100) / 2;
    expect(lines[0].length).toBeCloseTo(2 * depth, 6);
  });

  it('flies as far as parts of an area lie below a line, and not where none does', () => {
    const [near] = rectangle(100, 20);
    const far = near.map(([x, y]) => [x + 300, y + 80] as const);
    const lines = layOutLines([near, far], { heading: Math.PI / 2, spacing: 20, swath: flat(-10, 10), runIn: 0 });
    expect(lines.map(({ from, to }) => [from[0], to[0], from[1]].map((value) => Math.round(value) + 0))).toEqual([
      [300, 400, 90],
      [100, 0, 10],
    ]);
  });

  it('lays tie lines across, evenly over the area', () => {
    const layout = { heading: Math.PI / 2, spacing: 15, swath: flat(-10, 10), runIn: 2 };
    const ends = (ties: Parameters<typeof layOutTies>[2]) =>
      layOutTies(AREA, layout, ties).map(({ from, to }) => [...from, ...to].map(Math.round));
    // Of a flight to the east they go south and north.
    expect(ends({ count: 2 })).toEqual([
      [75, 62, 75, -2],
      [25, -2, 25, 62],
    ]);
    expect(ends({ spacing: 40 }).map(([x]) => x)).toEqual([90, 50, 10]);
    expect(ends({ spacing: 400 }).map(([x]) => x)).toEqual([50]);
  });

  it('refuses more lines than a survey can hold', () => {
    const layout = { heading: 0, spacing: 1e-4, swath: flat(-1e-4, 1e-4), runIn: 0 };
    expect(() => layOutLines(AREA, layout)).toThrow(/needs \d+ lines .* at most 5000/);
  });
});

it('widthAcross turns with the heading', () => {
  expect(widthAcross(AREA, 0)).toBeCloseTo(100, 9);
  expect(widthAcross(AREA, Math.PI / 2)).toBeCloseTo(60, 9);
  expect(widthAcross(AREA, Math.PI / 4)).toBeCloseTo(160 * Math.SQRT1_2, 9);
});

import { describe, expect, it } from 'vitest';
import { CoverageCollector } from '../../src/cloud/coverage.js';
import { testRandom } from '../support/random.js';

interface Dot {
  x: number;
  y: number;
  strip?: number;
  number?: number;
  z?: number;
}

const columnsOf = (dots: readonly Dot[]) => ({
  count: dots.length,
  x: Float64Array.from(dots, ({ x }) => x),
  y: Float64Array.from(dots, ({ y }) => y),
  z: Float64Array.from(dots, ({ z = 0 }) => z),
  returnNumber: Uint8Array.from(dots, ({ number = 1 }) => number),
  pointSourceId: Uint16Array.from(dots, ({ strip = 1 }) => strip),
});

function coverageOf(...batches: (readonly Dot[])[]) {
  const collector = new CoverageCollector();
  for (const dots of batches) collector.add(columnsOf(dots));
  return collector.result(batches.flat().length);
}

/** A point in the middle of each square of a width, of a rectangle in the plane. */
function rectangle([x0, x1]: [number, number], [y0, y1]: [number, number], step: number, more: Partial<Dot> = {}) {
  const dots: Dot[] = [];
  for (let y = y0 + step / 2; y < y1; y += step)
    for (let x = x0 + step / 2; x < x1; x += step) dots.push({ x, y, ...more });
  return dots;
}

describe('the area of a cloud', () => {
  it.each([
    ['at the origin', 0, 0],
    ['across zero', -160, -32],
    ['in a national grid', 2_600_000, 1_200_000],
    ['far away', 1e9, -1e9],
  ])('is that of the cells with points, in cells of 16 points or more: %s', (_, x, y) => {
    const found = coverageOf(rectangle([x, x + 320], [y, y + 64], 0.5));
    // 16 points are on 4 m².
    expect(found).toEqual({
      ...{ cell: 2, cells: (320 * 64) / 4, overlapping: 0, pulses: 320 * 64 * 4 },
      strips: { 1: { pulses: 320 * 64 * 4, cells: (320 * 64) / 4 } },
    });
  });

  it('has the overlap of strips: cells with points of more than one', () => {
    const strips = [
      rectangle([0, 96], [0, 64], 0.5, { strip: 3 }),
      rectangle([64, 160], [0, 64], 0.5, { strip: 8 }),
      rectangle([64, 96], [0, 32], 0.5, { strip: 9 }),
    ];
    const found = coverageOf(...strips);
    const { cell = 0, cells = 0, overlapping = 0 } = found ?? {};
    expect(cells * cell ** 2).toBe(160 * 64);
    expect(overlapping * cell ** 2).toBe(32 * 64);
    const areas = Object.entries(found?.strips ?? {}).map(([strip, { cells: own }]) => [strip, own * cell ** 2]);
    expect(areas).toEqual([
      ['3', 96 * 64],
      ['8', 96 * 64],
      ['9', 32 * 32],
    ]);
  });

  it('counts pulses by first returns, and points without a number', () => {
    const dots = rectangle([0, 64], [0, 64], 0.5);
    const numbered = dots.map((dot, k) => ({ ...dot, number: k % 4 }));
    // 0 and 1 of 0, 1, 2, 3.
    expect(coverageOf(numbered)?.pulses).toBe(dots.length / 2);
  });

  it('leaves out points without a place, and says nothing of a handful of points', () => {
    const dots = rectangle([0, 64], [0, 64], 0.5);
    const bad = { x: Number.NaN, y: 0, strip: 4 };
    const holes = [bad, ...dots, { x: 1, y: 2, z: Infinity, strip: 5 }];
    const collector = new CoverageCollector();
    collector.add(columnsOf(holes));
    expect(collector.result(dots.length)).toEqual(coverageOf(dots));
    expect(coverageOf(dots.slice(0, 100))).toBeUndefined();
    expect(coverageOf([])).toBeUndefined();
  });

  it('is the same in any order and division, in bounded memory (seed 5)', () => {
    const random = testRandom(5);
    // Scattered over 60 km, so that every point asks for a page of its own.
    const dots = Array.from({ length: 60_000 }, () => ({
      x: 60_000 * random(),
      y: 60_000 * random(),
      strip: 1 + Math.floor(3 * random()),
    }));
    const whole = new CoverageCollector();
    whole.add(columnsOf(dots));
    const { strips } = whole.parts();
    expect([...strips.values()].reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(2 ** 12 + 3);
    const parts = [dots.slice(40_000), dots.slice(0, 100), dots.slice(100, 40_000).toReversed()].map((some) => {
      const collector = new CoverageCollector();
      collector.add(columnsOf(some));
      return structuredClone(collector.parts());
    });
    const sum = new CoverageCollector();
    for (const part of parts) sum.addParts(part);
    expect(sum.parts().exponent).toBe(whole.parts().exponent);
    expect(sum.result(dots.length)).toEqual(whole.result(dots.length));
    expect(whole.result(dots.length)?.cells).toBeGreaterThan(100);
  });

  /** A square of points about the origin, each with one of so many strips. */
  const aboutOrigin = (strips: number) =>
    Array.from({ length: 65_536 }, (_, k) => ({
      x: ((k % 256) - 127.5) * 0.25,
      y: (Math.floor(k / 256) - 127.5) * 0.25,
      strip: (k * 40_503) % strips,
    }));

  it('has up to 1,024 strips, that of each about the origin as well', () => {
    const { cells, overlapping, strips = {} } = coverageOf(aboutOrigin(1024)) ?? {};
    expect(Object.keys(strips).length).toBe(1024);
    expect(overlapping).toBe(cells);
  });

  it('tells more strips than that not apart, and knows the area of all', () => {
    const [some, many] = [coverageOf(aboutOrigin(1)), coverageOf(aboutOrigin(65_536))];
    expect(many).toMatchObject({ strips: {}, overlapping: 0, pulses: 65_536 });
    const area = ({ cell = 0, cells = 0 } = {}) => cell ** 2 * cells;
    expect(area(many) / area(some)).toBeCloseTo(1, 1);
    const collector = new CoverageCollector();
    for (const half of [aboutOrigin(65_536).slice(0, 600), aboutOrigin(65_536).slice(600)]) {
      const own = new CoverageCollector();
      own.add(columnsOf(half));
      collector.addParts(structuredClone(own.parts()));
    }
    expect(collector.result(65_536)).toMatchObject({ strips: {}, pulses: 65_536 });
  });
});

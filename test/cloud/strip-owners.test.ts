import { describe, expect, it } from 'vitest';
import { StripOwners } from '../../src/cloud/strip-owners.js';

const SEED = 20_261_130;

/** Numbers in [0, 1), by a linear congruence (Park and Miller 1988). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

interface Drawn {
  x: number;
  y: number;
  angle: number;
  strip: number;
  /** Whether it is a pulse without a return. */
  isMiss?: true;
}

const columnsOf = (points: readonly Drawn[]) => ({
  count: points.length,
  x: Float64Array.from(points, ({ x }) => x),
  y: Float64Array.from(points, ({ y }) => y),
  z: new Float64Array(points.length),
  scanAngle: Float32Array.from(points, ({ angle }) => angle),
  pointSourceId: Uint16Array.from(points, ({ strip }) => strip),
  returnNumber: Uint8Array.from(points, ({ isMiss }) => (isMiss ? 0 : 1)),
  returnCount: Uint8Array.from(points, ({ isMiss }) => (isMiss ? 0 : 1)),
  withheld: Uint8Array.from(points, ({ isMiss }) => (isMiss ? 1 : 0)),
});

const CELL = 2.5;
const cellOf = ({ x, y }: Drawn): string => `${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`;

/** The flags by the rule as it is written: the cells one by one, with all their points. */
function flagsByRule(points: readonly Drawn[]): number[] {
  return points.map((point) => {
    const own = points.filter((other) => cellOf(other) === cellOf(point));
    const [owner] = own.toSorted((a, b) => Math.abs(a.angle) - Math.abs(b.angle) || a.strip - b.strip);
    return owner.strip === point.strip ? 0 : 1;
  });
}

describe('the owners of cells', () => {
  it('gives no cell to a strip for its misses, and marks none of them', () => {
    const points: Drawn[] = [
      { x: 1, y: 1, angle: 0.3, strip: 1 },
      { x: 1, y: 1, angle: 0.1, strip: 2, isMiss: true },
      { x: 1, y: 1, angle: 0.4, strip: 2 },
    ];
    const owners = new StripOwners(CELL);
    owners.add(columnsOf(points), 0, { file: 'a.las' });
    expect([...owners.mark(columnsOf(points), 0)]).toEqual([0, 0, 1]);
  });

  it(`are those of the rule, on both sides of zero and in any batches (seed ${SEED})`, () => {
    const next = random(SEED);
    const points = Array.from({ length: 1500 }, () => ({
      ...{ x: 400 * next() - 200, y: 30 * next() - 15, strip: 1 + Math.floor(4 * next()) },
      // Few values, so that some are equal.
      angle: (Math.floor(20 * next()) - 10) / 32,
    }));
    const owners = new StripOwners(CELL);
    for (let at = 0; at < points.length; at += 100)
      owners.add(columnsOf(points.slice(at, at + 100)), 0, { file: 'drawn' });
    const flags = [...owners.mark(columnsOf(points), 0)];
    expect(flags).toEqual(flagsByRule(points));
    expect(flags.filter((flag) => flag === 1).length).toBeGreaterThan(200);
    expect([...owners.strips].sort()).toEqual([1, 2, 3, 4]);
  });

  it('leave out points without a place or an angle', () => {
    const points = [
      { x: Number.NaN, y: 0, angle: 0, strip: 1 },
      { x: 1, y: 1, angle: Number.NaN, strip: 2 },
      { x: 1, y: 1, angle: 0.5, strip: 3 },
      { x: 9, y: 9, angle: Number.NaN, strip: 4 },
      { x: 9, y: 9, angle: Number.NaN, strip: 5 },
    ];
    const owners = new StripOwners(CELL);
    owners.add(columnsOf(points), 0, { file: 'odd' });
    expect([...owners.mark(columnsOf(points), 0)]).toEqual([0, 1, 0, 0, 0]);
  });
});

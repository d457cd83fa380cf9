import { describe, expect, it } from 'vitest';
import type { Jitter, JitterSource } from '../../src/platform/jitter.js';
import { deviation, mean } from '../support/statistics.js';
import { columnOf, LEVEL, legOf, pointsOf, roomOf, scanOf, spinningScanner, tracedOf } from './instrument-scans.js';

const sigma = (value: number): JitterSource => ({ of: { kind: 'normal', mean: 0, sigma: value }, hold: 1 });
const JITTER: Jitter = {
  position: [sigma(0.5), sigma(0.5), sigma(0.2)],
  attitude: [sigma(0.01), sigma(0.3), sigma(0.02)],
};

/** A turn of the head in a room of 20 m. */
const WALL = 10;
const station = { kind: 'station', position: [0, 0, 0], attitude: LEVEL } as const;
const scan = (jitter?: Jitter) => scanOf(spinningScanner(), [legOf(station)], { jitter });

describe('a platform that jitters', () => {
  it('has points on the surfaces that its beams meet', async () => {
    const batches = await pointsOf(scan(JITTER), roomOf(WALL));
    const [x, y] = [columnOf(batches, 'x'), columnOf(batches, 'y')];
    expect(x.length).toBeGreaterThan(20_000);
    // f32 at 10 m.
    for (let k = 0; k < x.length; k++)
      expect(Math.abs(Math.max(Math.abs(x[k]), Math.abs(y[k])) - WALL)).toBeLessThan(1e-5);
  });

  it('has ranges from where it is: to a wall ahead they differ by what it is off', async () => {
    const ahead: Jitter = { ...JITTER, attitude: JITTER.attitude.map(() => sigma(0)) as unknown as Jitter['attitude'] };
    const [moved, still] = await Promise.all([ahead, undefined].map((jitter) => pointsOf(scan(jitter), roomOf(WALL))));
    const [ranges, usual, y] = [columnOf(moved, 'range'), columnOf(still, 'range'), columnOf(still, 'y')];
    // Beams that stay on the wall ahead of them.
    const sides = [columnOf(moved, 'y'), columnOf(still, 'x')];
    const off = ranges.flatMap((range, k) =>
      y[k] > WALL - 1e-3 && sides[0][k] > WALL - 1e-3 && Math.abs(sides[1][k]) < WALL / 2
        ? [((usual[k] - range) / usual[k]) * WALL]
        : [],
    );
    expect(off.length).toBeGreaterThan(2000);
    expect(Math.abs(mean(off))).toBeLessThan((4 * 0.5) / Math.sqrt(off.length));
    expect(Math.abs(deviation(off) / 0.5 - 1)).toBeLessThan(4 / Math.sqrt(2 * off.length));
  });

  it('lists the pulses that it fires: points are at their ranges along these', async () => {
    for (const { points, pulses, first, listPulses } of await tracedOf(scan(JITTER), roomOf(WALL))) {
      const list = listPulses!();
      for (let k = 0; k < points.count; k += 97) {
        const pulse = pulses[k] - first;
        [points.x, points.y, points.z].forEach((coordinate, axis) => {
          const along = list.origins[3 * pulse + axis] + points.range[k] * list.directions[3 * pulse + axis];
          expect(Math.abs(coordinate[k] - along)).toBeLessThan(1e-5);
        });
      }
    }
  });

  it('has the same points with any number of threads', async () => {
    const [one, three] = await Promise.all([1, 3].map((threads) => pointsOf(scan(JITTER), roomOf(WALL), { threads })));
    expect(columnOf(three, 'x')).toEqual(columnOf(one, 'x'));
    expect(columnOf(one, 'x')).not.toEqual(columnOf(await pointsOf(scan(), roomOf(WALL)), 'x'));
  });
});

import { describe, expect, it } from 'vitest';
import { roundBeam } from '../../../src/scanner/resolve-divergence.js';
import type { Restriction } from '../../../src/survey/restriction.js';
import { outliers } from '../../support/outliers.js';
import { meshOf, rectangle, sceneOf } from '../../support/scenes.js';
import {
  AT_ORIGIN,
  columnOf,
  DEGREE,
  LEVEL,
  legOf,
  pointsOf,
  roomOf,
  scanOf,
  spinningScanner,
  tracedOf,
  wallAt,
} from '../instrument-scans.js';

const ALL: Restriction = { share: 1, active: { kind: 'always' } };
const station = { kind: 'station', position: [0, 0, 0], attitude: LEVEL } as const;
const scene = roomOf(20);

/** A turn of a VLP-16 in a room: 1809 shots of 16 lasers, each of which hits a wall. */
async function scanWith(restrictions: Restriction[], { threads = 1, legs = [legOf(station)], mount = AT_ORIGIN } = {}) {
  const [batches, all] = [
    await pointsOf(scanOf(spinningScanner(), legs, { restrictions, mount }), scene, { threads }),
    await pointsOf(scanOf(spinningScanner(), legs, { mount }), scene, { threads }),
  ];
  const dropped = columnOf(all, 'x').length - columnOf(batches, 'x').length;
  const [x, y, z, channel, time] = (['x', 'y', 'z', 'channel', 'gpsTime'] as const).map((key) =>
    columnOf(batches, key),
  );
  const azimuth = x.map((_, k) => Math.atan2(x[k], y[k]) / DEGREE);
  const elevation = x.map((_, k) => Math.atan2(z[k], Math.hypot(x[k], y[k])) / DEGREE);
  return { count: x.length, dropped, azimuth, elevation, channel, seconds: time.map((value) => value - 1000) };
}

const WHOLE = 1809 * 16;
const degrees = (from: number, to: number) => ({ from: from * DEGREE, to: to * DEGREE });

describe('pulses that are lost', () => {
  it('are none without restrictions', async () => {
    expect(await scanWith([])).toMatchObject({ count: WHOLE, dropped: 0 });
  });

  it('include those of the very first moment of a stretch', async () => {
    const { dropped, seconds } = await scanWith([{ ...ALL, active: { kind: 'once', from: 0, to: 1e-5 } }]);
    expect(dropped).toBe(16);
    expect(seconds.every((time) => time > 1e-5)).toBe(true);
  });

  it('are those of a sector, over the seam too', async () => {
    const { count, dropped, azimuth } = await scanWith([{ ...ALL, azimuth: degrees(170, 200) }]);
    expect(count + dropped).toBe(WHOLE);
    // 30° of 360° in steps of 0.199°: 150 or 151 shots.
    expect(dropped / 16).toBeGreaterThanOrEqual(150);
    expect(dropped / 16).toBeLessThanOrEqual(151);
    expect(outliers(azimuth, (angle) => angle < 170 && angle > -160)).toEqual([]);
  });

  it('are those of some elevations in a sector: both must hold', async () => {
    const { dropped, azimuth, elevation } = await scanWith([
      { ...ALL, azimuth: degrees(-10, 10), elevation: degrees(0, 4) },
    ]);
    // The lasers at 1° and 3°.
    expect(dropped % 2).toBe(0);
    expect(dropped / 2).toBeCloseTo(20 / 0.19907, -1);
    const isLeft = (angle: number, k: number) => Math.abs(angle) >= 10 || elevation[k] < 0 || elevation[k] > 4;
    expect(outliers(azimuth, isLeft)).toEqual([]);
  });

  it('are those of the sector in the frame of the scanner, its mount and the platform turned', async () => {
    const legs = [legOf({ ...station, attitude: { ...LEVEL, heading: 60 * DEGREE } })];
    const mount = { position: [0, 0, 0] as const, ...LEVEL, heading: 30 * DEGREE };
    const { azimuth } = await scanWith([{ ...ALL, azimuth: degrees(-20, 20) }], { legs, mount });
    // Forward of the scanner is 90° in the world.
    expect(outliers(azimuth, (angle) => angle < 70 || angle > 110)).toEqual([]);
    expect(azimuth.some((angle) => Math.abs(angle) < 5)).toBe(true);
  });

  it('are those of some lasers', async () => {
    const { count, channel } = await scanWith([{ ...ALL, channels: new Set([0, 5]) }]);
    expect(count).toBe((WHOLE / 16) * 14);
    expect([...new Set(channel)].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
  });

  it('are those of a time', async () => {
    const { seconds, dropped } = await scanWith([{ ...ALL, active: { kind: 'once', from: 0.02, to: 0.03 } }]);
    expect(dropped / 16).toBeCloseTo(0.01 / 55.296e-6, -1);
    expect(outliers(seconds, (time) => time < 0.02 || time >= 0.03 - 1e-6)).toEqual([]);
  });

  it('are those of recurring times, counted from the first pulse of the survey', async () => {
    const legs = [legOf(station), legOf(station, { startTime: 1000.105 })];
    const { seconds } = await scanWith(
      [{ ...ALL, active: { kind: 'periodic', period: 0.02, on: 0.005, phase: 0.01 } }],
      { legs },
    );
    const isLeft = (time: number) => {
      const since = (time - 0.01) / 0.02;
      return since < 0 || (since - Math.floor(since)) * 0.02 > 0.005 - 1e-6;
    };
    expect(outliers(seconds, isLeft)).toEqual([]);
    expect(seconds.some((time) => time > 0.105)).toBe(true);
    expect(seconds.some((time) => time < 0.004)).toBe(true);
  });

  it('are those of periods that begin later: none before', async () => {
    const active = { kind: 'periodic', phase: 0.05, period: 0.02, on: 0.01 } as const;
    const { dropped, seconds } = await scanWith([{ ...ALL, active }]);
    // A turn takes 0.1 s; lost are 0.05 … 0.06, 0.07 … 0.08 and 0.09 … 0.1 s.
    expect(Math.abs(dropped / WHOLE - 0.3)).toBeLessThan(0.002);
    expect(seconds.filter((time) => time < 0.05).length / WHOLE).toBeCloseTo(0.5, 2);
  });

  it('are those of stretches at random: whole stretches, about as many as requested', async () => {
    const active = { kind: 'random', probability: 0.3, duration: 0.001, seed: 4 } as const;
    const { seconds } = await scanWith([{ ...ALL, active }]);
    const stretches = new Set(seconds.map((time) => Math.floor(time / 0.001 + 1e-4)));
    const perStretch = seconds.filter((time) => Math.floor(time / 0.001 + 1e-4) === [...stretches][3]).length;
    expect(perStretch).toBeGreaterThanOrEqual(17 * 16);
    // 100 stretches, binomial: 70 ± 5 · √(100 · 0.3 · 0.7).
    expect(Math.abs(stretches.size - 70)).toBeLessThan(23);
    const other = await scanWith([{ ...ALL, active: { ...active, seed: 5 } }]);
    expect(other.seconds).not.toEqual(seconds);
  });

  it('are a share of them, drawn for each; other seeds of legs, other pulses', async () => {
    const legs = [legOf(station), legOf(station, { startTime: 2000 })];
    const { count, seconds, channel } = await scanWith([{ ...ALL, share: 0.25, channels: new Set([2]) }], { legs });
    // Of 2 · 1809 pulses of the laser a quarter is lost: 904 ± 5 · √(3618 · 0.25 · 0.75).
    expect(Math.abs(2 * WHOLE - count - 904.5)).toBeLessThan(130);
    const times = seconds.filter((_, k) => channel[k] === 2);
    const [first, second] = [
      times.filter((time) => time < 500),
      times.filter((time) => time > 500).map((time) => time - 1000),
    ];
    expect(second.map((time) => time.toFixed(5))).not.toEqual(first.map((time) => time.toFixed(5)));
  });

  it('are the same for one and two threads', async () => {
    const restrictions = [
      { ...ALL, share: 0.5 },
      { ...ALL, azimuth: degrees(10, 30) },
    ];
    expect(await scanWith(restrictions, { threads: 2 })).toEqual(await scanWith(restrictions));
  });
});

it('all returns of a pulse share its fate', async () => {
  // Restrictions look at the pulse alone: the remaining ones have all their returns.

  const fence = Array.from({ length: 200 }, (_, k) =>
    rectangle([-10 + k / 10, 10, -10], [0.05, 0, 0], [0, 0, 20]),
  ).flat();
  const wall = wallAt(30).meshes[0];
  const scanner = spinningScanner({ divergence: roundBeam(3e-3) });
  const scan = scanOf(scanner, [legOf(station)], {
    restrictions: [{ ...ALL, share: 0.5 }],
    footprint: { pattern: 'rings', subrays: 19, weights: 'gaussian' },
  });
  let several = 0;
  for (const { points, pulses } of await tracedOf(scan, sceneOf([meshOf(fence), wall]))) {
    const seen = new Map<number, number>();
    for (const pulse of pulses) seen.set(pulse, (seen.get(pulse) ?? 0) + 1);
    expect(Array.from(pulses, (pulse) => seen.get(pulse))).toEqual([...points.returnCount]);
    several += points.returnCount.filter((count) => count > 1).length;
  }
  expect(several).toBeGreaterThan(100);
});

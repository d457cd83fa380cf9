import { describe, expect, it } from 'vitest';
import type { Leg } from '../../src/platform/leg.js';
import { polygon } from '../../src/scanner/deflectors/polygon.js';
import type { RotatingPolygon } from '../../src/scanner/deflectors/resolve-polygon.js';
import { CYCLE_SHOTS_MAX, legFault, legTiming } from '../../src/scanner/leg-timing.js';
import type { Deflector } from '../../src/scanner/scanner.js';
import { LEVEL_MOUNT, pulsesOf, scannerWith, standing } from '../support/pulses.js';
import { trajectoryOf } from '../support/trajectories.js';

const DEGREE = Math.PI / 180;

/** Lines of 11 shots from −5° to 5°, 1 ms each, the next one 20 ms after the one before. */
const POLYGON: RotatingPolygon = {
  kind: 'polygon',
  pulseRateHz: 1000,
  elevationMin: -5 * DEGREE,
  elevationMax: 5 * DEGREE,
  verticalStep: DEGREE,
  horizontalStep: 0,
  facetAngle: 20 * DEGREE,
  lineRateMaxHz: 1000,
};

const moving = (duration: number): Leg => ({
  ...standing(1),
  path: { kind: 'straight', from: [0, 0, 0], to: [0, 10 * duration, 0], speed: 10, attitude: LEVEL_MOUNT },
});

describe('the pulses of a polygon', () => {
  it.each([
    ['half a pulse', 0.0005, 1],
    ['some of a line', 0.005, 5],
    ['a line', 0.011, 11],
    ['a line and a pause', 0.02, 11],
    ['a line, a pause and one pulse', 0.0205, 12],
    ['two lines and some', 0.0435, 26],
  ])('end with the leg: %s', async (_, duration, count) => {
    const leg = moving(duration);
    const { pulseCount } = legTiming(scannerWith(POLYGON), leg);
    expect(pulseCount).toBe(count);
    const { times } = await pulsesOf(scannerWith(POLYGON), leg, pulseCount);
    expect(times.at(-1)).toBeLessThan(duration);
  });

  it('end with the leg in the line under way at the start', () => {
    const scanner = scannerWith({ ...POLYGON, startElevation: 0 });
    expect(legTiming(scanner, moving(0.0025)).pulseCount).toBe(3);
    // Six shots to 5°, the next line 15 ms after the start.
    expect(legTiming(scanner, moving(0.0165)).pulseCount).toBe(8);
  });

  it('never leave two at a time, whatever the part of a step that the mirror is on', async () => {
    // A window of 10.7 steps: 10 or 11 shots a line, without a pause.
    const lines = { ...POLYGON, elevationMax: 5.7 * DEGREE, facetAngle: undefined };
    const scanner = scannerWith({ ...lines, startElevation: 5.6 * DEGREE });
    const { times: all, silent } = await pulsesOf(scanner, standing(0.05), 30);
    const times = all.filter((_, k) => silent[k] === 0);
    for (let k = 1; k < times.length; k++) expect(times[k] - times[k - 1]).toBeCloseTo(0.001, 9);
  });
});

describe('a polygon whose facet sweeps the window alone', () => {
  const WHOLE: RotatingPolygon = { ...POLYGON, facetAngle: undefined };

  it.each([
    ['from the window alone', WHOLE],
    ['by the same facet', { ...WHOLE, facetAngle: 10 * DEGREE }],
    ['by the rate of lines', { ...WHOLE, lineRateMaxHz: 100 }],
  ])('has lines of as many pulses as steps: %s', async (_, deflector) => {
    const scanner = scannerWith(deflector);
    const { pulseCount, cycle, cyclePeriod } = legTiming(scanner, moving(0.1));
    expect([pulseCount, cycle, cyclePeriod]).toEqual([100, 10, expect.closeTo(0.01, 12)]);
    const { times, directions } = await pulsesOf(scanner, moving(0.1), pulseCount);
    for (let k = 0; k < 100; k++) {
      expect(times[k]).toBeCloseTo(0.001 * k, 9);
      expect(Math.asin(directions[3 * k + 2]) / DEGREE).toBeCloseTo((k % 10) - 5, 4);
    }
  });

  it('is the limit of one that sweeps a little more', () => {
    const scanner = (facetAngle: number) => scannerWith({ ...WHOLE, facetAngle: facetAngle * DEGREE });
    const rate = (facetAngle: number) => polygon.rates(scanner(facetAngle).deflector as RotatingPolygon).lineRateHz;
    expect(rate(10)).toBeCloseTo(100, 9);
    expect(rate(10.01)).toBeCloseTo(99.9, 1);
  });

  it('goes on from the line under way', async () => {
    for (const startElevation of [-2, -2.3, 4, 4.6]) {
      const scanner = scannerWith({ ...WHOLE, startElevation: startElevation * DEGREE });
      const { times, directions } = await pulsesOf(scanner, standing(0.05), 50);
      for (let k = 0; k < 50; k++) expect(times[k]).toBeCloseTo(0.001 * k, 9);
      const elevations = Array.from({ length: 50 }, (_, k) => Math.asin(directions[3 * k + 2]) / DEGREE);
      expect(Math.max(...elevations)).toBeLessThan(5);
    }
  });

  it('has a pulse at both ends where lines restart, as in HELIOS++', () => {
    const scanner = scannerWith(WHOLE, { lines: 'restarted' });
    expect(legTiming(scanner, moving(0.1))).toMatchObject({ cycle: 11, cyclePeriod: expect.closeTo(0.011, 12) });
  });
});

describe('a leg that a record cannot hold', () => {
  const slow: Deflector = { kind: 'zigzag', pulseRateHz: 1e8, scanRateHz: 1e-3, fieldOfView: 1 };

  it('has a cycle of too many shots', () => {
    expect(legFault(scannerWith(slow), standing(1))).toBe(
      `has cycles of 100000000000 pulses, at most ${CYCLE_SHOTS_MAX} are possible; scan quicker, or fire fewer pulses`,
    );
    expect(legFault(scannerWith({ ...slow, scanRateHz: 1 }), standing(1))).toBeUndefined();
  });

  it('has a cycle without any shot', () => {
    expect(legFault(scannerWith({ ...slow, scanRateHz: 2e8 }), standing(1))).toMatch('has cycles of 0 pulses');
  });

  it('has pulses and a warm-up that are too many together', () => {
    const scanner = scannerWith({ ...slow, scanRateHz: 0.1 });
    expect(legFault(scanner, standing(42.9))).toBeUndefined();
    expect(legFault(scanner, standing(42.9, { warmup: 10 }))).toMatch('at most 4294967295 are possible; split it');
  });

  it('has no pulse at all', () => {
    expect(legFault(scannerWith(POLYGON), standing(0))).toBe('has no pulses, expected at least one');
    expect(legTiming(scannerWith(POLYGON), standing(0.0005)).pulseCount).toBe(1);
    expect(legFault(scannerWith(POLYGON), standing(0.0005))).toBeUndefined();
  });
});

describe('the head in a leg', () => {
  const turned = (rest: Partial<Leg>, rate = Math.PI / 2) =>
    legTiming(scannerWith(slowCone, { head: { axis: [0, 0, 1], rate } }), { ...standing(1), ...rest });
  const slowCone: Deflector = {
    kind: 'conic',
    pulseRateHz: 100,
    rotationRateHz: 10,
    halfAngleAcross: 0.3,
    halfAngleAlong: 0.3,
  };
  const station = { ...standing(1).path, duration: undefined } as Leg['path'];

  it('turns the way that the sector is written, and has pulses within it alone', () => {
    expect(turned({ azimuthStart: 1, azimuthEnd: 2 })).toMatchObject({ headRate: Math.PI / 2, sector: 1 });
    expect(turned({ azimuthStart: 2, azimuthEnd: 1 })).toMatchObject({ headRate: -Math.PI / 2, sector: 1 });
    expect(turned({ azimuthStart: 1, azimuthEnd: 1 + 2 * Math.PI })).toMatchObject({ sector: Infinity });
    expect(turned({ azimuthStart: 0, azimuthEnd: 6.28 })).toMatchObject({ sector: 6.28 });
    expect(turned({ azimuthStart: 1, azimuthEnd: 2 }, 0)).toMatchObject({ sector: Infinity });
  });

  it('says how long a station takes that does not say it itself', () => {
    const leg = { path: station, azimuthStart: 0, azimuthEnd: -Math.PI };
    expect(turned(leg)).toMatchObject({ duration: 2, pulseCount: 200 });
    expect(turned(leg, 0).pulseCount).toBeNaN();
    expect(legFault(scannerWith(slowCone), { ...standing(1), path: station })).toBe(
      'has no pulses, expected at least one',
    );
  });

  it('turns at the rate of a spinning stack or of a polygon', () => {
    const spinning: Deflector = { kind: 'spinning', rotationRateHz: 10, firingPeriod: 1e-3 };
    const half = { ...standing(1), path: station, azimuthStart: 0, azimuthEnd: Math.PI };
    expect(legTiming(scannerWith(spinning), half)).toMatchObject({
      headRate: 2 * Math.PI * 10,
      duration: expect.closeTo(0.05, 12),
      pulseCount: 50,
      sector: Math.PI,
    });
    // 20 ms a line; 91 lines of 2° begin within half a turn and a half.
    const lines = { ...POLYGON, horizontalStep: 2 * DEGREE };
    expect(legTiming(scannerWith(lines), { ...half, azimuthEnd: 181 * DEGREE })).toMatchObject({
      headRate: expect.closeTo((2 * DEGREE) / 0.02, 9),
      duration: expect.closeTo(91 * 0.02, 9),
      pulseCount: 91 * 11,
    });
    // Another head carries the mirror round: the sector takes a second.
    const carried = scannerWith(POLYGON, { head: { axis: [0, 0, 1], rate: Math.PI } });
    expect(legTiming(carried, half)).toMatchObject({
      headRate: Math.PI,
      duration: expect.closeTo(1, 12),
      pulseCount: 50 * 11,
    });
  });

  it('goes as long as the platform moves', () => {
    const trajectory = trajectoryOf([
      [0, 0, 0, 0],
      [2.5, 1, 0, 0],
    ]);
    expect(turned({ path: { kind: 'recorded', trajectory } }).pulseCount).toBe(250);
    expect(turned({ path: moving(3).path }).pulseCount).toBe(300);
  });

  it('counts as many lasers as there are', () => {
    const [laser] = scannerWith(slowCone).channels;
    expect(legTiming(scannerWith(slowCone, { channels: [laser, laser, laser] }), standing(1)).pulseCount).toBe(300);
  });
});

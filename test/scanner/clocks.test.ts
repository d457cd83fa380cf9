import { describe, expect, it } from 'vitest';
import type { Leg } from '../../src/platform/leg.js';
import { deflectorKind } from '../../src/scanner/deflectors/index.js';
import type { RotatingPolygon } from '../../src/scanner/deflectors/resolve-polygon.js';
import { legTiming } from '../../src/scanner/leg-timing.js';
import type { Deflector, Scanner } from '../../src/scanner/scanner.js';
import { pulsesOf, scannerWith, standing } from '../support/pulses.js';
import { checkClose } from '../support/quick-checks.js';
import { ONE_LASER } from '../support/scan.js';

const DEGREE = Math.PI / 180;

/** 10,000 pulses a second, a line of 40 of 100 steps of 0.5° 30.1 times a second: 332.2 steps from line to line. */
const FACETS: RotatingPolygon = {
  kind: 'polygon',
  pulseRateHz: 10_000,
  elevationMin: -25 * DEGREE,
  elevationMax: 25.2 * DEGREE,
  verticalStep: 0.5 * DEGREE,
  horizontalStep: 0,
  facetAngle: 120 * DEGREE,
  lineRateMaxHz: 30.1,
};
const STEPS = 10_000 / 30.1;
const WINDOW = 100.4;

interface Shot {
  /** Number of the shot by the laser's clock. */
  tick: number;
  elevation: number;
}

/** The shots that leave in a leg, of a deflector that fires along y and z. */
async function shotsOf(scanner: Scanner, leg: Leg, count?: number, first = 0): Promise<Shot[]> {
  const { pulseCount } = legTiming(scanner, leg);
  const { times, directions, silent } = await pulsesOf(scanner, leg, count ?? pulseCount, first);
  return Array.from(times, (time, k) => ({
    tick: Math.round(time * 10_000),
    elevation: Math.atan2(directions[3 * k + 2], directions[3 * k + 1]),
  })).filter((_, k) => silent[k] === 0);
}

/** Ticks of a leg, and the place of the mirror in its line then, in steps. */
const places = (seconds: number, steps: number, before = 0) =>
  Array.from({ length: seconds * 10_000 }, (_, tick) => ({ tick, place: (tick + before) % steps }));

function expectShots(shots: readonly Shot[], expected: readonly Shot[]): void {
  expect(shots.map(({ tick }) => tick)).toEqual(expected.map(({ tick }) => tick));
  shots.forEach(({ elevation }, k) => {
    checkClose(elevation, expected[k].elevation, 0.5e-6, `shot ${k}`);
  });
}

describe('the clock of a laser before a polygon mirror', () => {
  it('runs on between lines: each begins where the mirror has got to', async () => {
    const shots = await shotsOf(scannerWith(FACETS), standing(1));
    const expected = places(1, STEPS).filter(({ place }) => place <= WINDOW);
    expectShots(
      shots,
      expected.map(({ tick, place }) => ({ tick, elevation: (-25 + 0.5 * place) * DEGREE })),
    );
    expect(legTiming(scannerWith(FACETS), standing(1)).pulseCount).toBe(
      31 * 101 - (101 - shots.filter(({ tick }) => tick >= 30 * STEPS).length),
    );
  });

  it('gives lines one shot more or less, as it comes', async () => {
    const shots = await shotsOf(scannerWith(FACETS), standing(1));
    const counts = Array.from(
      { length: 30 },
      (_, line) => shots.filter(({ tick }) => Math.floor(tick / STEPS) === line).length,
    );
    expect(new Set(counts)).toEqual(new Set([100, 101]));
  });

  it('goes on with a line under way, and with a facet outside of its window', async () => {
    for (const startElevation of [-24.87, 3.33, 25.19, 60]) {
      const before = (startElevation + 25) / 0.5;
      const shots = await shotsOf(scannerWith({ ...FACETS, startElevation: startElevation * DEGREE }), standing(0.5));
      const expected = places(0.5, STEPS, before).filter(({ place }) => place <= WINDOW);
      expectShots(
        shots,
        expected.map(({ tick, place }) => ({ tick, elevation: (-25 + 0.5 * place) * DEGREE })),
      );
    }
  });

  it('leaves out no shot of a mirror that scans all round, or whose facets are the window', async () => {
    const round = { ...FACETS, elevationMin: -Math.PI, elevationMax: Math.PI - FACETS.verticalStep * 1.01 };
    const step = { ...round, verticalStep: (2 * Math.PI) / STEPS, elevationMax: Math.PI - (2 * Math.PI) / STEPS };
    const bare = { ...FACETS, facetAngle: undefined, lineRateMaxHz: 1e4 };
    for (const deflector of [{ ...step, facetAngle: undefined }, bare]) {
      const shots = await shotsOf(scannerWith(deflector), standing(0.5));
      expect(shots.map(({ tick }) => tick)).toEqual(Array.from({ length: 5000 }, (_, tick) => tick));
    }
  });

  it('is as exact after two thousand million shots', async () => {
    const leg = standing(1e7);
    const { pulseCount } = legTiming(scannerWith(FACETS), leg);
    const first = pulseCount - 1010;
    const { times, directions, silent } = await pulsesOf(scannerWith(FACETS), leg, 1000, first);
    let last = -1n;
    for (let k = 0; k < 1000; k++) {
      if (silent[k]) continue;
      const tick = BigInt(Math.round(times[k] * 10_000));
      expect(tick > last).toBe(true);
      last = tick;
      // 10,000/30.1 steps a line: in 301ths of a step.
      const place = Number((tick * 301n) % 100_000n) / 301;
      expect(place).toBeLessThanOrEqual(WINDOW + 1e-6);
      const elevation = Math.atan2(directions[3 * k + 2], directions[3 * k + 1]);
      expect(Math.abs(elevation - (-25 + 0.5 * place) * DEGREE)).toBeLessThan(1e-4 * FACETS.verticalStep + 1e-6);
    }
  });

  it('begins every line with a shot where the lines are a whole number of steps apart', async () => {
    const whole = { ...FACETS, lineRateMaxHz: 25 };
    const [running, restarted] = [scannerWith(whole), scannerWith(whole, { lines: 'restarted' })];
    const leg = standing(0.5);
    expect(legTiming(running, leg)).toEqual(legTiming(restarted, leg));
    expect(await pulsesOf(running, leg, 500)).toEqual(await pulsesOf(restarted, leg, 500));
  });

  it('begins every line with a shot by name', async () => {
    const shots = await shotsOf(scannerWith(FACETS, { lines: 'restarted' }), standing(0.2));
    expect(shots.filter(({ elevation }) => Math.abs(elevation + 25 * DEGREE) < 1e-7).length).toBe(7);
    expect(shots.length).toBe(6 * 101 + 7);
  });

  it('ends lines where the mirror leaves the window', () => {
    const scanner = scannerWith(FACETS);
    const timing = legTiming(scanner, standing(1));
    const strokes = deflectorKind(FACETS).strokes(FACETS, { ...timing, shots: 0 }, 0);
    const ends = Array.from({ length: 1010 }, (_, shot) => shot).filter(
      (shot) => strokes?.of(shot) !== strokes?.of(shot + 1),
    );
    expect(ends.length).toBe(10);
    // A number whose shot does not leave belongs to the line behind it.
    expect(ends.map((shot) => shot % 101)).toContain(99);
    expect(ends.map((shot) => shot % 101)).toContain(100);
  });
});

/** 10,000 pulses a second, 71 lines a second: 140.8 steps a line. */
const LINES = { pulseRateHz: 10_000, scanRateHz: 71, fieldOfView: 60 * DEGREE } as const;
const LINE_STEPS = 10_000 / 71;

describe('the clock of a laser before lines without a gap', () => {
  it.each([0, 0.3217])('runs on in parallel lines, after %d s', async (warmup) => {
    const scanner = scannerWith({ kind: 'parallel', ...LINES });
    const before = Math.round(warmup * 10_000);
    const expected = places(1, LINE_STEPS, before).map(({ tick, place }) => ({
      tick,
      elevation: (-30 + (60 * place) / LINE_STEPS) * DEGREE,
    }));
    expectShots(await shotsOf(scanner, standing(1, { warmup })), expected);
  });

  it.each([0, 0.3217])('runs on in a zigzag and an even swing, after %d s', async (warmup) => {
    const before = Math.round(warmup * 10_000);
    const expected = places(1, 2 * LINE_STEPS, before).map(({ tick, place }) => ({
      tick,
      elevation: (-30 + (60 * Math.min(place, 2 * LINE_STEPS - place)) / LINE_STEPS) * DEGREE,
    }));
    const leg = standing(1, { warmup });
    const swing = { kind: 'oscillating', pulseRateHz: 10_000, scanRateHz: 35.5, halfAngle: 30 * DEGREE } as const;
    for (const deflector of [
      { kind: 'zigzag', ...LINES },
      { ...swing, motion: 'linear', turningPulses: 0 },
    ] satisfies Deflector[])
      expectShots(await shotsOf(scannerWith(deflector), leg), expected);
  });

  it('turns a mirror that slows down at its ends without a leap', async () => {
    const swing = { pulseRateHz: 10_000, scanRateHz: 35.5, halfAngle: 30 * DEGREE, turningPulses: 10 };
    const deflector = { kind: 'oscillating', motion: 'linear', ...swing } as const;
    const shots = await shotsOf(scannerWith(deflector), standing(1));
    // The parabola of a turn of 2τ = 10 shots ends (2τ − 1) / (2τ − 2) times as steep as the line behind it.
    const even = (9 / 8) * ((60 * DEGREE) / (LINE_STEPS - 5.5));
    for (let k = 1; k < shots.length; k++)
      checkClose(shots[k].elevation, shots[k - 1].elevation, even + 1e-7, `shot ${k}`);
    expect(Math.max(...shots.map(({ elevation }) => elevation))).toBeGreaterThan(29.9 * DEGREE);
    expect(Math.max(...shots.map(({ elevation }) => elevation))).toBeLessThan(30 * DEGREE + 0.1 * even);
  });

  it('tells the ends of lines', () => {
    for (const [kind, perSecond] of [
      ['parallel', 71],
      ['zigzag', 71],
    ] as const) {
      const deflector = { kind, ...LINES };
      const timing = legTiming(scannerWith(deflector), standing(1));
      const strokes = deflectorKind(deflector).strokes(deflector, { ...timing, shots: 0 }, 0);
      const ends = Array.from({ length: 9999 }, (_, shot) => Number(strokes?.of(shot) !== strokes?.of(shot + 1)));
      expect(ends.reduce((sum, end) => sum + end, 0)).toBe(perSecond - 1);
    }
  });
});

describe('a channel that fires later than its shot', () => {
  const LATER = [ONE_LASER, { ...ONE_LASER, fireTime: 37e-6 }];

  it.each([
    ['a polygon', FACETS, 0.5 * DEGREE],
    ['parallel lines', { kind: 'parallel', ...LINES }, (60 * DEGREE) / LINE_STEPS],
  ] as [string, Deflector, number][])('finds the mirror farther on: %s', async (_, deflector, step) => {
    const { directions, times } = await pulsesOf(scannerWith(deflector, { channels: LATER }), standing(1), 200);
    const elevations = Array.from(times, (_, k) => Math.atan2(directions[3 * k + 2], directions[3 * k + 1]));
    for (let shot = 0; shot < 100; shot++) {
      expect(times[2 * shot + 1] - times[2 * shot]).toBeCloseTo(37e-6, 12);
      expect(elevations[2 * shot + 1] - elevations[2 * shot]).toBeCloseTo(0.37 * step, 6);
    }
  });

  it('finds a beam that goes round farther on', async () => {
    const cone = {
      kind: 'conic',
      pulseRateHz: 10_000,
      rotationRateHz: 80,
      halfAngleAcross: 0.3,
      halfAngleAlong: 0.3,
    } as const;
    const { directions, times } = await pulsesOf(scannerWith(cone, { channels: LATER }), standing(1), 200);
    const phase = (k: number) => Math.atan2(directions[3 * k], directions[3 * k + 2]);
    for (let shot = 0; shot < 100; shot++) {
      const turned = phase(2 * shot + 1) - phase(2 * shot);
      expect(turned - 2 * Math.PI * Math.round(turned / (2 * Math.PI))).toBeCloseTo(2 * Math.PI * 80 * 37e-6, 5);
    }
    expect(times.length).toBe(200);
  });

  it('sees fibres and patterns as they are, and a mirror that waits', async () => {
    const fibres = { kind: 'line', pulseRateHz: 10_000, halfAngle: 0.1, fibres: 50 } as const;
    const pattern = {
      kind: 'pattern',
      pulseRateHz: 10_000,
      directions: Float64Array.of(0, 1, 0, 0.6, 0.8, 0),
    } as const;
    for (const scanner of [
      scannerWith(fibres, { channels: LATER }),
      scannerWith(pattern, { channels: LATER }),
      scannerWith(FACETS, { channels: LATER, lines: 'restarted' }),
    ]) {
      const { directions } = await pulsesOf(scanner, standing(1), 20);
      for (let shot = 0; shot < 10; shot++)
        expect(directions.slice(6 * shot, 6 * shot + 3)).toEqual(directions.slice(6 * shot + 3, 6 * shot + 6));
    }
  });
});

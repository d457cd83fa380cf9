import { describe, expect, it } from 'vitest';
import { cross, dot, normalize, subtract, type Vec3 } from '../../src/base/vec3.js';
import { BLOCK_PULSES, Pulse } from '../../src/device/records.generated.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import { type Jitter, type JitterSource, NO_JITTER, withConstants } from '../../src/platform/jitter.js';
import { KernelRun } from '../support/kernel-run.js';
import { differences, outliers } from '../support/outliers.js';
import { vectorAt } from '../support/perturbed.js';
import { ONE_LASER, settingsWith, station, testScanner } from '../support/scan.js';
import { correlation, deviation, kolmogorovDistance, mean } from '../support/statistics.js';

const DEGREE = Math.PI / 180;
const COUNT = 8192;
const FIRST = 1000;
/** Deviation from 0 of a correlation of so many numbers, four standard deviations. */
const UNLIKE = 4 / Math.sqrt(COUNT);
const NONE = [NO_JITTER, NO_JITTER, NO_JITTER] as const;
const NEVER: Jitter = { position: NONE, attitude: NONE };

const normal = (sigma: number, more: Partial<JitterSource> = {}): JitterSource => ({
  of: { kind: 'normal', mean: 0, sigma },
  hold: 1,
  ...more,
});
const even = (min: number, max: number): JitterSource => ({ of: { kind: 'uniform', min, max }, hold: 1 });
const always = (mean: number): JitterSource => ({ of: { kind: 'normal', mean, sigma: 0 }, hold: 1 });

/** The pulses of a leg with this jitter: a spinning head of four lasers, awry. */
function pulsesWith(jitter: Jitter | undefined): ArrayBuffer {
  const program = createPulseProgram({
    scanner: testScanner({
      deflector: { kind: 'spinning', rotationRateHz: 10, firingPeriod: 50e-6 },
      channels: [-15, -5, 5, 15].map((degrees) => ({ ...ONE_LASER, elevation: degrees * DEGREE })),
    }),
    mount: { position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 },
    leg: {
      ...station([1, 2, 3], { sectorDeg: 360, attitude: { heading: 0.7, pitch: 0.3, roll: -0.2 } }),
    },
    frameOrigin: [0, 0, 0],
    jitter: jitter && withConstants(jitter, 1),
  });
  const run = new KernelRun(settingsWith({ jitter: jitter !== undefined }), program);
  const all = new Uint8Array(COUNT * Pulse.SIZE);
  for (let done = 0; done < COUNT; done += BLOCK_PULSES)
    all.set(new Uint8Array(run.pulses(FIRST + done, BLOCK_PULSES)), done * Pulse.SIZE);
  return all.buffer;
}

const still = pulsesWith(undefined);

interface Beam {
  origin: Vec3;
  right: Vec3;
  ahead: Vec3;
}

const beamsOf = (pulses: ArrayBuffer): Beam[] =>
  Array.from({ length: COUNT }, (_, k) => {
    const [origin, right, ahead] = [Pulse.origin, Pulse.right, Pulse.direction].map((field) =>
      vectorAt(pulses, k * Pulse.SIZE + field),
    );
    return { origin, right, ahead };
  });

const steady = beamsOf(still);

/** Shifts of origins along x, y and z of the world. */
const shiftsOf = (jitter: Jitter, axis: number): number[] =>
  beamsOf(pulsesWith(jitter)).map(({ origin }, k) => origin[axis] - steady[k].origin[axis]);

/** The moved frame (right, ahead, up) in that of the beam without jitter: rows are coordinates, columns its axes. */
const turnsOf = (jitter: Jitter): Vec3[][] =>
  beamsOf(pulsesWith(jitter)).map(({ right, ahead }, k) => {
    const was = steady[k];
    const axes = [was.right, was.ahead, cross(was.right, was.ahead)];
    return [right, ahead, cross(right, ahead)].map(
      (axis): Vec3 => [dot(axis, axes[0]), dot(axis, axes[1]), dot(axis, axes[2])],
    );
  });

function expectNormal(numbers: readonly number[], sigma: number, draws = numbers.length): void {
  expect(Math.abs(mean(numbers)) / sigma).toBeLessThan(4 / Math.sqrt(draws));
  expect(Math.abs(deviation(numbers) / sigma - 1)).toBeLessThan(4 / Math.sqrt(2 * draws));
  expect(kolmogorovDistance(numbers.map((number) => number / sigma))).toBeLessThan(1.95 / Math.sqrt(draws));
}

const position = (axis: number, source: JitterSource): Jitter => ({
  ...NEVER,
  position: [0, 1, 2].map((k) => (k === axis ? source : NO_JITTER)) as unknown as Jitter['position'],
});
const attitude = (axis: number, source: JitterSource): Jitter => ({
  ...NEVER,
  attitude: [0, 1, 2].map((k) => (k === axis ? source : NO_JITTER)) as unknown as Jitter['attitude'],
});

describe('jitter of the position', () => {
  it.each([0, 1, 2])('is normal along its axis of the world, and along no other: %d', (axis) => {
    const jitter = position(axis, normal(0.05));
    expectNormal(shiftsOf(jitter, axis), 0.05);
    for (const other of [0, 1, 2])
      if (other !== axis) expect(shiftsOf(jitter, other).every((by) => by === 0)).toBe(true);
    expect(beamsOf(pulsesWith(jitter)).map(({ ahead }) => ahead)).toEqual(steady.map(({ ahead }) => ahead));
  });

  it('is uniform between its bounds', () => {
    const shifts = shiftsOf(position(1, even(-0.1, 0.3)), 1);
    expect(Math.min(...shifts)).toBeGreaterThan(-0.1 - 1e-6);
    expect(Math.max(...shifts)).toBeLessThan(0.3 + 1e-6);
    const sigma = 0.4 / Math.sqrt(12);
    expect(Math.abs(mean(shifts) - 0.1)).toBeLessThan((4 * sigma) / Math.sqrt(COUNT));
    // The kurtosis of a uniform distribution is 1.8.
    expect(Math.abs(deviation(shifts) / sigma - 1)).toBeLessThan(4 * Math.sqrt(0.8 / (4 * COUNT)));
  });

  it('has what lies beyond its bounds at these', () => {
    const shifts = shiftsOf(position(0, normal(1, { clip: [-0.5, 1] })), 0);
    // Shares of a normal distribution below −0.5 and above 1.
    for (const [bound, share] of [
      [-0.5, 0.3085],
      [1, 0.1587],
    ]) {
      const at = shifts.filter((by) => Math.abs(by - bound) < 1e-6).length / COUNT;
      expect(Math.abs(at - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / COUNT));
    }
    expect(Math.min(...shifts)).toBeGreaterThan(-0.5 - 1e-6);
    expect(Math.max(...shifts)).toBeLessThan(1 + 1e-6);
  });

  it('is drawn anew for each pulse and each axis', () => {
    const all = normal(0.05);
    const jitter: Jitter = { position: [all, all, all], attitude: [normal(1e-3), NO_JITTER, NO_JITTER] };
    const shifts = [0, 1, 2].map((axis) => shiftsOf(jitter, axis));
    for (const numbers of shifts)
      for (const lag of [1, 4])
        expect(Math.abs(correlation(numbers.slice(lag), numbers.slice(0, -lag)))).toBeLessThan(UNLIKE);
    const raised = turnsOf(jitter).map(([, ahead]) => ahead[2]);
    for (const [a, b] of [
      [0, 1],
      [1, 2],
      [0, 2],
    ])
      expect(Math.abs(correlation(shifts[a], shifts[b]))).toBeLessThan(UNLIKE);
    expect(Math.abs(correlation(shifts[0], raised))).toBeLessThan(UNLIKE);
  });

  it('is the same for as many pulses as share a draw', () => {
    const hold = 8;
    const shifts = shiftsOf(position(2, normal(0.05, { hold })), 2);
    expectNormal(shifts, 0.05, COUNT / hold);
    const draws = shifts.map((by, k) => ({ by, of: Math.floor((FIRST + k) / hold) }));
    // f32 at 3 m.
    const steps = Array.from({ length: COUNT - 1 }, (_, k) => ({ before: draws[k], next: draws[k + 1] }));
    const isRight = ({ next, before }: (typeof steps)[number]) =>
      next.of === before.of ? Math.abs(next.by - before.by) < 1e-6 : next.by !== before.by;
    expect(outliers(steps, isRight)).toEqual([]);
  });

  it('is one number where the whole survey shares it, which follows from the seed', () => {
    const held = position(2, normal(0.05, { hold: Number.POSITIVE_INFINITY }));
    const numbers = Array.from({ length: 4000 }, (_, seed) => {
      const { of } = withConstants(held, seed).position[2];
      return of.kind === 'normal' ? of.mean : Number.NaN;
    });
    expectNormal(numbers, 0.05);
    const shifts = shiftsOf(held, 2);
    expect(Math.max(...shifts) - Math.min(...shifts)).toBeLessThan(1e-6);
    expect(shifts[0]).toBeCloseTo(numbers[1], 5);
  });
});

describe('jitter of the attitude', () => {
  it('turns the beam about its own axes: up, about itself, to the side', () => {
    const sigma = 2e-3;
    // Angles by two of the axes, of which one is turned towards the other.
    expectNormal(
      turnsOf(attitude(0, normal(sigma))).map(([, ahead]) => Math.atan2(ahead[2], ahead[1])),
      sigma,
    );
    expectNormal(
      turnsOf(attitude(1, normal(sigma))).map(([right]) => Math.atan2(-right[2], right[0])),
      sigma,
    );
    expectNormal(
      turnsOf(attitude(2, normal(sigma))).map(([, ahead]) => Math.atan2(-ahead[0], ahead[1])),
      sigma,
    );
  });

  it.each([1e-6, 0.02, 0.9, 2, -3.1, 9.5])(
    'is a rotation about x, then y, then z of the beam as it lies: %d rad',
    (angle) => {
      const [a, b, c] = [angle, 0.7 * angle, -1.3 * angle];
      const jitter: Jitter = { ...NEVER, attitude: [always(a), always(b), always(c)] };
      const expected = product(rotationX(a), product(rotationY(b), rotationZ(c)));
      for (const turned of turnsOf(jitter).slice(0, 20))
        turned.forEach((axis, column) => {
          axis.forEach((coordinate, row) => {
            expect(Math.abs(coordinate - expected[row][column])).toBeLessThan(1e-6);
          });
        });
    },
  );

  it('keeps lengths, and right angles', () => {
    const wide = normal(1);
    const beams = beamsOf(pulsesWith({ ...NEVER, attitude: [wide, wide, wide] }));
    expect(outliers(beams, ({ ahead }) => Math.abs(dot(ahead, ahead) - 1) < 4e-7)).toEqual([]);
    expect(outliers(beams, ({ right }) => Math.abs(dot(right, right) - 1) < 4e-7)).toEqual([]);
    expect(outliers(beams, ({ right, ahead }) => Math.abs(dot(right, ahead)) < 1e-6)).toEqual([]);
  });

  it('leaves every bit as it was if it is none', () => {
    expect(differences(new Uint32Array(pulsesWith(NEVER)), new Uint32Array(still))).toEqual([]);
    expect(subtract(normalize(steady[0].ahead), steady[0].ahead)).toEqual([0, 1, 2].map(() => expect.closeTo(0, 6)));
  });
});

type Matrix = readonly (readonly number[])[];

const product = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => [0, 1, 2].map((column) => row.reduce((sum, value, k) => sum + value * b[k][column], 0)));
const [sin, cos] = [Math.sin, Math.cos];
const rotationX = (t: number): Matrix => [
  [1, 0, 0],
  [0, cos(t), -sin(t)],
  [0, sin(t), cos(t)],
];
const rotationY = (t: number): Matrix => [
  [cos(t), 0, sin(t)],
  [0, 1, 0],
  [-sin(t), 0, cos(t)],
];
const rotationZ = (t: number): Matrix => [
  [cos(t), -sin(t), 0],
  [sin(t), cos(t), 0],
  [0, 0, 1],
];

import { describe, expect, it } from 'vitest';
import { cross, dot, length, subtract, type Vec3 } from '../../src/base/vec3.js';
import type { PulseProgram } from '../../src/device/pulse-program.js';
import { Point, Pulse } from '../../src/device/records.generated.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import type { Deflector, Detection } from '../../src/scanner/scanner.js';
import { gpuFound, NEEDS_GPU } from '../support/gpu-run.js';
import { type Perturbed, perturbedOnCpu, perturbedOnGpu, returnsAt, vectorAt } from '../support/perturbed.js';
import { ONE_LASER, station, testScanner } from '../support/scan.js';
import { correlation, deviation, kolmogorovDistance, kurtosis, mean } from '../support/statistics.js';

const DEGREE = Math.PI / 180;

/** Pulses, each with a return at every range. */
const COUNT = 4096;
const FIRST = 1000;
/** Deviation from 0 of a correlation of so many numbers, four standard deviations. */
const UNLIKE = 4 / Math.sqrt(COUNT);
/** Uncertainty of f32 for a point so near, metres. */
const ROUNDING = 2e-5;
const TILTED = { heading: 0.7, pitch: 0.3, roll: -0.2 };

const SPINNING = { kind: 'spinning', rotationRateHz: 10, firingPeriod: 50e-6 } as const;
const STILL_POLYGON = {
  kind: 'polygon',
  pulseRateHz: 100_000,
  elevationMin: -40 * DEGREE,
  elevationMax: 60 * DEGREE,
  verticalStep: 0.5 * DEGREE,
  horizontalStep: 0,
  lineRateMaxHz: 500,
} as const;

/** An instrument of this noise on a tripod that stands awry. */
function programOf(detection: Partial<Detection>, deflector: Deflector): PulseProgram {
  const channels = [-15, -5, 5, 15].map((degrees) => ({ ...ONE_LASER, elevation: degrees * DEGREE }));
  const scanner = testScanner({ detection, deflector, channels });
  const leg = { ...station([1, 2, 3], { sectorDeg: 360, attitude: TILTED }), duration: 10 };
  const mount = { position: [0, 0, 0] as Vec3, heading: 0, pitch: 0, roll: 0 };
  return createPulseProgram({ scanner, mount, leg, frameOrigin: [0, 0, 0] });
}

interface Reading {
  /** Of the ray, radians: to its right, upwards; about the head's axis. */
  right: number;
  up: number;
  /**
   * Of the distance from the pulse's origin, of the place along the head's axis and of the range
   * that is recorded, metres.
   */
  distance: number;
  height: number;
  range: number;
}

/** The errors of all points, in their order. */
function readingsOf({ pulses, before, after }: Perturbed): Reading[] {
  const [was, is] = [new DataView(before), new DataView(after)];
  const returns = before.byteLength / pulses.byteLength / (Point.SIZE / Pulse.SIZE);
  return Array.from({ length: before.byteLength / Point.SIZE }, (_, k) => {
    const [at, pulse] = [k * Point.SIZE, Math.floor(k / returns) * Pulse.SIZE];
    const [origin, ray, right, axis] = [Pulse.origin, Pulse.direction, Pulse.right, Pulse.headAxis].map((field) =>
      vectorAt(pulses, pulse + field),
    );
    const [from, to] = [before, after].map((points) => subtract(vectorAt(points, at + Point.position), origin));
    const moved = subtract(to, from);
    const range = was.getFloat32(at + Point.range, true);
    return {
      right: dot(moved, right) / range,
      up: dot(moved, cross(right, ray)) / range,
      distance: length(to) - length(from),
      height: dot(moved, axis),
      range: is.getFloat32(at + Point.range, true) - range,
    };
  });
}

const of = (readings: readonly Reading[], key: keyof Reading) => readings.map((reading) => reading[key]);

/**
 * Four standard deviations of the mean, the deviation and the kurtosis of so many normal numbers; the 0.1 % of
 * Kolmogorov.
 */
function expectNormal(numbers: readonly number[], sigma: number): void {
  const n = numbers.length;
  expect(Math.abs(mean(numbers)) / sigma).toBeLessThan(4 / Math.sqrt(n));
  expect(Math.abs(deviation(numbers) / sigma - 1)).toBeLessThan(4 / Math.sqrt(2 * n));
  expect(Math.abs(kurtosis(numbers) - 3)).toBeLessThan(4 * Math.sqrt(24 / n));
  expect(kolmogorovDistance(numbers.map((number) => number / sigma))).toBeLessThan(1.95 / Math.sqrt(n));
}

const DEVICES = [
  { device: 'CPU', perturb: perturbedOnCpu, found: true },
  { device: `GPU${NEEDS_GPU}`, perturb: perturbedOnGpu, found: gpuFound },
];

describe.each(DEVICES)('noise of the instrument on the $device', ({ perturb, found }) => {
  const read = async (detection: Partial<Detection>, ranges = [20], deflector: Deflector = SPINNING) =>
    readingsOf(
      await perturb({
        program: programOf(detection, deflector),
        first: FIRST,
        count: COUNT,
        returnsOf: (pulses) => returnsAt(pulses, ranges),
      }),
    );

  describe.skipIf(!found)('of ranges', () => {
    it.each([10, 50, 200])('are normal and grow with the range: at %d m', async (range) => {
      const readings = await read({ rangeNoise: 0.02, rangeNoisePerMetre: 1e-3 }, [range]);
      const sigma = 0.02 + 1e-3 * range;
      expectNormal(of(readings, 'range'), sigma);
      expectNormal(of(readings, 'distance'), sigma);
      expect(Math.max(...of(readings, 'right').map(Math.abs), ...of(readings, 'up').map(Math.abs))).toBeLessThan(1e-5);
    });

    it('keep their numbers whatever they grow by', async () => {
      const [constant, growing] = [await read({ rangeNoise: 0.5 }), await read({ rangeNoisePerMetre: 0.025 })];
      growing.forEach(({ range }, k) => {
        expect(Math.abs(range - constant[k].range)).toBeLessThan(1e-5);
      });
    });
  });

  describe.skipIf(!found)('of the angle about the axis', () => {
    it('turns points about the axis of the head and nothing else', async () => {
      const readings = await read({ axisAngleNoise: 1e-3 });
      expect(Math.max(...of(readings, 'height').map(Math.abs))).toBeLessThan(ROUNDING);
      expect(Math.max(...of(readings, 'distance').map(Math.abs))).toBeLessThan(ROUNDING);
      expect(of(readings, 'range').every((error) => error === 0)).toBe(true);
      // Lasers at 5 and 15 degrees from the plane across the axis.
      const turns = readings.map(({ right }, k) => right / Math.cos((((k + FIRST) % 4) * 10 - 15) * DEGREE));
      expectNormal(turns, 1e-3);
    });

    it('moves points upwards where no head turns: about the axis of the polygon', async () => {
      const readings = await read({ axisAngleNoise: 1e-3 }, [20], STILL_POLYGON);
      expectNormal(of(readings, 'up'), 1e-3);
      expect(Math.max(...of(readings, 'right').map(Math.abs))).toBeLessThan(2e-6);
    });
  });

  describe.skipIf(!found)('of the ray', () => {
    it('is normal and the same in all directions across the ray', async () => {
      const readings = await read({ rayAngleNoise: 1e-3 });
      for (const key of ['right', 'up'] as const) expectNormal(of(readings, key), 1e-3);
      for (const angle of [0.3, 0.8, 2]) {
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        expectNormal(
          readings.map(({ right, up }) => c * right + s * up),
          1e-3,
        );
      }
      expect(Math.abs(correlation(of(readings, 'right'), of(readings, 'up')))).toBeLessThan(UNLIKE);
    });

    it('keeps distances, be it large', async () => {
      const readings = await read({ rayAngleNoise: 5 * DEGREE });
      expect(Math.max(...of(readings, 'distance').map(Math.abs))).toBeLessThan(ROUNDING);
      expect(deviation(of(readings, 'up'))).toBeGreaterThan(0.08);
    });

    it('moves all returns of a pulse together', async () => {
      const readings = await read({ rayAngleNoise: 1e-3, axisAngleNoise: 1e-3 }, [20, 60]);
      for (let k = 0; k < readings.length; k += 2) {
        expect(Math.abs(readings[k].right - readings[k + 1].right)).toBeLessThan(2e-6);
        expect(Math.abs(readings[k].up - readings[k + 1].up)).toBeLessThan(2e-6);
      }
    });

    it('has nothing to do with that of other pulses and of the range', async () => {
      const readings = await read({ rayAngleNoise: 1e-3, rangeNoise: 0.02 });
      for (const key of ['right', 'up'] as const) {
        const numbers = of(readings, key);
        expect(Math.abs(correlation(numbers, of(readings, 'range')))).toBeLessThan(UNLIKE);
        // The next pulse, the next of the same laser.
        for (const lag of [1, 4])
          expect(Math.abs(correlation(numbers.slice(lag), numbers.slice(0, -lag)))).toBeLessThan(UNLIKE);
      }
    });

    it('has nothing to do with that about the axis', async () => {
      const [ray, axis] = [await read({ rayAngleNoise: 1e-3 }), await read({ axisAngleNoise: 1e-3 })];
      for (const key of ['right', 'up'] as const)
        expect(Math.abs(correlation(of(ray, key), of(axis, 'right')))).toBeLessThan(UNLIKE);
    });
  });
});

import { describe, expect, it } from 'vitest';
import type { PulseProgram } from '../../../src/device/pulse-program.js';
import { Instrument, Point, Pulse } from '../../../src/device/records.generated.js';
import { gpuFound, NEEDS_GPU } from '../../support/gpu-run.js';
import { PROGRAMS } from '../../support/legs.js';
import { deviations } from '../../support/outliers.js';
import { perturbedOnCpu, perturbedOnGpu } from '../../support/perturbed.js';
import { random } from '../../support/scenes.js';

/** Odd: the CPU shifts two at a time, and the last one alone. */
const COUNT = 255;
const FIRST = 40_000;
const SEED = 9;
const program = PROGRAMS['a spinning array in the air'];

type Noise = Partial<
  Record<'rangeNoise' | 'rangeNoisePerMetre' | 'headAngleNoise' | 'rightAngleNoise' | 'upAngleNoise', number>
>;

/** The program, of an instrument of that noise. */
function programWith(noise: Noise): PulseProgram {
  const instrument = program.buffers.instrument.slice(0);
  for (const [field, value] of Object.entries(noise))
    new DataView(instrument).setFloat32(Instrument[field as keyof Noise], value, true);
  return { ...program, buffers: { ...program.buffers, instrument } };
}

/** A return of every pulse, somewhere. */
function returns(pulses: ArrayBuffer): ArrayBuffer {
  const next = random(SEED);
  const records = new DataView(new ArrayBuffer(COUNT * Point.SIZE));
  for (let k = 0; k < COUNT; k++) {
    const at = k * Point.SIZE;
    for (let axis = 0; axis < 12; axis += 4)
      records.setFloat32(at + Point.position + axis, (next() - 0.5) * 2000, true);
    records.setFloat32(at + Point.range, next() * 1500, true);
    records.setFloat32(at + Point.energy, 1, true);
    records.setUint32(at + Point.pulse, new DataView(pulses).getUint32(k * Pulse.SIZE + Pulse.number, true), true);
    records.setUint32(at + Point.returnNumber, 1 + (k % 5), true);
  }
  return records.buffer;
}

/** Points before noise, and after it on both devices. */
async function perturbed(noise: Noise) {
  const input = { program: programWith(noise), first: FIRST, count: COUNT, returnsOf: returns };
  const { before, after: expected } = await perturbedOnCpu(input);
  const { after: actual } = await perturbedOnGpu(input);
  const [was, cpu, gpu] = [before, expected, actual].map((records) => new Float32Array(records));
  return { before: was, expected: cpu, actual: gpu };
}

const columnOf = (records: Float32Array, offset: number) =>
  records.filter((_, k) => k % (Point.SIZE / 4) === offset / 4);

/** Noise, and how many of the numbers may differ in the last bit: angles move a coordinate that is small by much. */
const NOISES: [string, Noise, number][] = [
  ['ranges', { rangeNoise: 0.02 }, 0.01],
  ['growing ranges', { rangeNoise: 0.01, rangeNoisePerMetre: 1e-4 }, 0.01],
  ['angles', { headAngleNoise: 1e-3, rightAngleNoise: 1e-3, upAngleNoise: 2e-3 }, 0.03],
  ['ranges and angles', { rangeNoise: 0.02, headAngleNoise: 1e-3 }, 0.02],
];

describe.skipIf(!gpuFound)(`noise of the instrument on the GPU, seed ${SEED}${NEEDS_GPU}`, () => {
  it.each(NOISES)('moves returns as on the CPU, to the last bit but for some: %s', async (_, noise, share) => {
    const { actual, expected } = await perturbed(noise);
    const unlike = actual.filter((value, k) => value !== expected[k]).length;
    expect(unlike).toBeLessThan(share * 4 * COUNT);
    expect(deviations(actual, expected, 2 ** -12)).toEqual([]);
  });

  it('has the standard deviation asked for, along the beam', async () => {
    const { actual, before } = await perturbed({ rangeNoise: 0.5 });
    const shifts = columnOf(actual, Point.range).map((range, k) => range - columnOf(before, Point.range)[k]);
    const deviation = Math.sqrt(shifts.reduce((sum, s) => sum + s * s, 0) / COUNT);
    // Three standard errors of the deviation of that many numbers.
    expect(Math.abs(deviation / 0.5 - 1)).toBeLessThan(3 / Math.sqrt(2 * COUNT));
    const moved = (k: number) =>
      Math.hypot(...[0, 4, 8].map((axis) => columnOf(actual, axis)[k] - columnOf(before, axis)[k]));
    shifts.slice(0, 32).forEach((s, k) => {
      expect(Math.abs(moved(k) - Math.abs(s))).toBeLessThan(1e-3);
    });
  });

  it('leaves returns alone on both devices where there is none', async () => {
    const { actual, expected, before } = await perturbed({ rangeNoise: 0 });
    for (const read of [actual, expected]) expect(new Uint8Array(read.buffer)).toEqual(new Uint8Array(before.buffer));
  });
});

import { describe, expect, it } from 'vitest';
import type { PulseProgram } from '../../../src/device/pulse-program.js';
import { Instrument, Point } from '../../../src/device/records.generated.js';
import { gpuFound, NEEDS_GPU, runOnGpu } from '../../support/gpu-run.js';
import { KernelRun } from '../../support/kernel-run.js';
import { PROGRAMS } from '../../support/legs.js';
import { settingsWith } from '../../support/scan.js';
import { random } from '../../support/scenes.js';

const COUNT = 256;
const FIRST = 40_000;
const SEED = 9;
const program = PROGRAMS['a spinning array in the air'];

const settings = settingsWith();

/** The program, of an instrument of that noise. */
function programWith(rangeNoise: number): PulseProgram {
  const instrument = program.buffers.instrument.slice(0);
  new DataView(instrument).setFloat32(Instrument.rangeNoise, rangeNoise, true);
  return { ...program, buffers: { ...program.buffers, instrument } };
}

/** A return of every pulse, somewhere. */
function returns(): ArrayBuffer {
  const next = random(SEED);
  const records = new DataView(new ArrayBuffer(COUNT * Point.SIZE));
  for (let k = 0; k < COUNT; k++) {
    const at = k * Point.SIZE;
    for (let axis = 0; axis < 12; axis += 4)
      records.setFloat32(at + Point.position + axis, (next() - 0.5) * 2000, true);
    records.setFloat32(at + Point.range, next() * 1500, true);
    records.setFloat32(at + Point.energy, 1, true);
    records.setUint32(at + Point.pulse, FIRST + k, true);
    records.setUint32(at + Point.returnNumber, 1 + (k % 5), true);
  }
  return records.buffer;
}

async function perturbed(rangeNoise: number): Promise<{ actual: Float32Array; expected: Float32Array }> {
  const noisy = programWith(rangeNoise);
  const cpu = new KernelRun(settings, noisy);
  const pulses = cpu.pulses(FIRST, COUNT);
  const { points } = await runOnGpu(
    ['random', 'perturb'],
    [
      { name: 'run', type: 'Run', space: 'uniform', data: settings.buffers.run },
      { name: 'instrument', type: 'Instrument', space: 'uniform', data: noisy.buffers.instrument },
      { name: 'program', type: 'PulseProgram', space: 'read', data: noisy.buffers.program },
      { name: 'pulses', type: 'array<Pulse>', space: 'read', data: pulses },
      { name: 'points', type: 'array<Point>', space: 'read_write', data: returns() },
    ],
    'let p = points[i]; points[i] = shift(p, pulses[i], rangeError(p.pulse, p.returnNumber));',
    COUNT,
  );
  return { actual: new Float32Array(points), expected: new Float32Array(cpu.perturbed(returns(), FIRST)) };
}

const columnOf = (records: Float32Array, offset: number) =>
  records.filter((_, k) => k % (Point.SIZE / 4) === offset / 4);

describe.skipIf(!gpuFound)(`ranging noise on the GPU, seed ${SEED}${NEEDS_GPU}`, () => {
  it('shifts returns as on the CPU, to the last bit but for 1 in 100', async () => {
    const { actual, expected } = await perturbed(0.02);
    const unlike = actual.filter((value, k) => value !== expected[k]).length;
    expect(unlike).toBeLessThan(0.01 * 4 * COUNT);
    actual.forEach((value, k) => {
      expect(Math.abs(value - expected[k])).toBeLessThan(2 ** -12);
    });
  });

  it('has the standard deviation asked for, along the beam', async () => {
    const { actual } = await perturbed(0.5);
    const before = new Float32Array(returns());
    const shifts = columnOf(actual, Point.range).map((range, k) => range - columnOf(before, Point.range)[k]);
    const deviation = Math.sqrt(shifts.reduce((sum, s) => sum + s * s, 0) / COUNT);
    // Three standard errors of the deviation of 256 numbers.
    expect(Math.abs(deviation / 0.5 - 1)).toBeLessThan(3 / Math.sqrt(2 * COUNT));
    const moved = (k: number) =>
      Math.hypot(...[0, 4, 8].map((axis) => columnOf(actual, axis)[k] - columnOf(before, axis)[k]));
    shifts.slice(0, 32).forEach((s, k) => {
      expect(Math.abs(moved(k) - Math.abs(s))).toBeLessThan(1e-3);
    });
  });

  it('leaves returns alone where there is none', async () => {
    const { actual } = await perturbed(0);
    expect(new Uint8Array(actual.buffer)).toEqual(new Uint8Array(returns()));
  });
});

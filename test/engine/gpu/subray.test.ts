import { describe, expect, it } from 'vitest';
import { subrayWeights } from '../../../src/bench/cpu-stages.js';
import type { PulseProgram } from '../../../src/device/pulse-program.js';
import { Instrument } from '../../../src/device/records.generated.js';
import { subrayRecords } from '../../../src/pack/subray-records.js';
import type { Footprint } from '../../../src/scanner/footprint.js';
import { roundBeam } from '../../../src/scanner/resolve-divergence.js';
import type { Divergence } from '../../../src/scanner/scanner.js';
import { gpuFound, NEEDS_GPU, runOnGpu } from '../../support/gpu-run.js';
import { KernelRun } from '../../support/kernel-run.js';
import { PROGRAMS } from '../../support/legs.js';
import { settingsWith } from '../../support/scan.js';

const PULSES = 256;
const FIRST = 100_000;
const ELLIPTICAL: Divergence = { horizontal: 0.3e-3, vertical: 0.15e-3 };
const program = PROGRAMS['a spinning array in the air'];

/** The program, with a beam of that divergence and footprint. */
function programWith(footprint: Footprint, { horizontal, vertical }: Divergence): PulseProgram {
  const instrument = program.buffers.instrument.slice(0);
  new DataView(instrument).setFloat32(Instrument.divergenceRight, horizontal, true);
  new DataView(instrument).setFloat32(Instrument.divergenceUp, vertical, true);
  const subrays = subrayRecords(footprint);
  return { ...program, buffers: { ...program.buffers, instrument, subrays } };
}

/** Directions of the same pulses on both engines, and the weights on the GPU. */
async function directions(footprint: Footprint, divergence: Divergence = ELLIPTICAL) {
  const settings = settingsWith({ footprint });
  const beam = programWith(footprint, divergence);
  const cpu = new KernelRun(settings, beam);
  const pulses = cpu.pulses(FIRST, PULSES);
  const rays = PULSES * footprint.subrays;
  const { out } = await runOnGpu(
    ['random', 'subray'],
    [
      { name: 'run', type: 'Run', space: 'uniform', data: settings.buffers.run },
      { name: 'instrument', type: 'Instrument', space: 'uniform', data: beam.buffers.instrument },
      { name: 'program', type: 'PulseProgram', space: 'read', data: beam.buffers.program },
      { name: 'subrays', type: 'array<SubrayBlock>', space: 'read', data: beam.buffers.subrays },
      { name: 'pulses', type: 'array<Pulse>', space: 'read', data: pulses },
      { name: 'out', type: 'array<vec4<f32>>', space: 'read_write', bytes: rays * 16 },
    ],
    `let k = i % run.subrayCount;
    out[i] = vec4<f32>(subrayDirection(pulses[i / run.subrayCount], k), subrays[k >> 2u].x[k & 3u]);`,
    rays,
  );
  const found = new Float32Array(out);
  return {
    expected: cpu.directions(PULSES),
    actual: Float32Array.from({ length: rays * 3 }, (_, k) => found[Math.floor(k / 3) * 4 + (k % 3)]),
    weights: found.filter((_, k) => k % 4 === 3),
    subrays: beam.buffers.subrays,
  };
}

/** Share of the numbers that differ, and the largest difference. */
function compare(actual: Float32Array, expected: Float32Array): { share: number; most: number } {
  const differences = actual.map((value, k) => Math.abs(value - expected[k]));
  return { share: differences.filter((d) => d !== 0).length / actual.length, most: Math.max(...differences) };
}

describe.skipIf(!gpuFound)(`subrays on the GPU${NEEDS_GPU}`, () => {
  it.each([1, 19, 62])('have the CPU’s bits for %i in the rings of HELIOS++', async (subrays) => {
    const { actual, expected } = await directions({ pattern: 'helios', subrays, weights: 'gaussian' });
    expect([...new Uint32Array(actual.buffer)]).toEqual([...new Uint32Array(expected.buffer)]);
  });

  it.each([7, 19, 93])('have the CPU’s bits for %i in rings that each pulse turns', async (subrays) => {
    const { actual, expected } = await directions({ pattern: 'rings', subrays, weights: 'gaussian' });
    expect([...new Uint32Array(actual.buffer)]).toEqual([...new Uint32Array(expected.buffer)]);
  });

  it('have the weights that the host gave them', async () => {
    const { weights, subrays } = await directions({ pattern: 'rings', subrays: 19, weights: 'gaussian' });
    const given = subrayWeights(subrays, 19);
    expect([...weights]).toEqual(Array.from(weights, (_, k) => given[k % 19]));
  });

  it.each(['uniform', 'gaussian'] as const)(
    'drawn in a %s disc have the CPU’s bits but for 1 in 10,000',
    async (weights) => {
      for (const divergence of [ELLIPTICAL, roundBeam(3e-3)]) {
        const { actual, expected } = await directions({ pattern: 'disc', subrays: 40, weights }, divergence);
        const { share, most } = compare(actual, expected);
        expect(share, `divergence ${divergence.horizontal}`).toBeLessThan(1e-4);
        expect(most).toBeLessThan(1e-7);
      }
    },
  );

  it('are drawn differently for different pulses', async () => {
    const { actual } = await directions({ pattern: 'disc', subrays: 1, weights: 'uniform' });
    expect(new Set(actual).size).toBeGreaterThan(PULSES);
  });
});

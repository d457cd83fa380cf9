import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareReturns } from '../../src/bench/compare-returns.js';
import { spreadRanges, traceRanges } from '../../src/bench/trace-ranges.js';
import type { PulseProgram } from '../../src/device/pulse-program.js';
import { Instrument } from '../../src/device/records.generated.js';
import type { Engine } from '../../src/engine/engine.js';
import type { HeliosEnergy } from '../../src/scanner/helios-energy.js';
import { PHYSICS } from '../../src/scanner/physics.js';
import { NEEDS_SOFTWARE_GPU, softwareAdapter } from '../support/software-adapter.js';
import { bothEngines, type Example, loadExample } from './example.js';

/** Sums of f32 in another order, after two exponential functions: some units of 2⁻²⁴. */
const ROUNDING = 64 * 2 ** -24;
const MODELS: HeliosEnergy[] = ['legacy', 'improved'];

describe.skipIf(!softwareAdapter)(`GPU and CPU agree on the energies of HELIOS++${NEEDS_SOFTWARE_GPU}`, () => {
  let examples: Record<HeliosEnergy, Example>;
  let engines: { cpu: Engine; gpu: Engine };

  beforeAll(async () => {
    const exampleOf = (energy: HeliosEnergy) =>
      loadExample('quickstart', {
        footprint: { pattern: 'helios', subrays: 19, weights: 'gaussian' },
        physics: { ...PHYSICS.si, energy },
      });
    examples = { legacy: await exampleOf('legacy'), improved: await exampleOf('improved') };
    engines = await bothEngines(examples.legacy);
  });
  afterAll(async () => {
    await Promise.all([engines?.cpu.close(), engines?.gpu.close()]);
  });

  it.each(MODELS)('by the %s model', async (model) => {
    const { settings, programs, labels } = examples[model];
    const ranges = spreadRanges(programs[0], 10, 50);
    // The improved model leaves little that this scanner would detect.
    const [program] = programs.map((one) => withoutLimit(one));
    const cpu = await traceRanges(engines.cpu, settings, program, ranges);
    const gpu = await traceRanges(engines.gpu, settings, program, ranges);
    const comparison = compareReturns(gpu, cpu, labels);
    expect(comparison.differing, 'pulses that differ').toEqual([]);
    expect(comparison.energyShare).toBeLessThan(ROUNDING);
    // Half of the pulses look at the sky.
    expect(comparison.returns).toBeGreaterThan(200);
  });

  it('and not if one takes the other model', async () => {
    const { settings, programs, labels } = examples.legacy;
    const ranges = spreadRanges(programs[0], 1, 100);
    const right = await traceRanges(engines.cpu, settings, withoutLimit(programs[0]), ranges);
    const wrong = await traceRanges(engines.gpu, settings, withoutLimit(examples.improved.programs[0]), ranges);
    expect(compareReturns(wrong, right, labels).differing.length).toBeGreaterThan(50);
  });
});

/** A program whose receiver records every echo. */
function withoutLimit(program: PulseProgram): PulseProgram {
  const instrument = program.buffers.instrument.slice(0);
  new DataView(instrument).setFloat32(Instrument.minPower, 0, true);
  return { ...program, buffers: { ...program.buffers, instrument } };
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareReturns } from '../../src/bench/compare-returns.js';
import { spreadRanges, traceRanges } from '../../src/bench/trace-ranges.js';
import type { Engine } from '../../src/engine/engine.js';
import { compareStages } from './every-stage.js';
import { bothEngines, type Example, loadExample, samples } from './example.js';

/** Pulses of each leg: few, as a software GPU is slow; examples.long.test.ts takes more. */
const RANGES = 12;
const RANGE_PULSES = 50;

/**
 * Surveys of examples/ that `npm test` compares: each deflector of them, and each feature of their scanners and scenes.
 * An example with another one belongs here.
 */
export const COMPARED_IN_BRIEF: readonly string[] = ['quickstart', 'uav', 'waveforms'];

/** A group of tests that holds both engines' stages, and returns of some pulses, of this example against each other. */
export function compareEngines(name: string): void {
  describe(name, () => {
    let example: Example;
    let engines: { cpu: Engine; gpu: Engine };

    beforeAll(async () => {
      example = await loadExample(name);
      engines = await bothEngines(example);
    });
    afterAll(async () => {
      await Promise.all([engines?.cpu.close(), engines?.gpu.close()]);
    });

    // The output of sampling receivers is compared in receiver.test.ts.
    if (!samples(name)) compareStages(() => example);

    it('on samples of every leg', async () => {
      let returns = 0;
      for (const program of example.programs) {
        const ranges = spreadRanges(program, RANGES, RANGE_PULSES);
        const cpu = await traceRanges(engines.cpu, example.settings, program, ranges);
        const gpu = await traceRanges(engines.gpu, example.settings, program, ranges);
        const comparison = compareReturns(gpu, cpu, example.labels);
        expect(comparison.differing, 'pulses that differ').toEqual([]);
        returns += comparison.returns;
      }
      expect(returns).toBeGreaterThan(0.5 * example.programs.length * RANGES * RANGE_PULSES);
      const { pulses, hits, returns: counted } = engines.gpu.counters;
      expect({ pulses, hits, counted }).toEqual({
        pulses: engines.cpu.counters.pulses,
        hits: engines.cpu.counters.hits,
        counted: engines.cpu.counters.returns,
      });
    });

    if (name !== 'quickstart') return;
    it('and would not with a material that reflects 1 % more', async () => {
      const { settings, programs } = example;
      const cubics = new Float32Array(settings.buffers.cubics.slice(0)).map((coefficient) => 1.01 * coefficient);
      const brighter = { ...settings, buffers: { ...settings.buffers, cubics: cubics.buffer } };
      const ranges = spreadRanges(programs[0], 1, 100);
      const right = await traceRanges(engines.cpu, settings, programs[0], ranges);
      const wrong = await traceRanges(engines.gpu, brighter, programs[0], ranges);
      expect(compareReturns(wrong, right, example.labels).differing.length).toBeGreaterThan(50);
    });
  });
}

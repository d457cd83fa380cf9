import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { compareReturns } from '../../src/bench/compare-returns.js';
import { spreadRanges, traceRanges } from '../../src/bench/trace-ranges.js';
import { loadSurvey } from '../../src/node-surveys.js';
import { NO_JITTER } from '../../src/platform/jitter.js';
import { poseError } from '../simulation/instrument-scans.js';
import { NEEDS_SOFTWARE_GPU, softwareAdapter } from '../support/software-adapter.js';
import { compareStages } from './every-stage.js';
import { bothEngines, type Example, loadExample } from './example.js';

// A line scanner in flight whose beams differ from its readings, on a platform that jitters. Points keep their true
// positions.

const ERRORS = {
  range: '0.1 + 0.2 * cos(angle)',
  deflection: 'sin(3 * angle)',
  head: '0.5 / sin(angle)',
  headAway: 0.1,
};

const JITTER = {
  position: [NO_JITTER, NO_JITTER, NO_JITTER],
  attitude: [{ of: { kind: 'normal', mean: 0, sigma: 1e-3 }, hold: 1 }, NO_JITTER, NO_JITTER],
} as const;

describe.skipIf(!softwareAdapter)(`engines with systematic errors${NEEDS_SOFTWARE_GPU}`, () => {
  let example: Example;
  beforeAll(async () => {
    const { instruments } = await loadSurvey(join(import.meta.dirname, '../../examples/airborne.yaml'));
    const [{ inLegs: _, ...instrument }] = instruments;
    const { scanner } = instrument;
    const wrong = { ...scanner, detection: { ...scanner.detection, systematicErrors: ERRORS } };
    example = await loadExample('airborne', {
      jitter: JITTER,
      instruments: [{ ...instrument, scanner: wrong }],
      poseError: poseError({ keepTruePosition: true }),
    });
  });
  compareStages(() => example);

  it('agree in whole runs', async () => {
    const { cpu, gpu } = await bothEngines(example);
    for (const program of example.programs) {
      const ranges = spreadRanges(program, 8, 50);
      const right = await traceRanges(cpu, example.settings, program, ranges);
      const found = await traceRanges(gpu, example.settings, program, ranges);
      const comparison = compareReturns(found, right, example.labels);
      expect(comparison.differing).toEqual([]);
      expect(comparison.returns).toBeGreaterThan(200);
      // A unit in the last place of f32 at 2 km.
      expect(comparison.position).toBeLessThan(2 ** -12);
    }
    await Promise.all([cpu.close(), gpu.close()]);
  });
});

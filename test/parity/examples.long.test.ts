import { describe, expect, it } from 'vitest';
import { compareReturns } from '../../src/bench/compare-returns.js';
import { spreadRanges, traceRanges } from '../../src/bench/trace-ranges.js';
import { NEEDS_SOFTWARE_GPU, softwareAdapter } from '../support/software-adapter.js';
import { COMPARED_IN_BRIEF, compareEngines } from './compare-examples.js';
import { bothEngines, EXAMPLE_NAMES, loadExample } from './example.js';

/** Pulses of an example: enough for 100,000 returns and more. */
const PULSES = 170_000;
const RANGE_PULSES = 500;
/** Share of returns that may differ. */
const TOLERANCE = 1e-5;

describe.skipIf(!softwareAdapter)(`GPU and CPU give the same returns, 100,000 an example${NEEDS_SOFTWARE_GPU}`, () => {
  it.each(EXAMPLE_NAMES)('%s', async (name) => {
    const example = await loadExample(name);
    const { cpu, gpu } = await bothEngines(example);
    const total = { returns: 0, differing: 0, range: 0, energyShare: 0 };
    for (const program of example.programs) {
      const ranges = spreadRanges(program, PULSES / RANGE_PULSES / example.programs.length, RANGE_PULSES);
      const right = await traceRanges(cpu, example.settings, program, ranges);
      const comparison = compareReturns(
        await traceRanges(gpu, example.settings, program, ranges),
        right,
        example.labels,
      );
      total.returns += comparison.returns;
      total.differing += comparison.differing.length;
      total.range = Math.max(total.range, comparison.range);
      total.energyShare = Math.max(total.energyShare, comparison.energyShare);
    }
    await Promise.all([cpu.close(), gpu.close()]);
    process.stderr.write(`${name}: ${JSON.stringify(total)}\n`);
    expect(total.returns).toBeGreaterThan(1e5);
    expect(total.differing, JSON.stringify(total)).toBeLessThanOrEqual(TOLERANCE * total.returns);
  });
});

describe.skipIf(!softwareAdapter)(
  `GPU and CPU give the same of the examples that take long${NEEDS_SOFTWARE_GPU}`,
  () => {
    for (const name of EXAMPLE_NAMES) if (!COMPARED_IN_BRIEF.includes(name)) compareEngines(name);
  },
);

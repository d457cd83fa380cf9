import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { benchEngines } from '../../src/bench/bench-engines.js';
import { compareEngines } from '../../src/bench/compare-engines.js';
import { isLong } from '../support/long-run.js';
import { shareWithAll } from '../support/share-device.js';
import { NEEDS_SOFTWARE_GPU, sharedAdapter, softwareAdapter } from '../support/software-adapter.js';

/** A scene of the bench, small. */
const SMALL = { scenes: ['forest'], shrink: 100 };

let stopSharing = () => {};
beforeAll(async () => {
  if (sharedAdapter) stopSharing = await shareWithAll(sharedAdapter);
});
afterAll(() => stopSharing());

describe('the bench', () => {
  it('measures all surveys, and says why there is no GPU where there is none', async () => {
    const report = await benchEngines({ ...SMALL, seconds: 0.05, repeats: 1 });
    const cpu = report.rows.filter(({ engine }) => engine === 'cpu');
    expect(cpu.map(({ survey }) => survey)).toEqual(['terrestrial', 'airborne', 'sampled']);
    for (const { traced, written, traverseSubraysPerSecond, stages } of cpu) {
      expect(traced.subraysPerSecond).toBeGreaterThan(0);
      expect(traced.subraysPerSecond).toBeCloseTo(19 * traced.pulsesPerSecond, -2);
      expect(traverseSubraysPerSecond).toBeGreaterThan(traced.subraysPerSecond);
      expect(traced.pointsPerSecond).toBeGreaterThan(0);
      expect(written.pointsPerSecond).toBeGreaterThan(0);
      expect(stages?.traverse).toBeGreaterThan(0);
    }
    if (report.rows.length === cpu.length) expect(report.gpu).toContain('there is no hardware GPU');
  });

  it.skipIf(!softwareAdapter || !isLong)(`finds the engines in agreement${NEEDS_SOFTWARE_GPU}`, async () => {
    const { rows, ok, gpu } = await compareEngines({ ...SMALL, pulses: 1000, adapter: 'software' });
    expect(gpu).toBe(softwareAdapter!.name);
    expect(ok).toBe(true);
    expect(rows.map(({ differing }) => differing)).toEqual([0, 0, 0]);
    for (const { returns } of rows) expect(returns).toBeGreaterThan(100);
  });
});

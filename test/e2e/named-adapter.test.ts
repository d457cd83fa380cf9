import '../support/cheap-engine.js';

import { describe, expect, it } from 'vitest';
import { isLong } from '../support/long-run.js';
import { isSoftware, scan, softwareWorkplace } from './engine-scans.js';

// With passes that compile at once; with those of the program: named-adapter.long.test.ts.
// test/parity compares their points.
describe.skipIf(!isSoftware || !isLong)(
  'a machine with a software GPU only (skipped: SwiftShader is not at hand)',
  () => {
    const place = softwareWorkplace();

    it('takes it where it is named', async () => {
      const { report, said, cloud } = await scan(
        place,
        place.answer,
        'gpu',
        '--engine',
        'gpu',
        '--adapter',
        'software',
      );
      expect(report).toMatchObject({ engine: 'gpu', device: 'SwiftShader', points: expect.any(Number) });
      expect(report.points).toBeGreaterThan(300);
      expect(said).toEqual([]);
      expect(cloud.length).toBeGreaterThan(30 * report.points);
      // Times of the device, and not nothing.
      expect(report.stages.traverse).toBeGreaterThan(0);
    });
  },
);

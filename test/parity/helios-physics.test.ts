import { describe, expect, it } from 'vitest';
import { HAS_HELIOS_REFERENCE } from '../support/helios-reference.js';
import { sampleOf } from '../support/long-run.js';
import { cloudOf, differences, expectSizes, theirsOf } from './physics-differences.js';

// Changes by --physics si in surveys of HELIOS++, by the sizes that docs/helios.md names; of larger ones:
// helios-physics.long.test.ts.

if (!HAS_HELIOS_REFERENCE)
  describe.skip('the two kinds of physics in surveys of HELIOS++ (skipped: ../shared/helios is not here)', () => {
    it('differ as the guide says', () => {});
  });

describe.skipIf(!HAS_HELIOS_REFERENCE)('the two kinds of physics in surveys of HELIOS++', () => {
  it.each([{ survey: 'demo/tls_livox.xml', more: 0, median: 0.015, p95: 0.033, amplitude: 0.0112 }])(
    'differ in $survey by what the guide says',
    expectSizes,
  );

  const SETTINGS: readonly [key: string, value: string, distance: number, amplitude: number][] = [
    ['clock', 'two-way', 0, 0.9994],
    ['echoes', 'receiver', 0.0154, 1],
    ['points', 'surface', 0, 1],
    ['energy', 'lidar', 0, 0.563],
    ['gloss', 'normalised', 0, 0.02],
    ['reflectance', 'bounded', 0, 0.01],
  ];
  it.each(sampleOf(SETTINGS, 2))(
    'differ in demo/tls_livox.xml with %s: %s by what the guide says',
    async (key, value, distance, amplitude) => {
      const theirs = await theirsOf('demo/tls_livox.xml');
      const physics = { like: 'helios', [key]: value };
      const found = await differences(theirs, await cloudOf('demo/tls_livox.xml', 'helios', { physics }));
      expect(found.more).toBe(0);
      expect(found.distance?.median).toBeCloseTo(distance, 4);
      expect((found.amplitude?.median ?? 0) / amplitude).toBeCloseTo(1, 2);
    },
  );
});

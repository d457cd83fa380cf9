import { describe, it } from 'vitest';
import { HAS_HELIOS_REFERENCE } from '../support/helios-reference.js';
import { expectSizes } from './physics-differences.js';

if (!HAS_HELIOS_REFERENCE)
  describe.skip('the two kinds of physics in large surveys of HELIOS++ (skipped: ../shared/helios is not here)', () => {
    it('differ as the guide says', () => {});
  });

describe.skipIf(!HAS_HELIOS_REFERENCE)('the two kinds of physics in large surveys of HELIOS++', () => {
  it.each([
    { survey: 'toyblocks/mls_toyblocks.xml', more: 0.0002, median: 1.62, p95: 2.27, amplitude: 0.0045 },
    { survey: 'toyblocks/tls_toyblocks.xml', more: -0.0025, median: 0.0037, p95: 0.04, amplitude: 0.0045 },
  ])('differ in $survey by what the guide says', expectSizes);
});

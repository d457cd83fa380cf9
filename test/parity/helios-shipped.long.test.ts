import { describe, expect, it } from 'vitest';
import { HAS_HELIOS_REFERENCE } from '../support/helios-reference.js';
import { expectSameFromConverted, HEAVY } from '../support/helios-shipped.js';

if (!HAS_HELIOS_REFERENCE)
  describe.skip('large surveys of HELIOS++ (skipped: ../shared/helios is not here)', () => {
    it('run as they come', () => {});
  });

describe.skipIf(!HAS_HELIOS_REFERENCE)('the large surveys that come with HELIOS++', () => {
  it.each(Object.entries(HEAVY))('%s runs, and gives the same bytes when it is converted', async (survey, points) => {
    expect(await expectSameFromConverted(survey)).toBe(points);
  });
});

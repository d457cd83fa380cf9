import { describe, expect, it } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { energyOn, expectRings, GOLDEN, HELIOS_SCANNER } from './golden-energies.js';

describe.each(ENGINES)('energies of HELIOS++ on the %s', (engine, there, open) => {
  // A software GPU takes a second to open each scene; the other ranges are in helios-energy.long.test.ts.
  const quick = GOLDEN.filter(([, range]) => engine === 'CPU' || range === 100);
  it.skipIf(!there).each(quick)('are those of the %s model at %i m, ring by ring', (...golden) =>
    expectRings(open, golden),
  );

  it.skipIf(!there)('are those of a whole pulse of the legacy model at 100 m', async () => {
    expect((await energyOn(open, { range: 100, rings: 4, energy: 'legacy' })) / 197405.59).toBeCloseTo(1, 6);
  });

  it.skipIf(!there)('are nothing in the improved model where the least range is 0', async () => {
    const given = { ...HELIOS_SCANNER, detection: { ...HELIOS_SCANNER.detection, rangeMin: 0 } };
    expect(await energyOn(open, { range: 100, rings: 4, energy: 'improved', given })).toBe(0);
  });
});

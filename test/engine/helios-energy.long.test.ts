import { describe, it } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { expectRings, GOLDEN } from './golden-energies.js';

const [, [name, there, open]] = ENGINES;

describe.skipIf(!there)(`energies of HELIOS++ at all ranges on the ${name}`, () => {
  it.each(GOLDEN)('are those of the %s model at %i m, ring by ring', (...golden) => expectRings(open, golden));
});

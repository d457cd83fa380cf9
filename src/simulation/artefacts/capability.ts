import { ENERGY_ROUNDING, relativeEnergy } from '../../cloud/tone-mapping/intensity-scale.js';
import type { ArtefactOf } from '../../scanner/artefacts/index.js';
import type { ArtefactKind } from './artefact-kind.js';

/** The least apparent reflectance that is detected grows in proportion to the range: R_L(d) = R_max · d / d_max. */
export const capability: ArtefactKind<ArtefactOf<'capability'>> = {
  begin({ reflectance, range: full }, { budget }) {
    const least = (reflectance / full) * (1 - ENERGY_ROUNDING);
    return ({ echoes }) => {
      for (let k = 0; k < echoes.length; k++)
        echoes[k] = echoes[k].filter(({ energy, range }) => relativeEnergy(energy, range, budget) >= least * range);
    };
  },
};

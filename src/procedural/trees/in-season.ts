import { DEFAULT_SEASON, type Season } from '../season.js';
import type { Species } from './species.js';

/** The appearance of a species in a season: broad leaves are coloured in autumn and fallen in winter, needles stay. */
export function inSeason(species: Species, season: Season = DEFAULT_SEASON): Species {
  if (species.kind !== 'broadleaf' || season === 'summer') return species;
  return season === 'autumn' ? { ...species, foliage: 'leaf_autumn' } : { ...species, kind: 'bare' };
}

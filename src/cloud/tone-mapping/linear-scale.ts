import type { IntensityOf } from './intensity-scale.js';
import { INTENSITY_MAX, toIntensity } from './sixteen-bits.js';

/** Intensity in proportion to the energy, 65535 at `full` joules. */
export function linearScale(full: number): IntensityOf {
  const perJoule = INTENSITY_MAX / full;
  return (energy) => toIntensity(energy * perJoule);
}

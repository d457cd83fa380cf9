import { type HableOptions, hableTone } from './hable-curve.js';
import type { IntensityOf } from './intensity-scale.js';
import { type LinkBudget, relativeEnergy } from './link-budget.js';
import { INTENSITY_MAX, toIntensity } from './sixteen-bits.js';

/**
 * Intensity for the eye: a filmic curve of the energy relative to that of a white target at the same range, so that near and
 * far look alike. With the defaults white is at 0.58 of 65535, and what is 11.2 times as bright (10.5 dB) or more at all of it.
 */
export function hableScale(options: HableOptions, budget: LinkBudget): IntensityOf {
  const tone = hableTone(options);
  return (energy, range) => toIntensity(INTENSITY_MAX * tone(relativeEnergy(energy, range, budget)));
}

import type { IntensityOf } from './intensity-scale.js';
import type { LinkBudget } from './link-budget.js';
import { STEPS_PER_DECIBEL, toIntensity } from './sixteen-bits.js';

/**
 * Intensity as amplitude: hundredths of a decibel of the received energy above the detection limit, 10 lg(E / E_min), which
 * is 0 dB. It falls with range. Defined by Pfennigbauer and Ullrich 2010, «Improving quality of laser scanning data
 * acquisition through calibrated amplitude and pulse deviation measurement», Proc. SPIE 7684.
 */
export function amplitudeScale({ minEnergy }: Pick<LinkBudget, 'minEnergy'>): IntensityOf {
  return (energy) => toIntensity(10 * STEPS_PER_DECIBEL * Math.log10(energy / minEnergy));
}

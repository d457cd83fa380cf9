import type { ArtefactOf } from '../../scanner/artefacts/index.js';
import { SPEED_OF_LIGHT } from '../../scanner/receiver/constants.js';
import type { ArtefactKind } from './artefact-kind.js';

/** Full width at half maximum of a Gaussian over its standard deviation. */
const FWHM_PER_SIGMA = 2 * Math.sqrt(2 * Math.LN2);

/** The leading edge of weak and stretched echoes crosses the threshold late. */
export const timeWalk: ArtefactKind<ArtefactOf<'timeWalk'>> = {
  begin({ margin }, { scanner: { pulse, detection } }) {
    return ({ echoes }) => {
      for (const returns of echoes)
        for (const echo of returns) {
          const power = (echo.energy / detection.minEnergy) * (pulse.duration / echo.width);
          echo.range += walkOf(echo.width, power, pulse.duration, margin);
        }
    };
  },
};

/**
 * Excess of an echo's range, metres: −(c/2) [σ₂ √(2 ln A) − σ √(2 ln m₀)]. A leading edge crosses its threshold √(2 ln
 * A) standard deviations before the peak of a Gaussian that is A times as high. `width` of the echo and `duration` of
 * the pulse are full widths at half maximum, seconds; `power` is A, `margin` m₀.
 */
export function walkOf(width: number, power: number, duration: number, margin: number): number {
  const lead = (fwhm: number, height: number) => (fwhm / FWHM_PER_SIGMA) * Math.sqrt(2 * Math.log(Math.max(1, height)));
  return (-SPEED_OF_LIGHT / 2) * (lead(width, power) - lead(duration, margin));
}

import type { SampledSpectrum } from './spectrum.js';
import { spectrumAt } from './spectrum.js';

/** Largest distance of the thinned curve from the omitted samples: the sum of both parts. */
export interface ThinTolerance {
  /** Part in the unit of the values. */
  readonly absolute?: number;
  /** Times the value. */
  readonly relative?: number;
}

/**
 * Thins a spectrum: keeps samples whose curve (`spectrumAt`) meets all others within `tolerance`, always including the
 * first and the last. Starts with these and, as long as any sample is missed, adds the one missed most in each gap.
 */
export function thinSpectrum(
  spectrum: SampledSpectrum,
  { absolute = 0, relative = 0 }: ThinTolerance,
): SampledSpectrum {
  const { wavelengthsNm, values } = spectrum;
  const excess = (curve: SampledSpectrum, index: number) =>
    Math.abs(spectrumAt(curve, wavelengthsNm[index]) - values[index]) - absolute - relative * Math.abs(values[index]);
  let kept = values.length > 1 ? [0, values.length - 1] : [0];
  for (;;) {
    const curve = pick(spectrum, kept);
    const missed = kept.slice(1).map((end, gap) => worstBetween(kept[gap], end, (index) => excess(curve, index)));
    const added = missed.filter((index) => index !== undefined);
    if (added.length === 0) return curve;
    kept = [...kept, ...added].sort((a, b) => a - b);
  }
}

/** The index between `start` and `end` with the greatest excess above 0, or undefined. */
function worstBetween(start: number, end: number, excess: (index: number) => number): number | undefined {
  let [worst, most] = [-1, 0];
  for (let index = start + 1; index < end; index++) {
    const here = excess(index);
    if (here > most) [worst, most] = [index, here];
  }
  return worst < 0 ? undefined : worst;
}

function pick({ wavelengthsNm, values }: SampledSpectrum, indices: readonly number[]): SampledSpectrum {
  return { wavelengthsNm: indices.map((index) => wavelengthsNm[index]), values: indices.map((index) => values[index]) };
}

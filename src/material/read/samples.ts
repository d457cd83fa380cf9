import { UserError } from '../../base/errors.js';
import type { SampledSpectrum } from '../spectrum/spectrum.js';
import { WAVELENGTH_RANGE } from '../spectrum/spectrum-field.js';

/** One sample of a spectrum, as in its file. */
export interface SpectrumSample {
  readonly wavelengthNm: number;
  readonly value: number;
  /** Line of the file, from 1. */
  readonly line: number;
}

/**
 * Range of the wavelengths (nm) that are read from files: those of laser scanners, 355 to 2050 nm, with a margin on
 * either side.
 */
export const LASER_BAND_NM = [300, 2600] as const;

/** Maximum number of samples within LASER_BAND_NM, as many as a material file can hold. */
const SAMPLES_MAX = 20_000;

/** Digits kept of products, so that 0.532 µm is 532 nm. */
const SCALED_DIGITS = 10;

/** `value` times `factor`, without the rounding errors of the multiplication. */
export const scaledNumber = (value: number, factor: number): number =>
  Number((value * factor).toPrecision(SCALED_DIGITS));

/**
 * The samples in order of rising wavelength: those within LASER_BAND_NM and the nearest valid ones on either side of
 * it. Throws UserError if all of them lie below or all above it, or if there are too many; `what` describes them.
 */
export function bandSamples(samples: readonly SpectrumSample[], what: string, file: string): SpectrumSample[] {
  const sorted = [...samples].sort((a, b) => a.wavelengthNm - b.wavelengthNm);
  const [low, high] = LASER_BAND_NM;
  const start = sorted.findLastIndex(({ wavelengthNm }) => wavelengthNm <= low);
  const end = sorted.findIndex(({ wavelengthNm }) => wavelengthNm >= high);
  const [first, last] = [sorted[0], sorted[sorted.length - 1]];
  const about = sorted.slice(Math.max(0, start), end < 0 ? sorted.length : end + 1);
  const kept = about.filter(({ wavelengthNm: nm }) => nm >= WAVELENGTH_RANGE.min && nm <= WAVELENGTH_RANGE.max);
  if (last.wavelengthNm < low || first.wavelengthNm > high || kept.length === 0)
    throw new UserError(
      `found ${what} from ${first.wavelengthNm} to ${last.wavelengthNm} nm, expected some between ${low} and ${high} nm`,
      { place: { file } },
    );
  if (kept.length <= SAMPLES_MAX) return kept;
  throw new UserError(`found ${kept.length} samples between ${low} and ${high} nm, expected at most ${SAMPLES_MAX}`, {
    place: { file },
  });
}

/** A curve, and the number of samples dropped because their wavelength occurred already. */
interface JoinedSamples {
  readonly spectrum: SampledSpectrum;
  readonly repeatedCount: number;
}

/** The curve through `samples`, which are sorted by wavelength; samples at the same wavelength are averaged. */
export function joinSamples(samples: readonly SpectrumSample[]): JoinedSamples {
  const wavelengthsNm: number[] = [];
  const values: number[] = [];
  for (let start = 0; start < samples.length; ) {
    const { wavelengthNm } = samples[start];
    let [end, sum] = [start, 0];
    for (; end < samples.length && samples[end].wavelengthNm === wavelengthNm; end++) sum += samples[end].value;
    wavelengthsNm.push(wavelengthNm);
    values.push(sum / (end - start));
    start = end;
  }
  return { spectrum: { wavelengthsNm, values }, repeatedCount: samples.length - values.length };
}

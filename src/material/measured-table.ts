import type { BackscatterTable } from './backscatter-table.js';
import { spectrumAt } from './spectrum/spectrum.js';

/**
 * f_r (1/sr) back towards the light, over the hemisphere and the wavelengths. Value number (λ · phiCount + φ) ·
 * thetaCount + θ is for wavelength λ, azimuth 2π φ / phiCount and angle ½π θ / (thetaCount − 1) from the normal.
 */
export interface MeasuredTable {
  /** Rising, at least one. */
  readonly wavelengthsNm: readonly number[];
  /** 1: isotropic; otherwise even, since a path over the pole continues at the opposite azimuth. */
  readonly phiCount: number;
  /** At least 2. */
  readonly thetaCount: number;
  readonly values: Float32Array;
}

/**
 * π f_r of a measured surface at a wavelength, on the table's own grid (not weighted). Each direction has a curve
 * through its wavelengths as in spectrumAt, which stays between neighbouring samples and so is never negative. Beyond
 * the first and last wavelength their values are used; the caller must report that. Precondition: `measuredFault`
 * returns undefined.
 */
export function measuredAt(table: MeasuredTable, wavelengthNm: number): BackscatterTable {
  const { wavelengthsNm, phiCount, thetaCount } = table;
  const [first, end] = planesAbout(wavelengthsNm, wavelengthNm);
  const waves = wavelengthsNm.slice(first, end);
  const directionCount = phiCount * thetaCount;
  const curve = { wavelengthsNm: waves, values: new Array<number>(waves.length).fill(0) };
  const values = new Float64Array(directionCount);
  for (let direction = 0; direction < directionCount; direction++) {
    for (let k = 0; k < waves.length; k++) curve.values[k] = table.values[(first + k) * directionCount + direction];
    values[direction] = Math.PI * spectrumAt(curve, wavelengthNm);
  }
  return { values, phiCount, thetaCount, weighted: false };
}

/**
 * Number of samples on either side that affect the curve between two of them (Steffen 1990: a slope follows from its
 * neighbours).
 */
const REACH = 2;

/** The half-open range of wavelengths that determine the curve at `wavelengthNm`. */
function planesAbout(wavelengthsNm: readonly number[], wavelengthNm: number): readonly [number, number] {
  const next = wavelengthsNm.findIndex((sample) => sample > wavelengthNm);
  const above = next < 0 ? wavelengthsNm.length : next;
  return [Math.max(0, above - REACH), Math.min(wavelengthsNm.length, above + REACH)];
}

/**
 * Maximum number of values in a table, 200 MB. Half of it holds 195 wavelengths at every degree of azimuth and every
 * quarter of a degree from the normal.
 */
export const TABLE_VALUES_MAX = 5e7;
/**
 * Maximum number of directions: every degree of azimuth and every thirtieth of a degree from the normal. A direction
 * takes 64 bytes on the device.
 */
export const DIRECTIONS_MAX = 1e6;

/** The reason why `table` is not valid backscatter, as `found X, expected Y`, or undefined. */
export function measuredFault(table: MeasuredTable): string | undefined {
  const { wavelengthsNm, phiCount, thetaCount, values } = table;
  return (
    wavelengthsFault(wavelengthsNm) ??
    gridFault(phiCount, thetaCount) ??
    countFault(wavelengthsNm.length * phiCount * thetaCount, values.length) ??
    directionsFault(phiCount * thetaCount) ??
    valuesFault(table)
  );
}

function wavelengthsFault(wavelengthsNm: readonly number[]): string | undefined {
  if (wavelengthsNm.length === 0) return 'found no wavelengths, expected at least one';
  const wrong = wavelengthsNm.findIndex((wave, k) => !(wave > (wavelengthsNm[k - 1] ?? 0) && Number.isFinite(wave)));
  if (wrong < 0) return undefined;
  return `found ${wavelengthsNm[wrong]} nm as wavelength ${wrong + 1}, expected rising ones above 0`;
}

function gridFault(phiCount: number, thetaCount: number): string | undefined {
  if (phiCount !== 1 && !(Number.isInteger(phiCount / 2) && phiCount > 0))
    return `found ${phiCount} azimuths, expected 1 (the same at all) or an even number`;
  if (!Number.isInteger(thetaCount) || thetaCount < 2)
    return `found ${thetaCount} angles from the normal, expected 2 or more`;
  return undefined;
}

function countFault(expected: number, found: number): string | undefined {
  if (expected > TABLE_VALUES_MAX) return `found ${expected} values, expected ${TABLE_VALUES_MAX} at most`;
  return found === expected
    ? undefined
    : `found ${found} values, expected ${expected}: wavelengths x azimuths x angles`;
}

const directionsFault = (count: number): string | undefined =>
  count > DIRECTIONS_MAX ? `found ${count} directions, expected ${DIRECTIONS_MAX} at most` : undefined;

function valuesFault({ wavelengthsNm, phiCount, thetaCount, values }: MeasuredTable): string | undefined {
  const wrong = values.findIndex((value) => !(value >= 0 && value < Number.POSITIVE_INFINITY));
  if (wrong < 0) return undefined;
  const wave = wavelengthsNm[Math.floor(wrong / (phiCount * thetaCount))];
  const azimuth = (Math.floor(wrong / thetaCount) % phiCount) * (360 / phiCount);
  const angle = (wrong % thetaCount) * (90 / (thetaCount - 1));
  return `found f_r = ${values[wrong]} at ${wave} nm, azimuth ${azimuth.toFixed(1)}°, ${angle.toFixed(1)}° from the normal, expected 0 or more`;
}

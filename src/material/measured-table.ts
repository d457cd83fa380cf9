import type { BackscatterTable } from './backscatter-table.js';
import { spectrumAt } from './spectrum/spectrum.js';

/**
 * f_r (1/sr) in the direction where the light comes from, over the hemisphere and the wavelengths. Value number (λ ·
 * phiCount + φ) · thetaCount + θ stands for wavelength λ, azimuth 2π φ / phiCount and angle ½π θ / (thetaCount − 1)
 * from the normal.
 */
export interface MeasuredTable {
  /** Rising, at least one. */
  readonly wavelengthsNm: readonly number[];
  /** 1: isotropic; else even, since the pole is passed to the azimuth across. */
  readonly phiCount: number;
  /** At least 2. */
  readonly thetaCount: number;
  readonly values: Float32Array;
}

/**
 * π f_r of a measured surface at a wavelength, on the table's own grid (not weighted): each direction's curve through
 * its wavelengths as spectrumAt draws it, which stays between neighbouring samples and so is never negative. Beyond the
 * first and last wavelength theirs hold; whoever calls says so. Precondition: `measuredFault` finds nothing.
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
 * Samples on either side that the curve between two of them depends on (Steffen 1990: a slope follows from its
 * neighbours).
 */
const REACH = 2;

/** The half-open range of wavelengths from which the curve at `wavelengthNm` follows. */
function planesAbout(wavelengthsNm: readonly number[], wavelengthNm: number): readonly [number, number] {
  const next = wavelengthsNm.findIndex((sample) => sample > wavelengthNm);
  const above = next < 0 ? wavelengthsNm.length : next;
  return [Math.max(0, above - REACH), Math.min(wavelengthsNm.length, above + REACH)];
}

/**
 * Values in a table at most, 200 MB: 195 wavelengths at every degree about the normal and every quarter from it are
 * half of it.
 */
export const TABLE_VALUES_MAX = 5e7;
/** Directions at most: every degree about the normal and every thirtieth from it. On the device one takes 64 bytes. */
export const DIRECTIONS_MAX = 1e6;

/** What keeps `table` from being backscatter, as `found X, expected Y`; undefined where nothing does. */
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

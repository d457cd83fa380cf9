import type { Spectrum } from '../../src/material/scattering.js';

/**
 * Value of `spectrum` on straight lines between its samples, in the file's own terms; to compare with
 * tables that were made so.
 */
export function straightLinesAt(spectrum: Spectrum, wavelengthNm: number): number {
  if (typeof spectrum === 'number') return spectrum;
  const { wavelengthsNm: x, values: y } = spectrum;
  const next = Math.max(
    1,
    x.findIndex((sample) => sample >= wavelengthNm),
  );
  return y[next - 1] + ((wavelengthNm - x[next - 1]) / (x[next] - x[next - 1])) * (y[next] - y[next - 1]);
}

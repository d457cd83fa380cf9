import { z } from 'zod';
import { type FieldRange, listField, mapField, numberField } from '../../base/yaml/fields.js';
import type { Spectrum } from './spectrum.js';

/** Ultraviolet to thermal infrared: the range of lasers and of spectral libraries. */
export const WAVELENGTH_RANGE = { unit: 'nm', min: 100, max: 100_000 } as const;
/** Maximum number of samples of one curve; the long spectra of laboratories have about 3,000. */
const SAMPLES_MAX = 20_000;

/** Limit of n and k. */
export const INDEX_MAX = 100;

/** The definition of a value at every wavelength: one number for all, or samples. */
export type SpectrumDefinition = number | { wavelengths: number[]; values: number[] };

export const wavelengthsField = listField('wavelengths, rising [nm]', numberField('Wavelength', WAVELENGTH_RANGE), {
  min: 1,
  max: SAMPLES_MAX,
}).refine(rises, { error: 'wavelengths (nm) that rise from each to the next' });

/** A number within `range`, or samples of such numbers over the wavelength. */
function spectrumField(description: string, range: FieldRange) {
  const samples = mapField('samples over the wavelength; nothing is known outside of them', {
    wavelengths: wavelengthsField,
    values: listField('values, one per wavelength', numberField('Value', range), { min: 1, max: SAMPLES_MAX }),
  }).superRefine(({ wavelengths, values }, context) => {
    if (values.length === wavelengths.length) return;
    const message = `a list of ${wavelengths.length}, one value for each wavelength`;
    context.addIssue({ code: 'custom', path: ['values'], message });
  });
  const limits = numberField('The same at every wavelength', range);
  const error = 'a number, or a map with wavelengths and values';
  return z.union([limits, samples], { error }).describe(description);
}

/** Share of the light: 0 … 1. */
export const shareField = (description: string) => spectrumField(description, { min: 0, max: 1 });

/** The largest number accepted as a reflectance if it need not be a share of the light. */
export const BRIGHTNESS_MAX = 1e6;

/** A reflectance that may exceed 1. */
export const brightnessField = (description: string) => spectrumField(description, { min: 0, max: BRIGHTNESS_MAX });

export const refractiveIndexField = mapField('a complex refractive index', {
  n: spectrumField('Real part', { above: 0, max: INDEX_MAX }),
  k: spectrumField('Extinction; 0 for clear media', { min: 0, max: INDEX_MAX }),
});

/** The spectrum of a definition that has passed its schema. */
export function resolveSpectrum(definition: SpectrumDefinition): Spectrum {
  if (typeof definition === 'number') return definition;
  return { wavelengthsNm: definition.wavelengths, values: definition.values };
}

/** The definition of a spectrum; other values are passed on to the schema. */
export function unresolveSpectrum(spectrum: Spectrum): SpectrumDefinition {
  if (typeof spectrum !== 'object' || spectrum === null) return spectrum;
  const { wavelengthsNm, values } = spectrum;
  return { wavelengths: wavelengthsNm as number[], values: values as number[] };
}

/** Value at a wavelength, linear between samples; undefined outside of them. */
export function valueAtWavelength(spectrum: SpectrumDefinition, wavelength: number): number | undefined {
  if (typeof spectrum === 'number') return spectrum;
  const { wavelengths, values } = spectrum;
  const next = wavelengths.findIndex((sample) => sample >= wavelength);
  if (next < 0) return undefined;
  if (wavelengths[next] === wavelength) return values[next];
  if (next === 0) return undefined;
  const share = (wavelength - wavelengths[next - 1]) / (wavelengths[next] - wavelengths[next - 1]);
  return values[next - 1] + share * (values[next] - values[next - 1]);
}

/** The wavelengths of the samples; empty for a number that holds everywhere. */
export const wavelengthsOf = (spectrum: SpectrumDefinition): readonly number[] =>
  typeof spectrum === 'number' ? [] : spectrum.wavelengths;

/** Whether each value exceeds the previous one. */
export function rises(values: readonly number[]): boolean {
  return values.every((value, index) => index === 0 || value > values[index - 1]);
}

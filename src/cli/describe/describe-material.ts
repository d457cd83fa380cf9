import { counted } from '../../base/text.js';
import type { CataloguedMaterial } from '../../material/file/resolve-material.js';
import type { MaterialSheet } from '../../material/material-sheet.js';
import { modelOf } from '../../material/scattering.js';
import type { Spectrum } from '../../material/spectrum/spectrum.js';
import { factorText, formatTable, rangeText } from './format.js';

const DEGREES = 180 / Math.PI;

/** A material, the sources of its numbers, and its backscatter over the angle, as text. */
export function describeMaterial(
  material: CataloguedMaterial,
  sheet: MaterialSheet,
  angles: readonly number[],
): string[] {
  const { scattering, words, licence, unchecked, transmittance } = material;
  return [
    ...formatTable([
      ['id', material.id],
      ['name', material.name],
      ['model', modelOf(scattering).describe(scattering)],
      ['known', rangeText(sheet.range)],
      ...(transmittance === undefined ? [] : [['transmittance', spectrumText(transmittance)]]),
      ...(words.length > 0 ? [['words', words.join(', ')]] : []),
      ...(material.file === undefined ? [] : [['file', material.file]]),
      ...(licence === undefined ? [] : [['licence', licence]]),
    ]),
    ...describeResponse(sheet, angles),
    'source',
    ...indented(material.source),
    ...(unchecked === undefined ? [] : ['assumed', ...indented(unchecked)]),
  ];
}

/** A material as JSON; a measured table, which may have millions of numbers, is replaced by its size. */
export function materialJson(material: CataloguedMaterial, sheet: MaterialSheet, angles: readonly number[]): object {
  const { scattering } = material;
  return {
    ...material,
    scattering: modelOf(scattering).summarize(scattering),
    rangeNm: sheet.range,
    angles,
    response: sheet.curves.map(({ values, ...curve }) => ({ ...curve, values: Array.from(values) })),
    albedos: sheet.albedos,
  };
}

/** Rows by wavelength, columns by angle. */
function describeResponse({ curves, albedos, isIsotropic }: MaterialSheet, angles: readonly number[]): string[] {
  if (curves.length === 0) return ['not known at any of these wavelengths'];
  const perWavelength = isIsotropic ? 1 : 2;
  const head = ['nm', ...(isIsotropic ? [] : ['tangent']), ...angles.map(degreeText), 'albedo'];
  const rows = curves.map(({ wavelengthNm, azimuth, values, isUnknown }, k) => [
    `${wavelengthNm}${isUnknown ? ' *' : ''}`,
    ...(isIsotropic ? [] : [azimuth === 0 ? 'along' : 'across']),
    ...Array.from(values, factorText),
    k % perWavelength === 0 ? factorText(albedos[k / perWavelength]) : '',
  ]);
  return [
    'backscatter over the angle of incidence (1: a white Lambertian surface along its normal)',
    ...formatTable(
      [head, ...rows],
      head.map((_, column) => column),
    ).map((line) => `  ${line}`),
    ...(curves.some(({ isUnknown }) => isUnknown)
      ? ['  * not known at this wavelength: as at the nearest that is']
      : []),
  ];
}

const degreeText = (angle: number) => `${Number((angle * DEGREES).toFixed(1))}°`;
const indented = (text: string) => text.split('\n').map((line) => `  ${line.trim()}`);

function spectrumText(spectrum: Spectrum): string {
  if (typeof spectrum === 'number') return String(spectrum);
  const { wavelengthsNm, values } = spectrum;
  const samples = wavelengthsNm.map((wavelength, k) => `${factorText(values[k])} at ${wavelength} nm`);
  return samples.length <= 8 ? samples.join(', ') : counted(samples.length, 'sample');
}

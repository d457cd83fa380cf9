import { showValue } from '../base/yaml/faults.js';
import { measuredFault } from './measured-table.js';
import type { RefractiveIndex, Scattering, Spectrum } from './scattering.js';
import { type ScatteringDefinition, scatteringSchema } from './scattering-schema.js';
import type { SpectrumDefinition } from './spectrum/spectrum-field.js';

const DEGREES = 180 / Math.PI;

/**
 * What keeps `scattering`, which a program has put together, from being that of a surface: «reflectance: found X, expected Y»;
 * undefined where nothing does. The same holds for it as for what is written in YAML; angles and wavelengths are named as there.
 */
export function scatteringFault(scattering: Scattering): string | undefined {
  if (scattering?.model === 'measured') return scattering.table ? measuredFault(scattering.table) : 'found no table';
  const definition = definitionOf(scattering);
  const issue = scatteringSchema.safeParse(definition).error?.issues[0];
  if (issue === undefined) return undefined;
  const found = issue.path.reduce(
    (value, key) => (value as Record<PropertyKey, unknown>)?.[key],
    definition as unknown,
  );
  const where = issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  return `${where}found ${showValue(found)}, expected ${issue.message}`;
}

/** As it would be written down in YAML. */
function definitionOf(scattering: Exclude<Scattering, { model: 'measured' }>): Partial<ScatteringDefinition> {
  switch (scattering?.model) {
    case 'oren-nayar':
      return {
        ...scattering,
        reflectance: spectrumDefinition(scattering.reflectance),
        roughness: scattering.roughness * DEGREES,
      };
    case 'lambert':
    case 'minnaert':
      return { ...scattering, reflectance: spectrumDefinition(scattering.reflectance) };
    case 'blinn-phong':
      return { ...scattering, ...partsOf(scattering) };
    case 'ward':
      return { ...scattering, ...partsOf(scattering), roughness: scattering.roughness as [number, number] };
    case 'cook-torrance': {
      const { fresnel, diffuse, ...rest } = scattering;
      const facets = isIndex(fresnel)
        ? { index: { n: spectrumDefinition(fresnel.n), k: spectrumDefinition(fresnel.k) } }
        : { fresnel: spectrumDefinition(fresnel) };
      return { ...rest, diffuse: spectrumDefinition(diffuse), ...facets };
    }
    default:
      return scattering;
  }
}

const partsOf = ({ diffuse, specular }: { diffuse: Spectrum; specular: Spectrum }) => ({
  diffuse: spectrumDefinition(diffuse),
  specular: spectrumDefinition(specular),
});

const isIndex = (fresnel: Spectrum | RefractiveIndex): fresnel is RefractiveIndex =>
  typeof fresnel === 'object' && fresnel !== null && 'n' in fresnel;

/** What is no spectrum stays as it is, to be found at fault. */
function spectrumDefinition(spectrum: Spectrum): SpectrumDefinition {
  if (typeof spectrum !== 'object' || spectrum === null) return spectrum;
  const { wavelengthsNm, values } = spectrum;
  return { wavelengths: wavelengthsNm as number[], values: values as number[] };
}

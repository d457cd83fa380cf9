import { type ReadTable, readNoTable, resolveMeasured } from './resolve-measured.js';
import type { CookTorrance, Scattering, Spectrum } from './scattering.js';
import type { ScatteringDefinition } from './scattering-schema.js';
import type { SpectrumDefinition } from './spectrum/spectrum-field.js';

const DEGREE = Math.PI / 180;

type DefinitionOf<Model extends ScatteringDefinition['model']> = Extract<ScatteringDefinition, { model: Model }>;

/**
 * The scattering of a definition that has passed scatteringSchema, angles in radians. `readTable` reads the arrays of measured
 * tables; absent: a definition that names one is at fault. Throws UserError where such an array cannot be used.
 */
export function resolveScattering(definition: ScatteringDefinition, readTable: ReadTable = readNoTable): Scattering {
  switch (definition.model) {
    case 'lambert':
    case 'minnaert':
      return { ...definition, reflectance: resolveSpectrum(definition.reflectance) };
    case 'oren-nayar': {
      const { model, reflectance, roughness } = definition;
      return { model, reflectance: resolveSpectrum(reflectance), roughness: roughness * DEGREE };
    }
    case 'blinn-phong':
    case 'ward': {
      const [diffuse, specular] = [resolveSpectrum(definition.diffuse), resolveSpectrum(definition.specular)];
      return { ...definition, diffuse, specular };
    }
    case 'cook-torrance':
      return resolveCookTorrance(definition);
    case 'measured':
      return { model: 'measured', table: resolveMeasured(definition, readTable) };
  }
}

/** The spectrum of a definition that has passed its schema. */
export function resolveSpectrum(definition: SpectrumDefinition): Spectrum {
  if (typeof definition === 'number') return definition;
  return { wavelengthsNm: definition.wavelengths, values: definition.values };
}

function resolveCookTorrance(definition: DefinitionOf<'cook-torrance'>): CookTorrance {
  const { model, diffuse, fresnel = 0, index, roughness, distribution } = definition;
  return {
    model,
    diffuse: resolveSpectrum(diffuse),
    fresnel: index ? { n: resolveSpectrum(index.n), k: resolveSpectrum(index.k) } : resolveSpectrum(fresnel),
    roughness,
    distribution,
  };
}

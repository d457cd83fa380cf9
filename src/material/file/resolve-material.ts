import type { ReadTable } from '../models/brdf-model.js';
import { resolveScattering, type Scattering } from '../scattering.js';
import type { Spectrum } from '../spectrum/spectrum.js';
import { resolveSpectrum } from '../spectrum/spectrum-field.js';
import type { MaterialDefinition } from './material-schema.js';

/** A material with a name and a source: of the catalogue, or of a folder of the user's. */
export interface CataloguedMaterial {
  readonly id: string;
  readonly name: string;
  /** Words in the names of surfaces that select this material; see materialByName. */
  readonly words: readonly string[];
  readonly scattering: Scattering;
  /** Share of the light that passes through, scattered, 0…1. */
  readonly transmittance?: Spectrum;
  readonly source: string;
  readonly licence?: string;
  /** Assumed numbers, with the reason. */
  readonly unchecked?: string;
  /** Path of its file; absent: shipped with subray. */
  readonly file?: string;
}

/**
 * The material of a definition that has passed materialSchema. Throws UserError if a table that it names cannot be
 * used.
 */
export function resolveMaterial(definition: MaterialDefinition, readTable?: ReadTable): CataloguedMaterial {
  const { id, name, words = [], source, licence, unchecked, scattering, transmittance } = definition;
  return {
    id,
    name,
    words,
    scattering: resolveScattering(scattering, readTable),
    ...(transmittance !== undefined && { transmittance: resolveSpectrum(transmittance) }),
    source: source.trim(),
    ...(licence !== undefined && { licence }),
    ...(unchecked !== undefined && { unchecked: unchecked.trim() }),
  };
}

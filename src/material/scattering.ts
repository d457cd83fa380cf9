import { z } from 'zod';
import { invariant, UserError } from '../base/errors.js';
import { quoteText } from '../base/yaml/faults.js';
import { type BrdfModel, definitionFault, type ReadTable } from './models/brdf-model.js';
import { BRDF_MODELS } from './models/index.js';

export type { MeasuredTable } from './measured-table.js';
export type { SampledSpectrum, Spectrum } from './spectrum/spectrum.js';

type AnyModel = (typeof BRDF_MODELS)[number];

/**
 * The way in which a surface scatters light: one of the models of `BRDF_MODELS` with its parameters. Parameters that
 * depend on the wavelength are a Spectrum. Angles are radians, wavelengths nanometres; everything else has no unit
 * unless stated.
 */
export type Scattering = ReturnType<AnyModel['resolve']>;

export type ScatteringModel = Scattering['model'];

/** A scattering defined by a formula. */
export type AnalyticScattering = ReturnType<Extract<AnyModel, { brdfAt: unknown }>['resolve']>;

/** Names of the models, the values of `model`. */
const SCATTERING_MODELS: readonly ScatteringModel[] = BRDF_MODELS.map(({ name }) => name);

const [first, ...others] = BRDF_MODELS;

/**
 * A scattering in YAML, in files of brdf-db and in surveys: one of the models. Angles in degrees, wavelengths in
 * nanometres.
 */
export const scatteringSchema = z
  .discriminatedUnion('model', [first.schema, ...others.map(({ schema }) => schema)], {
    error: `a map whose model is one of: ${SCATTERING_MODELS.join(', ')}`,
  })
  .describe('How the surface scatters');

export type ScatteringDefinition = z.output<typeof scatteringSchema>;

/** The model of a scattering, or of its definition. */
export function modelOf({ model: name }: { readonly model: ScatteringModel }): BrdfModel<Scattering, z.ZodType> {
  const model = BRDF_MODELS.find((model) => model.name === name);
  invariant(model !== undefined, `no model ${name}`);
  return model;
}

/**
 * The scattering of a definition that has passed scatteringSchema, in SI. `readTable` reads the arrays of measured
 * tables; without it, a definition that names one is faulty. Throws UserError if such an array cannot be used.
 */
export function resolveScattering(definition: ScatteringDefinition, readTable: ReadTable = readNoTable): Scattering {
  return modelOf(definition).resolve(definition, readTable);
}

const readNoTable: ReadTable = (file) => {
  throw new UserError(`found the table ${quoteText(file)}, expected angles and values: no files are read here`);
};

/**
 * The fault in a scattering that a program has built, in SI, as `reflectance: found X, expected Y`, or undefined. It
 * must satisfy the model's schema, like YAML; angles and wavelengths are named as there.
 */
export function scatteringFault(scattering: Scattering): string | undefined {
  const isKnown = SCATTERING_MODELS.includes(scattering?.model);
  return isKnown ? modelOf(scattering).fault(scattering) : definitionFault(scatteringSchema, scattering);
}

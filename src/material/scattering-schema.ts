import { z } from 'zod';
import { choiceField, mapField, numberField } from '../base/yaml/fields.js';
import { measuredSchema } from './models/measured.js';
import { type SpectrumDefinition, sampleAt, samplesOf, shareField, spectrumField } from './spectrum/spectrum-field.js';

/**
 * How a surface's scattering is written down in YAML, in the files of brdf-db and in surveys. Angles in degrees, wavelengths
 * in nanometres; scattering.ts has the same in radians.
 */

/** Minnaert's k: below a half, more would come back than arrives. */
const MINNAERT_MIN = 0.5;
/** Of Minnaert and Blinn-Phong; a highlight of that exponent is a tenth of a degree wide. */
export const EXPONENT_MAX = 1e6;
/** Smoother surfaces are mirrors, which no table over the angle holds; on steeper facets light falls more than once. */
export const SLOPE_RANGE = { min: 1e-3, max: 2 } as const;
/** Of n and k. */
export const INDEX_MAX = 100;

const kind = <const Model extends string>(model: Model) => choiceField('How the surface scatters', [model]);
const diffuse = shareField('Part that is scattered evenly');
const specular = shareField('Part in the highlight, at normal incidence');
const slope = (description: string) => numberField(description, SLOPE_RANGE);

const lambert = mapField('an evenly scattering surface', {
  model: kind('lambert'),
  reflectance: shareField('Hemispherical reflectance'),
});

const orenNayar = mapField('a rough, evenly scattering surface', {
  model: kind('oren-nayar'),
  reflectance: shareField('Reflectance of the faces that make the surface rough'),
  roughness: numberField('Standard deviation of the slope angle of the faces', { unit: 'deg', min: 0, max: 90 }),
});

const minnaert = mapField('a surface that darkens or brightens towards its rim', {
  model: kind('minnaert'),
  reflectance: shareField('Reflectance factor at normal incidence'),
  exponent: numberField('k: below 1 brighter, above 1 darker towards grazing incidence', {
    min: MINNAERT_MIN,
    max: EXPONENT_MAX,
  }),
});

const blinnPhong = mapField('an even part and a round highlight', {
  model: kind('blinn-phong'),
  diffuse,
  specular,
  exponent: numberField('Sharpness of the highlight', { min: 0, max: EXPONENT_MAX }),
}).superRefine((definition, context) => demandShares(definition, ['diffuse', 'specular'], context));

const refractiveIndex = mapField('a complex refractive index', {
  n: spectrumField('Real part', { above: 0, max: INDEX_MAX }),
  k: spectrumField('Extinction; 0 for what is clear', { min: 0, max: INDEX_MAX }),
});

const cookTorrance = mapField('an even part and the gloss of small facets', {
  model: kind('cook-torrance'),
  diffuse: diffuse.default(0),
  fresnel: shareField('Reflectance of the facets at normal incidence').optional(),
  index: refractiveIndex.describe('Refractive index of the facets').optional(),
  roughness: slope('Root mean square slope of the facets; with ggx its α'),
  distribution: choiceField('How the slopes are distributed', ['beckmann', 'ggx']).default('beckmann'),
})
  .refine(({ fresnel, index }) => (fresnel === undefined) !== (index === undefined), {
    error: 'either fresnel, or index with n and k',
    path: ['fresnel'],
  })
  .superRefine((definition, context) => demandShares(definition, ['diffuse', 'fresnel'], context));

const ward = mapField('an even part and an elliptical highlight: brushed and rolled surfaces', {
  model: kind('ward'),
  diffuse,
  specular,
  roughness: z
    .tuple([slope('Along the tangent'), slope('Across it')], { error: 'a list of 2 numbers: along, across' })
    .describe('Root mean square slopes [along the tangent, across it]'),
}).superRefine((definition, context) => demandShares(definition, ['diffuse', 'specular'], context));

const MODELS = [lambert, orenNayar, minnaert, blinnPhong, cookTorrance, ward, measuredSchema] as const;

/** Names of the models, as `model` takes them. */
export const SCATTERING_MODELS = MODELS.map(({ shape }) => shape.model.options[0]);

/** How a surface scatters: one of the models. */
export const scatteringSchema = z
  .discriminatedUnion('model', MODELS, { error: `a map whose model is one of: ${SCATTERING_MODELS.join(', ')}` })
  .describe('How the surface scatters');

export type ScatteringDefinition = z.output<typeof scatteringSchema>;

/** Two parts of the same light are no more than all of it, wherever both are known; the second is at fault. */
function demandShares<First extends string, Second extends string>(
  parts: Readonly<Record<First, SpectrumDefinition>> & Readonly<Partial<Record<Second, SpectrumDefinition>>>,
  [first, second]: readonly [First, Second],
  context: z.core.$RefinementCtx,
): void {
  const [one, other] = [parts[first], parts[second]];
  if (other === undefined) return;
  const wavelengths = [...samplesOf(one), ...samplesOf(other)];
  const excess = (wavelengths.length > 0 ? wavelengths : [0]).find(
    (wavelength) => (sampleAt(one, wavelength) ?? 0) + (sampleAt(other, wavelength) ?? 0) > 1 + ROUNDING,
  );
  if (excess === undefined) return;
  const where = wavelengths.length > 0 ? ` at ${excess} nm` : '';
  context.addIssue({
    code: 'custom',
    path: [second],
    message: `${first} and ${second} that are 1 at most together${where}`,
  });
}

/** 0.1 + 0.9 and the like are 1. */
const ROUNDING = 1e-9;

import { z } from 'zod';
import { choiceField, listField, longTextField, mapField, numberField, textField } from '../base/yaml/fields.js';
import { emitterSchema, headSchema } from './channel-schema.js';
import { deflectorOverrides, deflectorSchema } from './deflectors/index.js';
import { detectionSchema } from './detection-schema.js';
import { limitsSchema } from './limits-schema.js';
import { pulseShapeField, receiverFields } from './receiver/receiver-schema.js';
import { UNKNOWN_FACT_NAMES } from './unknown-facts.js';

/**
 * The YAML form of an instrument, in the files of platforms/scanners and in the survey's `scanner`. Angles in degrees,
 * times in the units that data sheets use; scanner.ts has the same in SI units.
 */

/** Meaning of a stated divergence; see resolve-divergence. */
const DIVERGENCE_CONVENTIONS = ['full-1/e2', 'half-1/e2', 'full-1/e', 'half-1/e', 'fwhm'] as const;

const convention = choiceField(
  'Which width of the beam the angle measures: where the intensity has fallen to 1/e², to 1/e, or to one half (fwhm); full angle or half angle',
  DIVERGENCE_CONVENTIONS,
).default('full-1/e2');

const divergenceAngle = (description: string) => numberField(description, { unit: 'mrad', above: 0, max: 100 });

const roundDivergence = mapField('the divergence of a round beam', {
  mrad: divergenceAngle('Angle'),
  convention,
});

const ellipticDivergence = mapField('the divergence of an elliptical beam', {
  horizontalMrad: divergenceAngle('Angle to the sides, in the frame of the optics, with which it turns'),
  verticalMrad: divergenceAngle('Angle upwards and downwards in that frame'),
  convention,
});

const divergence = z
  .union([roundDivergence, ellipticDivergence], { error: 'a map with mrad, or with horizontalMrad and verticalMrad' })
  .describe('Divergence of the beam');

const optics = {
  wavelength: numberField('Wavelength of the laser', { unit: 'nm', min: 200, max: 20_000 }),
  divergence,
  exitDiameter: numberField('Diameter (1/e²) of the beam where it leaves the instrument', {
    unit: 'mm',
    min: 0,
    max: 1000,
  }),
  pulse: mapField('the emitted pulse', {
    energy: numberField('Energy of one pulse', { unit: 'J', above: 0, max: 10 }).optional(),
    duration: numberField('Full width at half maximum', { unit: 'ns', above: 0, max: 1000 }).optional(),
    shape: pulseShapeField.optional(),
  }),
  receiver: mapField('the receiver', {
    diameter: numberField('Diameter of the aperture', { unit: 'm', above: 0, max: 10 }).optional(),
    efficiency: numberField('Transmission of emitting and receiving optics together', { above: 0, max: 1 }).optional(),
    ...receiverFields,
  }),
};

const identity = {
  id: textField('Name in the catalogue'),
  name: textField('Name of the instrument'),
  source: longTextField('Source of the numbers', 'a text that names the source of the numbers'),
  unchecked: longTextField(
    'Numbers that were not compared with a document of the maker',
    'a text that names numbers',
  ).optional(),
  unknown: listField(
    'what the sources do not tell; what stands for it is an assumption',
    choiceField('A fact that the sources do not tell', UNKNOWN_FACT_NAMES),
    { min: 1, max: UNKNOWN_FACT_NAMES.length },
  ).optional(),
};

const opticsFields = {
  ...optics,
  divergence: optics.divergence.optional(),
  exitDiameter: optics.exitDiameter.optional(),
  pulse: optics.pulse.optional(),
  receiver: optics.receiver.optional(),
};

const assembly = {
  detection: detectionSchema,
  limits: limitsSchema.optional(),
  deflector: deflectorSchema,
  emitter: emitterSchema.optional(),
  head: headSchema.optional(),
};

/** A whole instrument. Optional keys have nominal values: see nominal. */
export const scannerSchema = mapField('a scanner', { ...identity, ...opticsFields, ...assembly });

/** An instrument in the survey itself, which needs no catalogue name and no source. */
export const inlineScannerSchema = mapField('a scanner described in full', {
  ...identity,
  id: identity.id.default('inline'),
  source: identity.source.default('described in the survey'),
  ...opticsFields,
  ...assembly,
});

/** Settings of a scanner that leave its wavelength as it is. */
export const scannerSettings = {
  divergence: optics.divergence.optional().meta({ examples: [{ mrad: 5 }] }),
  exitDiameter: optics.exitDiameter.optional().meta({ examples: [80] }),
  pulse: optics.pulse.optional().meta({ examples: [{ energy: 0.01 }] }),
  receiver: optics.receiver.optional().meta({ examples: [{ efficiency: 0.5 }] }),
  emitter: emitterSchema.optional().meta({ examples: [{ heading: 10 }] }),
  head: headSchema.optional().meta({ examples: [{ rate: 30 }] }),
  ...deflectorOverrides,
};

/** A scanner of the catalogue with some of its numbers replaced. */
export const scannerOverrideSchema = mapField('a scanner of the catalogue with replacements', {
  id: textField('Id in the catalogue (subray scanner list)', 'a scanner of the catalogue'),
  wavelength: optics.wavelength.optional(),
  ...scannerSettings,
});

/** A scanner of a file with some of its numbers replaced. */
export const scannerFileOverrideSchema = mapField('a scanner file with replacements', {
  file: textField('Scanner file (.yaml), relative to the survey file', 'a path to a scanner file'),
  wavelength: optics.wavelength.optional(),
  ...scannerSettings,
});

export type ScannerDefinition = z.output<typeof scannerSchema>;
/** Replacements of a scanner's numbers, wherever it is chosen. */
export type ScannerOverride = Omit<z.output<typeof scannerOverrideSchema>, 'id'>;
export type DivergenceDefinition = z.output<typeof divergence>;

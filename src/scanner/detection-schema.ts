import type { z } from 'zod';
import { choiceField, listField, mapField, numberField } from '../base/yaml/fields.js';
import { artefactsSchema } from './artefacts/index.js';
import { DETECTION_METHODS } from './detection-method.js';
import { rangeNoiseField } from './range-noise.js';
import { RETURN_MODES, RETURNS_MAX } from './return-mode.js';
import { systematicErrorsSchema } from './systematic-errors.js';

/** Maximum standard deviation of a measured angle, degrees. */
const ANGLE_NOISE_MAX = 5;

/** Energies of the weakest returns that instruments record, joules, and powers of their peaks, watts. */
export const USUAL_LIMITS = { minEnergy: [1e-18, 1e-12], minPower: [1e-10, 1e-4] } as const;

const returnMode = (description: string) => choiceField(description, RETURN_MODES);

/** Settings of the receiver; a survey's `detector` may replace each of them. */
export const detectorFields = {
  rangeMin: numberField('Nearer targets are not recorded', { unit: 'm', min: 0, max: 100_000 }),
  rangeMax: numberField('Farther targets are not recorded', { unit: 'm', above: 0, max: 100_000 }),
  method: choiceField(
    'How hits become returns: as peaks of the received waveform, or as clusters along range, with gaps between them',
    DETECTION_METHODS,
  ),
  minEnergy: numberField('Received energy of an echo below which nothing is recorded', {
    unit: 'J',
    min: 0,
    max: 10,
    usual: USUAL_LIMITS.minEnergy,
  }),
  minPower: numberField('Peak power of an echo below which nothing is recorded', {
    unit: 'W',
    min: 0,
    max: 1000,
    usual: USUAL_LIMITS.minPower,
  }),
  maxReturns: numberField('Returns recorded of one pulse', { whole: true, min: 1, max: RETURNS_MAX }),
  returns: returnMode('Which returns of a pulse are recorded: all up to maxReturns, or those that are named'),
  rangeResolution: numberField('With clusters: targets closer together than this form one return', {
    unit: 'm',
    min: 0,
    max: 1000,
  }),
  bins: mapField('the waveform of HELIOS++, where physics has echoes: bins', {
    size: numberField('Length of a bin', { unit: 'ns', min: 0.01, max: 100, usual: [0.1, 1] }).optional(),
    window: numberField('A return is the highest bin up to this far away', {
      unit: 'ns',
      min: 0,
      max: 10_000,
      usual: [0.5, 4],
    }).optional(),
    longest: numberField('Longest waveform, and farthest hit where one would be longer; 0: of any length', {
      unit: 'ns',
      min: 0,
      max: 1e6,
    }).optional(),
  }),
  rangeNoise: rangeNoiseField,
  rangeNoisePerMetre: numberField('By how much this standard deviation grows with each metre of range', {
    unit: 'm/m',
    min: 0,
    max: 1,
  }),
  axisAngleNoise: numberField('Standard deviation of the angle read about the axis that the head turns about', {
    unit: 'deg',
    min: 0,
    max: ANGLE_NOISE_MAX,
  }),
  rayAngleNoise: numberField("Standard deviation of the ray's direction as it is read, each way across it", {
    unit: 'deg',
    min: 0,
    max: ANGLE_NOISE_MAX,
  }),
  systematicErrors: systematicErrorsSchema,
  artefacts: artefactsSchema,
};

/** Numbers of a survey's `detector`. */
export type DetectorDefinition = { [Key in keyof typeof detectorFields]?: z.output<(typeof detectorFields)[Key]> };

const sensitivity = mapField('a target that is just detected, which defines the smallest recorded energy', {
  range: numberField('Its range', { unit: 'm', above: 0, max: 100_000 }),
  reflectance: numberField('Its Lambertian reflectance', { above: 0, max: 1 }),
});

export type Sensitivity = z.output<typeof sensitivity>;

/** The echoes that an instrument records. */
export const detectionSchema = mapField('the echoes that are recorded', {
  ...detectorFields,
  rangeMax: detectorFields.rangeMax.optional(),
  method: detectorFields.method.optional(),
  minEnergy: detectorFields.minEnergy.optional(),
  minPower: detectorFields.minPower.optional(),
  returns: detectorFields.returns.optional(),
  rangeResolution: detectorFields.rangeResolution.optional(),
  bins: detectorFields.bins.optional(),
  rangeNoisePerMetre: detectorFields.rangeNoisePerMetre.default(0),
  axisAngleNoise: detectorFields.axisAngleNoise.default(0),
  rayAngleNoise: detectorFields.rayAngleNoise.default(0),
  systematicErrors: detectorFields.systematicErrors.optional(),
  artefacts: detectorFields.artefacts.optional(),
  sensitivity: sensitivity.optional(),
  returnModes: listField('the return modes that the instrument can be set to', returnMode('A return mode'), {
    min: 1,
    max: RETURN_MODES.length,
  }).optional(),
});

const PROGRAMS_MAX = 32;

/** Pulse rates that an instrument offers, with what it records at each; keys left out are those of `detection`. */
export const programsSchema = listField(
  'pulse rates that the instrument offers; if given, no other is allowed',
  mapField('a pulse rate that the instrument offers', {
    pulseRate: numberField('Pulses a second', { unit: 'Hz', above: 0, max: 1e8 }),
    rangeMax: detectorFields.rangeMax.optional(),
    sensitivity: sensitivity.optional(),
    maxReturns: detectorFields.maxReturns.optional(),
    returns: detectorFields.returns.optional(),
  }),
  { min: 1, max: PROGRAMS_MAX },
);

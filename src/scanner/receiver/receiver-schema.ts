import { z } from 'zod';
import { choiceField, listField, mapField, numberField } from '../../base/yaml/fields.js';
import { PULSE_SHAPES } from './pulse-shapes.js';

/** Samples of a pulse: at most, and by default. */
export const SAMPLES_MAX = 4096;

const TABLE_MAX = 10_000;

const pulseTable = mapField('a measured pulse', {
  times: listField('times of the measured powers [ns], rising', numberField('Time', { unit: 'ns' }), {
    min: 4,
    max: TABLE_MAX,
  }),
  power: listField('powers at these times, in any unit', numberField('Power', { min: 0 }), { min: 4, max: TABLE_MAX }),
});

/** Key of `pulse`. */
export const pulseShapeField = z
  .union([choiceField('Formula of the pulse', PULSE_SHAPES), pulseTable], {
    error: `one of: ${PULSE_SHAPES.join(', ')}, or a map with times and power`,
  })
  .describe('Power of the pulse over time: a formula, or a measured table');

const overlap = mapField('the range in which the receiver begins to see the beam', {
  from: numberField('Nearer, it sees nothing of the beam', { unit: 'm', min: 0, max: 10_000, usual: [0, 10] }),
  to: numberField('Farther, it sees the whole beam', { unit: 'm', above: 0, max: 10_000, usual: [1, 100] }),
});

const sampling = mapField('the digitiser', {
  rate: numberField('Samples a second', { unit: 'GHz', above: 0, max: 100, usual: [0.25, 10] }).optional(),
  samples: numberField('Most samples of a pulse, a multiple of 8', {
    whole: true,
    min: 8,
    max: SAMPLES_MAX,
  }).optional(),
  bits: numberField('Bits of a sample', { whole: true, min: 1, max: 16, usual: [8, 14] }).optional(),
  saturation: numberField('Power at the highest code', {
    unit: 'W',
    above: 0,
    max: 1000,
    usual: [1e-8, 1e-3],
  }).optional(),
  gainSteps: numberField('How many times automatic gain may halve the signal', {
    whole: true,
    min: 0,
    max: 8,
  }).optional(),
  recovery: numberField('Time without detection after a saturated sample, and after a return', {
    unit: 'ns',
    min: 0,
    max: 1e6,
    usual: [0, 1000],
  }).optional(),
});

const sun = mapField('sunlight on the surface in view', {
  elevation: numberField('Of the sun above the horizon', { unit: 'deg', above: 0, max: 90 }).optional(),
  irradiance: numberField('Instead of the elevation: irradiance of a surface that faces the sun', {
    unit: 'W/m²/nm',
    min: 0,
    max: 10,
    usual: [0.1, 1.6],
  }).optional(),
  reflectance: numberField('Of the surface', { min: 0, max: 1 }).optional(),
  filter: numberField('Width of the optical filter', { unit: 'nm', above: 0, max: 2000, usual: [1, 100] }).optional(),
  fieldOfView: numberField("Full angle of the detector's field of view", {
    unit: 'mrad',
    above: 0,
    max: 1000,
    usual: [0.1, 10],
  }).optional(),
});

const noise = mapField('the noise, of a photodiode or of a line of the data sheet', {
  responsivity: numberField('Photocurrent per optical power, before multiplication', {
    unit: 'A/W',
    above: 0,
    max: 2,
    usual: [0.2, 1],
  }).optional(),
  quantumEfficiency: numberField('Instead of responsivity: detected share of the photons', {
    above: 0,
    max: 1,
    usual: [0.1, 0.9],
  }).optional(),
  gain: numberField('Multiplication of the avalanche photodiode', { min: 1, max: 10_000, usual: [1, 200] }).optional(),
  ionisation: numberField('Ratio of the ionisation by holes to that by electrons', {
    min: 0,
    max: 1,
    usual: [0.02, 0.5],
  }).optional(),
  amplifier: numberField('Current noise of the amplifier at its input', {
    unit: 'pA/√Hz',
    min: 0,
    max: 1e5,
    usual: [1, 20],
  }).optional(),
  dark: numberField('Dark current before multiplication', {
    unit: 'nA',
    min: 0,
    max: 1e6,
    usual: [0.01, 100],
  }).optional(),
  sun: sun.optional(),
  range: numberField('Data sheet: range of a target', { unit: 'm', above: 0, max: 100_000 }).optional(),
  reflectance: numberField('Data sheet: its Lambertian reflectance', { above: 0, max: 1 }).optional(),
  probability: numberField('Data sheet: probability that it is detected', {
    above: 0,
    below: 1,
    usual: [0.5, 0.99],
  }).optional(),
  falseAlarms: numberField('Data sheet: returns a second without a target', {
    unit: '1/s',
    above: 0,
    usual: [0.1, 1e4],
  }).optional(),
});

export const DETECTOR_KINDS = [
  'peak',
  'leadingEdge',
  'constantFraction',
  'gaussian',
  'geiger',
  'photonCounting',
] as const;

const detector = mapField('what the detector looks for in a waveform', {
  kind: choiceField('What counts as a return', DETECTOR_KINDS).optional(),
  fraction: numberField('constantFraction: share of the peak at which the pulse has arrived', {
    above: 0,
    below: 1,
    usual: [0.3, 0.7],
  }).optional(),
  reference: numberField('leadingEdge: peak of the white wall for which ranges are right, over the threshold', {
    above: 1,
    max: 1e6,
    usual: [5, 100],
  }).optional(),
  deadTime: numberField('geiger, photonCounting: time without counts after a count', {
    unit: 'ns',
    min: 0,
    max: 1e9,
    usual: [1, 1000],
  }).optional(),
  darkRate: numberField('geiger, photonCounting: counts a second in the dark', {
    unit: '1/s',
    min: 0,
    max: 1e9,
    usual: [10, 1e5],
  }).optional(),
});

const powerThreshold = numberField('Power of the weakest return', {
  unit: 'W',
  above: 0,
  max: 1000,
  usual: [1e-10, 1e-4],
});

const noiseThreshold = mapField('a threshold by the noise', {
  sigmas: numberField('Power of the weakest return, in standard deviations of the noise', {
    above: 0,
    max: 1000,
    usual: [3, 8],
  }),
});

/** Keys of `receiver` beside the aperture's. */
export const receiverFields = {
  overlap: overlap.optional(),
  sampling: sampling.optional(),
  bandwidth: numberField('Bandwidth (3 dB) of a Gaussian low pass', {
    unit: 'MHz',
    above: 0,
    max: 100_000,
    usual: [50, 2000],
  }).optional(),
  noise: noise.optional(),
  detector: detector.optional(),
  threshold: z
    .union([powerThreshold, noiseThreshold], {
      error: 'a number > 0 (W), usually 1e-10 to 0.0001, or a map with sigmas',
    })
    .describe('Weakest return: power of its peak, or how far above the noise')
    .optional(),
};

type Written = { [Key in keyof typeof receiverFields]?: z.output<(typeof receiverFields)[Key]> };

/** `receiver` as written in a file. */
export interface ReceiverDefinition extends Written {
  diameter?: number;
  efficiency?: number;
}
export type NoiseDefinition = NonNullable<Written['noise']>;
export type SunDefinition = NonNullable<NoiseDefinition['sun']>;
export type DetectorKindDefinition = NonNullable<Written['detector']>;

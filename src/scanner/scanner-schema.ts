import { z } from 'zod';
import {
  choiceField,
  listField,
  longTextField,
  mapField,
  numberField,
  textField,
  vectorField,
} from '../base/yaml/fields.js';

/**
 * How an instrument is written down in YAML: the files of platforms/scanners and the survey's `scanner`.
 * Angles in degrees, times in the unit that data sheets use; scanner.ts has the same in SI units.
 */

/** What a stated divergence measures; see `toHalfAngle` in resolve-scanner. */
export const DIVERGENCE_CONVENTIONS = ['full-1/e2', 'half-1/e2', 'full-1/e', 'half-1/e', 'fwhm'] as const;

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
  horizontalMrad: divergenceAngle('Angle in the direction of the scan'),
  verticalMrad: divergenceAngle('Angle across it'),
  convention,
});

const divergence = z
  .union([roundDivergence, ellipticDivergence], { error: 'a map with mrad, or with horizontalMrad and verticalMrad' })
  .describe('Divergence of the beam; an elliptical beam counts as the round one of the same solid angle');

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
  }),
  receiver: mapField('the receiver', {
    diameter: numberField('Diameter of the aperture', { unit: 'm', above: 0, max: 10 }).optional(),
    efficiency: numberField('Transmission of emitting and receiving optics together', { above: 0, max: 1 }).optional(),
  }),
};

/** What the receiver makes of a pulse; a survey's `detector` may replace each of them. */
export const detectorFields = {
  rangeMin: numberField('Nearer targets are not recorded', { unit: 'm', min: 0, max: 100_000 }),
  rangeMax: numberField('Farther targets are not recorded', { unit: 'm', above: 0, max: 100_000 }),
  minEnergy: numberField('Received energy of an echo below which nothing is recorded', { unit: 'J', min: 0, max: 10 }),
  maxReturns: numberField('Returns recorded of one pulse', { whole: true, min: 1, max: 15 }),
  rangeResolution: numberField('Targets nearer to each other than this give one return', {
    unit: 'm',
    min: 0,
    max: 1000,
  }),
  rangeNoise: numberField('Standard deviation of a measured range', { unit: 'm', min: 0, max: 1000 }),
};

const sensitivity = mapField('a target that is just seen, from which the least recorded energy follows', {
  range: numberField('Its range', { unit: 'm', above: 0, max: 100_000 }),
  reflectance: numberField('Its Lambertian reflectance', { above: 0, max: 1 }),
});

const detection = mapField('what is recorded', {
  ...detectorFields,
  rangeMax: detectorFields.rangeMax.optional(),
  minEnergy: detectorFields.minEnergy.optional(),
  rangeResolution: detectorFields.rangeResolution.optional(),
  sensitivity: sensitivity.optional(),
});

const CHANNELS_MAX = 1024;

const channel = mapField('one laser of the stack', {
  elevation: numberField('Elevation of the beam', { unit: 'deg', min: -90, max: 90 }),
  azimuth: numberField('Azimuth of the beam relative to the head, clockwise from above', {
    unit: 'deg',
    min: -180,
    max: 180,
  }).default(0),
  time: numberField('When it fires, from the start of the firing of the whole stack', {
    unit: 'µs',
    min: 0,
    max: 1e6,
  }).default(0),
  origin: vectorField("Where the beam leaves, in the head's frame: right, forward, up", {
    unit: 'm',
    min: -10,
    max: 10,
  }).default([0, 0, 0]),
});

const rotationRate = numberField('Revolutions a second', { unit: 'Hz', above: 0, max: 1000 });

const spinning = mapField('a stack of lasers on a spinning head', {
  kind: choiceField('Kind of deflector', ['spinning']),
  rotationRate,
  firingPeriod: numberField('Time from one firing of the whole stack to the next', { unit: 'µs', above: 0, max: 1e6 }),
  channels: listField('lasers, in the order of their numbers', channel, { min: 1, max: CHANNELS_MAX }),
});

const polygonFields = {
  pulseRate: numberField('Pulses a second while the mirror is in its window', { unit: 'Hz', above: 0, max: 1e8 }),
  elevationMin: numberField('Lowest elevation', { unit: 'deg', min: -180, max: 180 }),
  elevationMax: numberField('Highest elevation', { unit: 'deg', min: -180, max: 180 }),
  verticalStep: numberField('Angle between two pulses of a line', { unit: 'deg', min: 1e-4, max: 90 }),
  horizontalStep: numberField('Angle between two lines', { unit: 'deg', min: 1e-4, max: 90 }),
  lineRateMax: numberField('Lines a second at most', { unit: 'Hz', above: 0, max: 10_000 }),
};

const program = mapField('a pulse rate that the instrument offers', {
  pulseRate: polygonFields.pulseRate,
  rangeMax: detectorFields.rangeMax.optional(),
  sensitivity: sensitivity.optional(),
});

const polygon = mapField('a polygon mirror that sweeps vertical lines on a turning head', {
  kind: choiceField('Kind of deflector', ['polygon']),
  ...polygonFields,
  facetAngle: numberField('Angle that one facet sweeps, window included; absent: the window alone', {
    unit: 'deg',
    above: 0,
    max: 360,
  }).optional(),
  origin: vectorField("Where the beam leaves, in the head's frame: right, forward, up", {
    unit: 'm',
    min: -10,
    max: 10,
  }).default([0, 0, 0]),
  programs: listField('pulse rates that the instrument offers; where given, no other is allowed', program, {
    min: 1,
    max: 32,
  }).optional(),
});

const identity = {
  id: textField('Name in the catalogue'),
  name: textField('Name of the instrument'),
  source: longTextField('Where the numbers come from', 'a text that says where the numbers come from'),
  unchecked: longTextField(
    'Numbers that were not compared with a document of the maker',
    'a text that names numbers',
  ).optional(),
};

const opticsFields = {
  ...optics,
  divergence: optics.divergence.optional(),
  exitDiameter: optics.exitDiameter.optional(),
  pulse: optics.pulse.optional(),
  receiver: optics.receiver.optional(),
};

const deflector = z
  .discriminatedUnion('kind', [spinning, polygon], { error: 'a map whose kind is spinning or polygon' })
  .describe('How the pulses are spread');

/** A whole instrument. Optional keys have nominal values: see NOMINAL in resolve-scanner. */
export const scannerSchema = mapField('a scanner', { ...identity, ...opticsFields, detection, deflector });

/** An instrument in the survey itself: it needs no catalogue name and no source. */
export const inlineScannerSchema = mapField('a scanner described in full', {
  ...identity,
  id: identity.id.default('inline'),
  source: identity.source.default('described in the survey'),
  ...opticsFields,
  detection,
  deflector,
});

/** Keys of an override that only one kind of deflector has. */
export const DEFLECTOR_OVERRIDES = {
  spinning: ['rotationRate'],
  polygon: ['pulseRate', 'elevationMin', 'elevationMax', 'verticalStep', 'horizontalStep', 'lineRateMax'],
} as const;

/** A scanner of the catalogue with some of its numbers replaced. */
export const scannerOverrideSchema = mapField('a scanner of the catalogue, and what differs from it', {
  id: textField('Id in the catalogue (subray scanner list)', 'a scanner of the catalogue'),
  wavelength: optics.wavelength.optional(),
  divergence: optics.divergence.optional(),
  exitDiameter: optics.exitDiameter.optional(),
  pulse: optics.pulse.optional(),
  receiver: optics.receiver.optional(),
  rotationRate: rotationRate.optional(),
  pulseRate: polygonFields.pulseRate.optional(),
  elevationMin: polygonFields.elevationMin.optional(),
  elevationMax: polygonFields.elevationMax.optional(),
  verticalStep: polygonFields.verticalStep.optional(),
  horizontalStep: polygonFields.horizontalStep.optional(),
  lineRateMax: polygonFields.lineRateMax.optional(),
});

export type ScannerDefinition = z.output<typeof scannerSchema>;
export type ScannerOverride = z.output<typeof scannerOverrideSchema>;
export type DivergenceDefinition = z.output<typeof divergence>;

import { z } from 'zod';
import { choiceField, listField, mapField, numberField, textField, vectorField } from '../base/yaml/fields.js';
import { channelsSchema } from './channel-schema.js';
import { programsSchema } from './detection-schema.js';

/** How pulses are spread, as YAML says it: one map a kind, angles in degrees. scanner.ts has the same in SI units. */

const PULSE_RATE_MAX = 1e8;
const RATE_MAX = 10_000;

/** Rates and angles that more than one kind of deflector has, or that a survey may replace. */
export const deflectorFields = {
  pulseRate: numberField('Pulses a second while the mirror is in its window', {
    unit: 'Hz',
    above: 0,
    max: PULSE_RATE_MAX,
  }),
  rotationRate: numberField('Revolutions a second; of a mirror or prism negative the other way round', {
    unit: 'Hz',
    min: -RATE_MAX,
    max: RATE_MAX,
  }),
  lineRate: numberField('Lines a second', { unit: 'Hz', above: 0, max: RATE_MAX }),
  lineRateMax: numberField('Lines a second at most', { unit: 'Hz', above: 0, max: RATE_MAX }),
  scanRate: numberField('Lines a second; of an oscillating mirror cycles, to and fro', {
    unit: 'Hz',
    above: 0,
    max: RATE_MAX,
  }),
  elevationMin: numberField('Lowest elevation', { unit: 'deg', min: -180, max: 180 }),
  elevationMax: numberField('Highest elevation', { unit: 'deg', min: -180, max: 180 }),
  startElevation: numberField("Elevation of a leg's first pulse; absent: elevationMin", {
    unit: 'deg',
    min: -180,
    max: 180,
  }),
  verticalStep: numberField('Angle between two pulses of a line', { unit: 'deg', min: 1e-4, max: 90 }),
  horizontalStep: numberField('Angle between two lines; absent: the head stands still', {
    unit: 'deg',
    min: 1e-4,
    max: 90,
  }),
  halfAngle: numberField('Angle to either side', { unit: 'deg', above: 0, below: 180 }),
  halfAngleAcross: numberField('Half angle of the cone to the right and left', { unit: 'deg', above: 0, below: 90 }),
  halfAngleAlong: numberField('Half angle of the cone up and down', { unit: 'deg', above: 0, below: 90 }),
  fieldOfView: numberField('Angle that a line sweeps', { unit: 'deg', above: 0, max: 360 }),
  turningPulses: numberField('Pulses that a turn takes, an even number', { whole: true, min: 0, max: 1_000_000 }),
  rows: numberField('Rows of a frame', { whole: true, min: 1, max: 1_000_000 }),
  columns: numberField('Pulses of a row', { whole: true, min: 1, max: 1_000_000 }),
  horizontalFieldOfView: numberField('Angle from the first column to the last', { unit: 'deg', min: 0, max: 360 }),
  verticalFieldOfView: numberField('Angle from the first row to the last', { unit: 'deg', min: 0, max: 180 }),
};

const kind = <const Kind extends string>(name: Kind) => choiceField('Kind of deflector', [name]);

/** What every kind that fires at a rate of its own has. */
const pulsed = {
  pulseRate: deflectorFields.pulseRate,
  channels: channelsSchema.optional(),
  programs: programsSchema.optional(),
};

const spinning = mapField('a stack of lasers on a spinning head', {
  kind: kind('spinning'),
  rotationRate: deflectorFields.rotationRate,
  firingPeriod: numberField('Time from one firing of the whole stack to the next', { unit: 'µs', above: 0, max: 1e6 }),
  channels: channelsSchema,
});

/** Facets of a polygon mirror at most. */
export const FACETS_MAX = 256;

const polygon = mapField('a polygon mirror that sweeps lines, on a head that may turn', {
  kind: kind('polygon'),
  ...pulsed,
  elevationMin: deflectorFields.elevationMin,
  elevationMax: deflectorFields.elevationMax,
  verticalStep: deflectorFields.verticalStep.optional(),
  lineRate: deflectorFields.lineRate.optional(),
  horizontalStep: deflectorFields.horizontalStep.optional(),
  lineRateMax: deflectorFields.lineRateMax.optional(),
  facetAngle: numberField('Angle that one facet sweeps, window included; absent: the window alone', {
    unit: 'deg',
    above: 0,
    max: 360,
  }).optional(),
  facetTilts: listField(
    'inclination of each facet to the shaft, in the order in which they pass [deg]',
    numberField('Inclination to the shaft', { unit: 'deg', min: -45, max: 45 }),
    { min: 1, max: FACETS_MAX },
  ).optional(),
  shaftInclination: numberField('Inclination of the shaft to the plane across the incoming beam', {
    unit: 'deg',
    min: -80,
    max: 80,
  }).optional(),
  startElevation: deflectorFields.startElevation.optional(),
  origin: vectorField("Where the beam leaves, in the head's frame: right, forward, up", {
    unit: 'm',
    min: -10,
    max: 10,
  }).optional(),
});

const line = mapField('fibres side by side, fired one after the other', {
  kind: kind('line'),
  ...pulsed,
  halfAngle: deflectorFields.halfAngle,
  fibres: numberField('Fibres', { whole: true, min: 2, max: 1_000_000 }),
});

const straightLines = { ...pulsed, scanRate: deflectorFields.scanRate, fieldOfView: deflectorFields.fieldOfView };
const parallel = mapField('lines at even angles, all the same way', { kind: kind('parallel'), ...straightLines });
const zigzag = mapField('lines at even angles, to and fro', { kind: kind('zigzag'), ...straightLines });

const oscillating = mapField('a mirror that swings to and fro', {
  kind: kind('oscillating'),
  ...pulsed,
  scanRate: deflectorFields.scanRate,
  halfAngle: deflectorFields.halfAngle,
  motion: choiceField('Angle over time: even with turns at both ends, or a sine', ['linear', 'sinusoidal']).default(
    'linear',
  ),
  turningPulses: deflectorFields.turningPulses.default(0),
});

const conic = mapField('a beam that goes round on a cone', {
  kind: kind('conic'),
  ...pulsed,
  rotationRate: deflectorFields.rotationRate,
  halfAngle: deflectorFields.halfAngle.optional(),
  halfAngleAcross: deflectorFields.halfAngleAcross.optional(),
  halfAngleAlong: deflectorFields.halfAngleAlong.optional(),
});

const palmer = mapField('a plane mirror that nutates about a shaft', {
  kind: kind('palmer'),
  ...pulsed,
  rotationRate: deflectorFields.rotationRate,
  mirrorTilt: numberField("Angle between the mirror's normal and the shaft", { unit: 'deg', above: 0, max: 45 }),
  incidence: numberField('Angle between the shaft and the incoming beam', { unit: 'deg', min: 0, max: 80 }),
});

const prism = mapField('a wedge prism', {
  angle: numberField('Angle between its faces; positive: the inclined face meets the light first', {
    unit: 'deg',
    min: -60,
    max: 60,
  }),
  refractiveIndex: numberField('Refractive index', { min: 1, max: 4 }),
  rotationRate: deflectorFields.rotationRate,
});

/** Prisms of a Risley deflector at most. */
export const PRISMS_MAX = 3;

const risley = mapField('wedge prisms that turn about the undeflected beam', {
  kind: kind('risley'),
  ...pulsed,
  airIndex: numberField('Refractive index of the air', { min: 1, max: 1.1 }).default(1),
  prisms: listField('prisms, in the order in which light passes them', prism, { min: 1, max: PRISMS_MAX }),
});

const swing = (description: string) =>
  mapField(description, {
    amplitude: numberField('Largest angle of the beam', { unit: 'deg', min: 0, max: 90 }),
    rate: numberField('Cycles a second', { unit: 'Hz', min: 0, max: 1e6 }),
    phase: numberField('Part of a cycle that has passed at the first shot', { min: 0, max: 1 }).default(0),
    waveform: choiceField('Angle over time', ['sine', 'triangle', 'sawtooth']).default('sine'),
  });

const mems = mapField('a mirror that tilts about two axes', {
  kind: kind('mems'),
  ...pulsed,
  horizontal: swing('the swing of the azimuth, to the right'),
  vertical: swing('the swing of the elevation'),
});

const raster = mapField('rows of pulses at even angles, from the top row down, each from left to right', {
  kind: kind('raster'),
  ...pulsed,
  rows: deflectorFields.rows,
  columns: deflectorFields.columns,
  horizontalFieldOfView: deflectorFields.horizontalFieldOfView,
  verticalFieldOfView: deflectorFields.verticalFieldOfView,
  zigzag: z.boolean({ error: 'true or false' }).describe('Every second row goes from right to left').default(false),
});

const pattern = mapField('any pattern, from a file', {
  kind: kind('pattern'),
  ...pulsed,
  file: textField(
    'Table (CSV) of time [s], azimuth to the right and elevation [deg], relative to this file',
    'a path to a .csv file',
  ),
});

const KINDS = [
  spinning,
  polygon,
  line,
  parallel,
  zigzag,
  oscillating,
  conic,
  palmer,
  risley,
  mems,
  raster,
  pattern,
] as const;

const kindNames = KINDS.map(({ shape }) => shape.kind.options[0]).join(', ');

/** One of the kinds. */
export const deflectorSchema = z
  .discriminatedUnion('kind', KINDS, { error: `a map whose kind is one of: ${kindNames}` })
  .describe('How the pulses are spread');

export type DeflectorDefinition = z.output<typeof deflectorSchema>;
export type DeflectorKind = DeflectorDefinition['kind'];
/** The definition of one kind. */
export type DefinitionOf<Kind extends DeflectorKind> = Extract<DeflectorDefinition, { kind: Kind }>;

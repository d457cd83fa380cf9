import { choiceField, numberField } from '../../base/yaml/fields.js';
import { channelsSchema } from '../channel-schema.js';
import { programsSchema } from '../detection-schema.js';

/** Fields of deflector descriptions: angles in degrees. */

const PULSE_RATE_MAX = 1e8;
const RATE_MAX = 10_000;

/** Rates and angles that several kinds share, in the order in which messages name those that a survey may replace. */
export const deflectorFields = {
  rotationRate: numberField('Revolutions a second; of a mirror or prism negative the other way round', {
    unit: 'Hz',
    min: -RATE_MAX,
    max: RATE_MAX,
  }),
  pulseRate: numberField('Pulses a second while the mirror is in its window', {
    unit: 'Hz',
    above: 0,
    max: PULSE_RATE_MAX,
  }),
  scanRate: numberField('Lines a second; of an oscillating mirror cycles, to and fro', {
    unit: 'Hz',
    above: 0,
    max: RATE_MAX,
  }),
  lineRate: numberField('Lines a second', { unit: 'Hz', above: 0, max: RATE_MAX }),
  lineRateMax: numberField('Lines a second at most', { unit: 'Hz', above: 0, max: RATE_MAX }),
  elevationMin: numberField('Lowest elevation', { unit: 'deg', min: -180, max: 180 }),
  elevationMax: numberField('Highest elevation', { unit: 'deg', min: -180, max: 180 }),
  startElevation: numberField('Elevation at which the mirror stands when a leg begins; absent: elevationMin', {
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
  facetShots: numberField('Shots from one line of a polygon to the next, those outside of the window included', {
    whole: true,
    min: 1,
    max: 2 ** 30,
  }),
  halfAngle: numberField('Angle to either side', { unit: 'deg', above: 0, below: 180 }),
  halfAngleAcross: numberField('Half angle of the cone to the right and left', { unit: 'deg', above: 0, below: 90 }),
  halfAngleAlong: numberField('Half angle of the cone up and down', { unit: 'deg', above: 0, below: 90 }),
  fieldOfView: numberField('Angle that a line sweeps', { unit: 'deg', above: 0, max: 360 }),
};

/** The key that distinguishes the kinds. */
export const kindField = <const Kind extends string>(name: Kind) => choiceField('Kind of deflector', [name]);

/** Fields of every kind that fires at a rate of its own. */
export const pulsedFields = {
  pulseRate: deflectorFields.pulseRate,
  channels: channelsSchema.optional(),
  programs: programsSchema.optional(),
};

import type { z } from 'zod';
import { DEGREE } from '../../base/angle.js';
import { flagField, mapField, numberField, vectorField } from '../../base/yaml/fields.js';
import type { Mount } from '../../platform/leg.js';
import type { NoiseModel, PoseError } from '../pose-error.js';

/** The survey's `poseError`: the reported pose of the platform against its true one. */

/** Fields of the noise of one axis; `unit` is m or deg. */
function noiseField(what: string, unit: 'm' | 'deg', max: number) {
  const sigma = { unit, min: 0, max };
  return mapField(`noise of ${what}`, {
    white: numberField('Standard deviation of the part drawn anew at every solution', sigma).default(0),
    randomWalk: numberField('Standard deviation of the drift over one second; grows with the root of time', {
      ...sigma,
      unit: `${unit}/√s`,
    }).default(0),
    perLeg: numberField(
      'Standard deviation of the part drawn once for each leg: of a station, its registration',
      sigma,
    ).default(0),
    gaussMarkov: mapField('a first-order Gauss–Markov process', {
      sigma: numberField('Standard deviation', sigma),
      time: numberField('Time over which it forgets', { unit: 's', above: 0, max: 1e6 }),
    }).optional(),
  }).optional();
}

const DISTANCE_MAX = 1000;
const ANGLE_MAX = 90;
const length = (what: string) => noiseField(what, 'm', DISTANCE_MAX);
const angle = (what: string) => noiseField(what, 'deg', ANGLE_MAX);

const angleError = (description: string) =>
  numberField(description, { unit: 'deg', min: -ANGLE_MAX, max: ANGLE_MAX }).default(0);

const NAVIGATION_RATE = 200;

export const poseErrorSchema = mapField('errors of the reported pose; points are placed by the reported pose', {
  position: mapField('errors of the position', {
    horizontal: length('each horizontal axis of the world'),
    vertical: length('the vertical'),
  }).optional(),
  attitude: mapField('errors of the attitude', {
    heading: angle('the heading'),
    pitch: angle('the pitch'),
    roll: angle('the roll'),
  }).optional(),
  boresight: mapField("errors of the scanner's reported angles on the platform", {
    heading: angleError("Clockwise from above, about the platform's axis"),
    pitch: angleError("Nose up, about the platform's axis"),
    roll: angleError("Right side down, about the platform's axis"),
  }).optional(),
  leverArm: vectorField("What the report has too much of the scanner's position on the platform: right, forward, up", {
    unit: 'm',
    min: -DISTANCE_MAX,
    max: DISTANCE_MAX,
  }).optional(),
  clock: mapField('the clock of the navigation solution', {
    offset: numberField('The reported pose is that of so much later', { unit: 's', min: -60, max: 60 }).default(0),
    rate: numberField('Solutions a second; between two of them errors go linearly', {
      unit: 'Hz',
      min: 0.01,
      max: 10_000,
    }).default(NAVIGATION_RATE),
  }).optional(),
  keepTruePosition: flagField('Points also carry the position at which the beam hit').default(false),
});

/** A leg's `registrationError`. */
export const registrationErrorSchema = mapField(
  'what the reported pose of this leg has too much, in place of what perLeg draws',
  {
    position: vectorField('Along the axes of the world', {
      unit: 'm',
      min: -DISTANCE_MAX,
      max: DISTANCE_MAX,
    }).default([0, 0, 0]),
    heading: angleError('Clockwise from above'),
    pitch: angleError('Nose up'),
    roll: angleError('Right side down'),
  },
);

type PoseErrorDefinition = z.output<typeof poseErrorSchema>;
type NoiseDefinition = NonNullable<NonNullable<PoseErrorDefinition['position']>['vertical']>;

/** The errors in SI units and radians, zero by default. */
export function resolvePoseError(given: PoseErrorDefinition): PoseError {
  const { position, attitude, boresight, clock, leverArm = [0, 0, 0], keepTruePosition } = given;
  return {
    rateHz: clock?.rate ?? NAVIGATION_RATE,
    clockOffset: clock?.offset ?? 0,
    horizontal: resolveNoise(position?.horizontal, 1),
    vertical: resolveNoise(position?.vertical, 1),
    attitude: {
      heading: resolveNoise(attitude?.heading, DEGREE),
      pitch: resolveNoise(attitude?.pitch, DEGREE),
      roll: resolveNoise(attitude?.roll, DEGREE),
    },
    boresight: {
      heading: (boresight?.heading ?? 0) * DEGREE,
      pitch: (boresight?.pitch ?? 0) * DEGREE,
      roll: (boresight?.roll ?? 0) * DEGREE,
    },
    leverArm,
    keepTruePosition,
  };
}

/** A leg's `registrationError` in radians. */
export const resolveRegistrationError = ({
  position,
  heading,
  pitch,
  roll,
}: z.output<typeof registrationErrorSchema>): Mount => ({
  position,
  heading: heading * DEGREE,
  pitch: pitch * DEGREE,
  roll: roll * DEGREE,
});

function resolveNoise(given: NoiseDefinition | undefined, unit: number): NoiseModel {
  const { white = 0, randomWalk = 0, perLeg = 0, gaussMarkov } = given ?? {};
  return {
    white: white * unit,
    randomWalk: randomWalk * unit,
    perLeg: perLeg * unit,
    gaussMarkov: gaussMarkov && { sigma: gaussMarkov.sigma * unit, time: gaussMarkov.time },
  };
}

import { z } from 'zod';
import {
  choiceField,
  flagField,
  listField,
  mapField,
  numberField,
  pairField,
  textField,
  vectorField,
} from '../../base/yaml/fields.js';
import { attitudeFields, mountSchema } from '../../platform/platform-catalogue.js';
import { scannerSettings } from '../../scanner/scanner-schema.js';
import { detectorSchema } from './instrument-schema.js';
import { posesSchema } from './poses-schema.js';
import { coordinate, trajectorySchema } from './trajectory-schema.js';

/** The survey's `legs`. */

const seconds = { unit: 's', min: 0, max: 1e9 };
const speedField = numberField('Speed', { unit: 'm/s', above: 0, max: 10_000 });

/** Whole turns that a head may make in one leg. */
export const LEG_TURNS_MAX = 100;
const AZIMUTH_MAX = 360 * (LEG_TURNS_MAX + 1);

const attitude = {
  heading: attitudeFields.heading.optional(),
  pitch: attitudeFields.pitch.optional(),
  roll: attitudeFields.roll.optional(),
};

const course = z
  .union([choiceField('Along the path', ['course']), attitudeFields.heading], {
    error: 'course, or a number >= -360 and <= 360 (deg)',
  })
  .describe('Heading of the platform: course, or an angle that it keeps; absent: course')
  .optional();

/** How a scanner is set in a leg. */
const legScanner = mapField('numbers of the scanners that this leg replaces', {
  active: flagField('Whether it fires; false: the leg passes without pulses').default(true),
  ...scannerSettings,
  detector: detectorSchema.default({}),
});

const common = {
  name: textField('Name of the leg; absent: leg 1, leg 2, …').optional(),
  azimuth: pairField(
    'Sector that the head turns through, [from, to], clockwise from the forward direction; backwards where to is the smaller angle',
    { unit: 'deg', min: -AZIMUTH_MAX, max: AZIMUTH_MAX },
  ).default([0, 360]),
  mount: mountSchema.optional(),
  warmup: numberField('How long the scanner has been running when the first pulse leaves', {
    unit: 's',
    min: 0,
    max: 1e6,
  }).optional(),
  pause: numberField('Time from the end of the leg before to the start of this one', seconds).optional(),
  startTime: numberField('Adjusted standard GPS time of the first pulse; absent: after the leg before', {
    unit: 's',
    min: -1e9,
    max: 1e10,
  }).optional(),
  pointSourceId: numberField('LAS point source id; absent: the number of the leg, from 1', {
    whole: true,
    min: 1,
    max: 65_535,
  }).optional(),
  scanner: legScanner.optional(),
  scanners: z
    .record(textField('Name of a scanner'), legScanner, {
      error: 'a map of numbers that this leg replaces, by scanner',
    })
    .describe('Numbers that this leg replaces, by the name of the scanner')
    .optional(),
};

const station = mapField('a station: the scanner stands still', {
  position: vectorField('Where the platform stands', coordinate),
  duration: numberField('How long it scans; absent: one turn', { unit: 's', above: 0, max: 1e6 }).optional(),
  ...attitude,
  ...common,
});

const straight = mapField('a straight path at constant speed', {
  from: vectorField('Start of the platform', coordinate),
  to: vectorField('End of the platform', coordinate),
  speed: speedField,
  ...attitude,
  ...common,
});

const waypoints = (description: string) =>
  listField(description, vectorField('A point', coordinate), { min: 2, max: 100_000 });

const smooth = mapField('how waypoints become a smooth curve', {
  tolerance: numberField('Points nearer than this to the line between those kept are left out', {
    unit: 'm',
    min: 0,
    max: 1e6,
  }).optional(),
  tension: numberField('0: Catmull–Rom; towards 1 the curve comes nearer to straight lines', {
    min: 0,
    max: 0.9,
  }).optional(),
  knots: choiceField('Spacing of the knots; absent: centripetal', ['centripetal', 'uniform']).optional(),
});

const path = mapField('a path through points at constant speed', {
  path: waypoints('points [x, y, z] that the platform passes, in metres'),
  speed: speedField,
  smooth: smooth.optional(),
  heading: course,
  pitch: attitude.pitch,
  roll: attitude.roll,
  climb: flagField('The nose follows the climb of the path').optional(),
  banking: flagField('The platform leans into turns as an aircraft does').optional(),
  ...common,
});

const multicopter = mapField('the flight of a multicopter, from rest to rest', {
  waypoints: waypoints('points [x, y, z] of the flight, in metres'),
  speed: speedField,
  acceleration: numberField('How quickly it speeds up, brakes and turns', {
    unit: 'm/s²',
    min: 0.01,
    max: 100,
  }).default(2),
  turn: choiceField('At the points between: stop and turn standing, or round them without stopping', [
    'stop',
    'smooth',
  ]).default('stop'),
  yawRate: numberField('How quickly it turns', { unit: 'deg/s', above: 0, max: 3600 }).default(45),
  heading: course,
  gimbal: flagField('The scanner is kept level; false: it leans with the craft').default(true),
  ...common,
});

/** Legs whose recorded paths are given as `trajectory` says. */
function legsWith<Trajectory extends z.ZodType>(trajectory: Trajectory) {
  const recorded = mapField('a recorded path', { trajectory, ...common });
  return listField(
    'legs',
    z.union([station, straight, path, multicopter, recorded], {
      error:
        'a map with position (a station), from, to and speed (a straight path), path and speed, waypoints and speed (a multicopter), or trajectory',
    }),
    { min: 1, max: 65_535 },
  );
}

export const legsSchema = legsWith(trajectorySchema);

/** In memory, paths may be there already. */
export const legsInMemorySchema = legsWith(
  z.union([posesSchema, trajectorySchema], { error: 'a map with file, or with times, positions and orientations' }),
);

export type LegDefinition = z.output<typeof legsInMemorySchema>[number];
export type LegScannerDefinition = z.output<typeof legScanner>;
export type StraightDefinition = z.output<typeof straight>;
export type PathDefinition = z.output<typeof path>;
export type MulticopterDefinition = z.output<typeof multicopter>;

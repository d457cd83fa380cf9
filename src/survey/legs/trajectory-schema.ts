import { z } from 'zod';
import {
  choiceField,
  flagField,
  mapField,
  numberField,
  optionalField,
  textField,
  vectorField,
} from '../../base/yaml/fields.js';
import { BODY_AXES } from '../../platform/body-axes.js';
import { ATTITUDES_BETWEEN } from '../../platform/read/pose-angles.js';
import { TIME_UNITS } from '../../platform/read/time-unit.js';
import {
  POSE_COLUMNS,
  type PoseColumn,
  TRAJECTORY_DEFAULTS,
  TRAJECTORY_FORMATS,
} from '../../platform/read/trajectory-parser.js';
import { ROTATION_ORDERS } from '../../platform/rotation-order.js';
import { coordinate } from '../schema/coordinate.js';

const COLUMNS_MAX = 1000;

const columnField = z
  .union([textField('Name'), numberField('Number', { whole: true, min: 1, max: COLUMNS_MAX })], {
    error: 'the name of a column, or its number from 1',
  })
  .describe('Column, by its name or its number from 1')
  .optional();

const columns = mapField(
  'columns by quantity',
  Object.fromEntries(POSE_COLUMNS.map((name) => [name, columnField])) as Record<PoseColumn, typeof columnField>,
);

const ZONE = 'a zone with its hemisphere, such as "32N"';
const zone = z
  .string({ error: ZONE })
  .regex(/^([1-9]|[1-5]\d|60)[NS]$/, { error: ZONE })
  .describe('Zone and hemisphere, such as "32N"');

const degrees = (description: string, max: number) => numberField(description, { unit: 'deg', min: -max, max });
const origin = mapField('the origin of x, y and z', {
  latitude: degrees('Latitude on WGS 84', 90),
  longitude: degrees('Longitude on WGS 84', 360),
  height: numberField('Height, as in the recording', { unit: 'm', min: -20_000, max: 1e6 }).default(0),
});

const projection = z
  .union(
    [
      choiceField("local: east, north and up of the first point; utm: its zone; crs: the survey's reference system", [
        'local',
        'utm',
        'crs',
      ]),
      mapField('the zone', { utm: zone }),
      mapField('the place of the local frame', { local: origin }),
    ],
    { error: 'local, utm, crs, { utm: "32N" }, or { local: { latitude, longitude, height } }' },
  )
  .describe("How geographic positions become x, y, z; absent: the survey's crs if it has one, else local");

const time = (description: string) => numberField(description, { unit: 's', min: -1e12, max: 1e12 }).optional();

const SEPARATOR = 'one character that is no part of a number, such as ";"';

/** A recording, and the part of it that is travelled. */
export const trajectorySchema = mapField('a recorded trajectory', {
  file: textField('Path, relative to the survey file', 'a path to a trajectory'),
  format: choiceField('Format; absent: by the ending of the file', TRAJECTORY_FORMATS).optional(),
  columns: columns.optional(),
  timeUnit: choiceField(
    'Unit of the times in csv and helios; absent: as the header says or as their size shows',
    TIME_UNITS,
  ).optional(),
  angles: optionalField(
    choiceField('Unit of the angles in csv and helios', ['deg', 'rad']),
    TRAJECTORY_DEFAULTS.angles,
  ),
  rotation: choiceField(
    'Convention by which roll, pitch and heading form an attitude; absent: arinc705 for helios, else heading-pitch-roll',
    ROTATION_ORDERS,
  ).optional(),
  between: optionalField(
    choiceField(
      'Attitudes between two poses in csv and helios: at a constant rate, the shorter way, or each angle by itself',
      ATTITUDES_BETWEEN,
    ),
    TRAJECTORY_DEFAULTS.between,
  ),
  slopeThreshold: numberField(
    'In csv and helios, poses are left out where slopes (m/s, rad/s) have not changed by more since the last one; absent: none is',
    { min: 0, max: 1e9 },
  ).optional(),
  separator: z
    .string({ error: SEPARATOR })
    .regex(/^[^\s\w.+-]$/, { error: SEPARATOR })
    .describe('Character between the columns of csv and helios; absent: as the file shows')
    .optional(),
  body: optionalField(
    choiceField('Axes of the body in csv: rfu, x right, y forward; flu, x forward, y left, as in ROS', BODY_AXES),
    TRAJECTORY_DEFAULTS.body,
  ),
  projection: projection.optional(),
  geoid: textField(
    'Path to a geoid (GTX or GeoTIFF), relative to the survey file, above which heights shall be; none: they need no geoid',
    'a path to a geoid, or none',
  ).optional(),
  wander: optionalField(
    choiceField('Use of the wander angle of SBET', ['ignore', 'add', 'subtract']),
    TRAJECTORY_DEFAULTS.wander,
  ),
  attitude: choiceField('As recorded, along the course, level or with its climb, or level to +y', [
    'recorded',
    'course',
    'climb',
    'north',
  ]).default('recorded'),
  from: time("First moment, in the recording's times; absent: its beginning"),
  to: time("Last moment, in the recording's times; absent: its end"),
  beyond: choiceField('A moment `to` behind the end: refused, or the last motion continues for up to 1 s', [
    'error',
    'continue',
  ]).default('error'),
  offset: vectorField('Added to the positions', coordinate).default([0, 0, 0]),
  keepTime: flagField("Points carry the recording's times, plus timeShift").default(false),
  gpsWeek: numberField('With keepTime: the GPS week in which a recording in seconds of the week begins', {
    whole: true,
    min: 0,
    max: 1e5,
  }).optional(),
  timeShift: numberField('From the times of the recording to adjusted standard GPS time; absent: 0', {
    unit: 's',
    min: -1e12,
    max: 1e12,
  }).optional(),
  maxGap: numberField('Longest time between two poses; absent: any, with a warning', {
    unit: 's',
    above: 0,
  }).optional(),
  repeats: optionalField(
    choiceField('Pose that is kept if several share a time', ['error', 'first', 'last']),
    TRAJECTORY_DEFAULTS.repeats,
  ),
});

export type TrajectoryDefinition = z.output<typeof trajectorySchema>;

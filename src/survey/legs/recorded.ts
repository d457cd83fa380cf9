import { z } from 'zod';
import { adjustedGpsTime, utcOfGpsTime } from '../../io/units/gps-time.js';
import { GPS_ADJUSTMENT, WEEK, weekStart } from '../../io/units/gps-week.js';
import { type BodyAxes, turnedFromFlu } from '../../platform/body-axes.js';
import { clipTrajectory } from '../../platform/clip-trajectory.js';
import { continueTrajectory } from '../../platform/continue-trajectory.js';
import { headingOffset } from '../../platform/heading-offset.js';
import type { Trajectory } from '../../platform/leg.js';
import { courseAttitude } from '../../platform/path/course-attitude.js';
import { longGap } from '../../platform/read/long-gap.js';
import { trajectoryFormatOf } from '../../platform/read/read-trajectory.js';
import { noteFault, noting, type Reading, readingWithin } from '../resolve/reading.js';
import { alongPoses, type LegKind, legSchema, type ResolvedPath } from './leg-kind.js';
import { GROUNDS, onPlaceField } from './path-fields.js';
import { posesSchema } from './poses-schema.js';
import type { Recordings } from './recordings.js';
import { type TrajectoryDefinition, trajectorySchema } from './trajectory-schema.js';

const EXAMPLE = { trajectory: { file: 'path.csv' } };

const schema = legSchema(
  'a recorded path',
  { trajectory: trajectorySchema.meta({ examples: [{ file: 'path.csv', keepTime: true }] }), on: onPlaceField },
  EXAMPLE,
);

const schemaInMemory = legSchema(
  'a recorded path',
  {
    trajectory: z.union([posesSchema, trajectorySchema], {
      error: 'a map with file, or with times, positions and orientations',
    }),
    on: onPlaceField,
  },
  EXAMPLE,
);

type RecordedDefinition = z.output<typeof schemaInMemory>;

/** Every pulse leaves from the pose at its own time. */
export const recorded = {
  key: 'trajectory',
  noun: undefined,
  schema,
  schemaInMemory,
  resolve,
} satisfies LegKind<RecordedDefinition>;

async function resolve(
  { on, ...leg }: RecordedDefinition,
  section: Reading,
  recordings: Recordings,
): Promise<ResolvedPath | undefined> {
  const found = await resolvePath(leg, section, recordings);
  if (found === undefined || on === undefined || found.path.kind !== 'recorded') return found;
  const { positions } = found.path.trajectory;
  const { ground, at } = typeof on === 'object' ? on : { ground: on, at: [positions[0], positions[1]] as const };
  return { ...found, path: { ...found.path, ground: { side: GROUNDS[ground], at } } };
}

async function resolvePath(
  { trajectory, ...leg }: Omit<RecordedDefinition, 'on'>,
  section: Reading,
  recordings: Recordings,
): Promise<ResolvedPath | undefined> {
  if ('times' in trajectory) {
    const { body, ...poses } = trajectory;
    const own = body === 'flu' ? turnedFromFlu(poses) : poses;
    noteCourse(own, body, recordings);
    return alongPoses(own);
  }
  const found = await recordedTrajectory(section, trajectory, recordings, leg);
  return found && { path: { kind: 'recorded', trajectory: found.trajectory }, startTime: found.startTime };
}

/** A recording as it is travelled. */
interface RecordedTrajectory {
  trajectory: Trajectory;
  /** Its beginning in adjusted standard GPS time, if its times are kept. */
  startTime?: number;
}

/**
 * The part of a recording that is travelled, from the time 0 on. Notes faults in `section`, the leg or motion with the
 * key `trajectory`, and then has none. `leg`: keys of the leg that state its start; absent: it has none.
 */
export async function recordedTrajectory(
  section: Reading,
  trajectory: TrajectoryDefinition,
  recordings: Recordings,
  leg: Pick<RecordedDefinition, 'startTime' | 'pause'> = {},
): Promise<RecordedTrajectory | undefined> {
  checkTimes(section, trajectory, leg);
  checkBody(section, trajectory);
  checkTable(section, trajectory);
  return travel(readingWithin(section, ['trajectory']), trajectory, recordings);
}

/**
 * Notes in `section`, the leg, a start given in addition to that of the recording, a shift of a time that is not kept,
 * or a kept time whose week or day is not given.
 */
function checkTimes(
  section: Reading,
  { keepTime, timeShift, gpsWeek, file, format = trajectoryFormatOf(file) }: TrajectoryDefinition,
  leg: Pick<RecordedDefinition, 'startTime' | 'pause'>,
): void {
  const given = leg.startTime === undefined ? 'pause' : 'startTime';
  if (keepTime && leg[given] !== undefined)
    noteFault(section, [given], leg[given], 'none, as keepTime: true starts the leg at the time of its recording');
  const note = (key: 'timeShift' | 'gpsWeek' | 'keepTime', found: unknown, expected: string) =>
    noteFault(section, ['trajectory', key], found, expected);
  if (!keepTime && timeShift) note('timeShift', timeShift, 'keepTime: true beside it');
  if (!keepTime && gpsWeek !== undefined) note('gpsWeek', gpsWeek, 'keepTime: true beside it');
  if (!keepTime || timeShift !== undefined) return;
  if (format === 'sbet' && gpsWeek === undefined)
    note('keepTime', true, 'gpsWeek beside it, as sbet has seconds of a GPS week (or timeShift)');
  if (format === 'nmea') note('keepTime', true, 'timeShift beside it, as nmea has seconds of a day');
}

/** Notes axes given for a recording that has a convention of its own, or together with one. */
function checkBody(section: Reading, { body, rotation, file, format }: TrajectoryDefinition): void {
  if (body === undefined) return;
  const at = ['trajectory', 'body'];
  const found = format ?? trajectoryFormatOf(file);
  if (found !== 'csv' && found !== 'kitti') noteFault(section, at, body, `none, as ${found} has axes of its own`);
  else if (body === 'flu' && rotation !== undefined)
    noteFault(
      section,
      ['trajectory', 'rotation'],
      rotation,
      'none beside body: flu, whose angles are those of REP 103',
    );
}

/** Notes keys of tables that are given for another format. */
function checkTable(
  section: Reading,
  { timeUnit, between, separator, slopeThreshold, file, format }: TrajectoryDefinition,
): void {
  const found = format ?? trajectoryFormatOf(file);
  if (found === 'csv' || found === 'helios') return;
  for (const [key, value] of Object.entries({ timeUnit, between, separator, slopeThreshold }))
    if (value !== undefined) noteFault(section, ['trajectory', key], value, `none, as ${found} is no table`);
}

/** Warns of a heading that differs from the course by a right angle, or is its opposite, along most of the path. */
function noteCourse(
  trajectory: Trajectory,
  body: BodyAxes | undefined,
  recordings: Recordings,
  file = 'the trajectory',
): void {
  const offset = headingOffset(trajectory);
  if (offset === undefined) return;
  const advice =
    offset === -90 && body !== 'flu'
      ? 'if its attitudes are of a body with x forward, as in ROS, body: flu turns them'
      : offset === 90 && body === 'flu'
        ? 'if its attitudes are of a body with y forward, leave out body: flu'
        : 'check the columns of its attitude, or take attitude: course';
  recordings.warn(`${file}: the heading is ${offset}° from the course along most of the path; ${advice}`);
}

/**
 * The part of a recording that a leg travels. If it has none: undefined, and faults noted in `section`, its
 * `trajectory`.
 */
async function travel(
  section: Reading,
  definition: TrajectoryDefinition,
  recordings: Recordings,
): Promise<RecordedTrajectory | undefined> {
  const whole = await noting(section, ['file'], () => recordings.find(definition));
  if (whole === undefined) return undefined;
  const stretch = chooseStretch(section, definition, whole);
  if (stretch === undefined) return undefined;
  const long = stretch.to > whole.times[whole.times.length - 1] ? continueTrajectory(whole, stretch.to) : whole;
  const clipped = moved(clipTrajectory(long, stretch.from, stretch.to), definition.offset);
  const { attitude, keepTime, body } = definition;
  if (keepTime) warnOfTimes(whole, definition, recordings);
  const gap = definition.maxGap === undefined ? longGap(whole.times, stretch) : undefined;
  if (gap !== undefined) recordings.warn(`${definition.file}: ${gap}`);
  if (attitude === 'recorded') noteCourse(clipped, body, recordings, definition.file);
  return {
    trajectory: withAttitude(clipped, attitude),
    startTime: keepTime ? stretch.from + shiftOf(definition) : undefined,
  };
}

/** Seconds from the recording's times to adjusted standard GPS time. */
const shiftOf = ({ gpsWeek, timeShift = 0 }: TrajectoryDefinition): number =>
  (gpsWeek === undefined ? 0 : weekStart(gpsWeek)) + timeShift;

/** Warns of kept times that are like those of other origins: of a GPS week, since 1980, or since 1970 in UTC. */
function warnOfTimes(
  { times }: Trajectory,
  { file, gpsWeek, timeShift }: TrajectoryDefinition,
  recordings: Recordings,
): void {
  const [first, last] = [times[0], times[times.length - 1]];
  if (gpsWeek !== undefined || timeShift !== undefined) return;
  const other =
    first >= DAY && last < 2 * WEEK
      ? 'seconds of a GPS week, gpsWeek says of which'
      : first >= SINCE_1970_MIN && last < SINCE_1970_MAX
        ? `seconds since 1970, in UTC, timeShift: ${Math.round(adjustedGpsTime(first * 1000) - first)} moves them`
        : first >= SINCE_1980_MIN && last < SINCE_1970_MIN
          ? `seconds of GPS time since 1980, timeShift: ${-GPS_ADJUSTMENT} moves them`
          : undefined;
  if (other === undefined) return;
  const year = new Date(utcOfGpsTime(first)).getUTCFullYear();
  const what = `times from ${Number(first.toPrecision(12))} s are taken as adjusted standard GPS time, of ${year}`;
  recordings.warn(`${file}: ${what}; if they are ${other}; timeShift: 0 keeps them`);
}

/** Times that count from 1980, and from 1970, in seconds: of the years 2014 to 2027, and 2017 to 2033. */
const SINCE_1980_MIN = 1.1e9;
const SINCE_1970_MIN = 1.5e9;
const SINCE_1970_MAX = 2e9;

const DAY = 86_400;

/** Seconds by which the last motion of a recording may continue. */
const BEYOND_MAX = 1;

/** The trajectory with the attitude that a leg asks for. */
function withAttitude(trajectory: Trajectory, attitude: TrajectoryDefinition['attitude']): Trajectory {
  if (attitude === 'recorded') return trajectory;
  if (attitude !== 'north') return courseAttitude(trajectory, { climb: attitude === 'climb' });
  return { ...trajectory, orientations: trajectory.orientations.map((_, k) => (k % 4 === 3 ? 1 : 0)) };
}

function chooseStretch(
  section: Reading,
  definition: TrajectoryDefinition,
  { times }: Trajectory,
): { from: number; to: number } | undefined {
  const [first, last] = [times[0], times[times.length - 1]];
  const { from = first, to = last } = definition;
  const end = definition.beyond === 'continue' ? last + BEYOND_MAX : last;
  const outside = ([key, time]: readonly ['from' | 'to', number]): boolean => {
    const most = key === 'to' ? end : last;
    if (time >= first && time <= most) return false;
    noteFault(section, [key], time, `a moment of the recording, from ${first} to ${most} (s)`);
    return true;
  };
  if (
    (
      [
        ['from', from],
        ['to', to],
      ] as const
    ).filter(outside).length > 0
  )
    return undefined;
  if (from < to) return { from, to };
  noteFault(section, ['to'], definition.to, `a moment after from, which is ${from} (s)`);
  return undefined;
}

function moved(trajectory: Trajectory, offset: readonly number[]): Trajectory {
  if (offset.every((shift) => shift === 0)) return trajectory;
  return { ...trajectory, positions: trajectory.positions.map((value, k) => value + offset[k % 3]) };
}

import { UserError } from '../../../base/errors.js';
import type { Vec3 } from '../../../base/vec3.js';
import { GPS_ADJUSTMENT } from '../../../io/units/gps-week.js';
import type { Trajectory } from '../../../platform/leg.js';
import { readTrajectory } from '../../../platform/read/read-trajectory.js';
import { type HeliosReading, noteAt, showPlace } from '../helios-reading.js';
import type { HeliosLeg, HeliosSurvey } from '../survey-xml.js';
import type { TrajectorySettings } from '../trajectory-settings-xml.js';
import type { HeliosLegSection } from './leg-section.js';
import { begunSteps, headRateOf, stepsOfDuration, stepsOfHead } from './leg-steps.js';
import { written, writtenTime } from './written.js';

/** A recording that legs travel, and the keys to read it by. */
interface Recorded {
  file: string;
  keys: RecordedKeys;
  first: number;
  last: number;
  /** Whether poses share a time. */
  repeats: boolean;
}

/** The keys of a leg's `trajectory` that are the same for all legs along a file. */
type RecordedKeys = Pick<
  NonNullable<Parameters<typeof readTrajectory>[1]>,
  'format' | 'columns' | 'angles' | 'separator' | 'rotation' | 'between'
> & { slopeThreshold?: number };

/** A leg with the recording that it travels. */
interface Travel {
  leg: HeliosLeg;
  index: number;
  settings: TrajectorySettings;
  recorded: Recorded;
}

/**
 * The legs of a survey along recorded trajectories. HELIOS++ lets the platform stand at the end of each leg, and may
 * take it to the start of the next at once; these changes cost steps in which the platform moves on and no pulse
 * leaves.
 */
export async function interpolatedLegs(
  reading: HeliosReading,
  survey: HeliosSurvey,
  leverArm: Vec3,
): Promise<HeliosLegSection[]> {
  checkDomains(reading, survey);
  const travels: Travel[] = [];
  const known = new Map<string, Recorded>();
  for (const [index, leg] of survey.legs.entries()) {
    const { trajectory: settings } = leg.platform;
    if (settings === undefined)
      noteAt(reading, leg.place, 'the leg names no trajectory, expected one, as the platform is interpolated');
    else {
      const recorded = await recordedOf(reading, survey, leg, settings, known);
      if (recorded !== undefined) travels.push({ leg, index, settings, recorded });
    }
  }
  checkOverlap(reading, survey, [...known.values()]);
  return travels.flatMap((travel) => travelOf(reading, survey, travel, leverArm));
}

/**
 * Notes legs that interpolate different numbers, and warns of a filter of slopes of other files than the first;
 * HELIOS++ has one of each.
 */
function checkDomains(reading: HeliosReading, { legs }: HeliosSurvey): void {
  const found = legs.flatMap(({ platform: { trajectory }, place }) => (trajectory ? [{ ...trajectory, place }] : []));
  for (const { domain, place } of found)
    if (domain !== found[0].domain)
      noteAt(
        reading,
        place,
        `interpolationDomain: found ${domain}, expected ${found[0].domain} in all legs, as in the first`,
      );
  for (const { slopeThreshold, path, place } of found)
    if (slopeThreshold > 0 && path !== found[0].path)
      reading.log.warn(
        `${showPlace(place)}: slopeFilterThreshold: found ${slopeThreshold}, expected it with the first trajectory, ${found[0].path}, the only one that HELIOS++ filters; all poses of ${path} are kept`,
      );
  if (reading.physics === 'helios' && found.length > 0)
    reading.quirks.note(
      22,
      found[0].place,
      found[0].domain === 'position'
        ? 'the platform keeps its attitude, level and to +y, wherever it goes'
        : 'attitudes between two poses are made of their angles, each by itself',
    );
}

/** The recording of a leg, each read once; undefined after a fault. */
async function recordedOf(
  reading: HeliosReading,
  survey: HeliosSurvey,
  { place }: HeliosLeg,
  settings: TrajectorySettings,
  known: Map<string, Recorded>,
): Promise<Recorded | undefined> {
  const found = known.get(settings.path);
  if (found !== undefined) return found;
  try {
    const file = await reading.library.locate(settings.path, place);
    const keys = keysOf(reading, survey, settings);
    const { trajectory, repeats } = await readRepeated(reading, file, keys);
    const { times } = trajectory;
    if (repeats)
      reading.log.warn(
        `${showPlace(place)}: ${settings.path} has several poses at one time; a leg from its start takes the first, others the last of them`,
      );
    const recorded = { file, keys, first: times[0], last: times[times.length - 1], repeats };
    known.set(settings.path, recorded);
    return recorded;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    noteAt(reading, error.place ?? place, error.message);
    return undefined;
  }
}

/** The trajectory of a file, and whether its poses share times. */
async function readRepeated({ files }: HeliosReading, file: string, keys: RecordedKeys) {
  const read = (repeats: 'error' | 'first'): Promise<Trajectory> => readTrajectory(file, { files, ...keys, repeats });
  try {
    return { trajectory: await read('error'), repeats: false };
  } catch (error) {
    if (!(error instanceof UserError) || !error.message.includes('a second time')) throw error;
    return { trajectory: await read('first'), repeats: true };
  }
}

/**
 * The keys to read a file by: columns and separator from the first leg that states them, angles in radians if any leg
 * says so.
 */
function keysOf(reading: HeliosReading, survey: HeliosSurvey, { path, domain }: TrajectorySettings): RecordedKeys {
  const all = survey.legs.flatMap(({ platform: { trajectory } }) => (trajectory ? [trajectory] : []));
  const own = all.filter((trajectory) => trajectory.path === path);
  const columns = own.find((trajectory) => trajectory.columns !== undefined)?.columns;
  const separator = own.find((trajectory) => trajectory.separator !== undefined)?.separator;
  const angles = domain === 'position_and_attitude';
  const threshold = path === all[0].path ? all[0].slopeThreshold : 0;
  return {
    format: 'helios',
    ...(columns && { columns: columnsOf(columns, angles) }),
    ...(separator !== undefined && separator !== ',' && { separator }),
    ...(all.some(({ inDegrees }) => !inDegrees) && { angles: 'rad' }),
    ...(threshold > 0 && { slopeThreshold: threshold }),
    rotation: survey.interpolated?.rotation,
    ...(angles && reading.physics === 'helios' && { between: 'angles' }),
  };
}

/** Columns by name, numbered from 1; those from 0 are in the order of TrajectorySettings. */
function columnsOf(columns: readonly number[], angles: boolean) {
  const [time, roll, pitch, heading, x, y, z] = columns.map((index) => index + 1);
  return { time, x, y, z, ...(angles && { roll, pitch, heading }) };
}

/** Notes files whose times overlap: HELIOS++ mixes their rows. */
function checkOverlap(reading: HeliosReading, survey: HeliosSurvey, recordings: readonly Recorded[]): void {
  const sorted = recordings.toSorted((a, b) => a.first - b.first);
  for (let k = 1; k < sorted.length; k++)
    if (sorted[k].first < sorted[k - 1].last)
      noteAt(
        reading,
        survey.place,
        `the times of ${sorted[k - 1].file} and ${sorted[k].file} overlap, expected trajectories one after the other`,
      );
}

/** Steps by which the platform is beyond the start of a leg after the first, and one more after a jump. */
const STEPS_BETWEEN = 3;

/** The leg in our keys; nothing after a fault. */
function travelOf(reading: HeliosReading, survey: HeliosSurvey, travel: Travel, leverArm: Vec3): HeliosLegSection[] {
  const { leg, index, settings, recorded } = travel;
  const { pulseFreq } = leg.scanner;
  const start = settings.start ?? recorded.first;
  const end = settings.end ?? recorded.last;
  const isFirst = index === 0;
  const ahead = isFirst ? 0 : STEPS_BETWEEN + (settings.teleports ? 1 : 0);
  const turns = stepsOfHead(leg.scanner, headRateOf(leg.scanner, survey.scanner.devices[0]));
  const way = begunSteps((end - start) * pulseFreq) - (isFirst ? 0 : 1);
  const steps = Math.min(Math.max(way, turns), stepsOfDuration(leg.scanner, isFirst));
  if (!(steps > 0 && Number.isFinite(steps))) {
    noteAt(reading, leg.place, `tStart, tEnd: found ${start} and ${end}, expected a later end, and a head that stops`);
    return [];
  }
  if (pulseFreq !== survey.legs[0].scanner.pulseFreq)
    reading.quirks.note(
      23,
      leg.place,
      `the leg travels at the speed of its recording; in HELIOS++ ${survey.legs[0].scanner.pulseFreq / pulseFreq} times as slowly, as the pulse frequency of the first leg sets its clock`,
    );
  const from = start + ahead / pulseFreq;
  const trajectory = trajectoryOf(reading, travel, from, from + steps / pulseFreq, leverArm);
  // HELIOS++ writes times of the file as seconds of the GPS week; those of the first week after the GPS epoch are equal
  // to them.
  const syncs = isFirst && survey.legs.some(({ platform }) => platform.trajectory?.syncsTime);
  return [{ index, steps, path: { trajectory, ...(syncs && { startTime: writtenTime(start - GPS_ADJUSTMENT) }) } }];
}

function trajectoryOf(
  { physics }: HeliosReading,
  { settings: { domain }, recorded }: Travel,
  from: number,
  to: number,
  leverArm: Vec3,
) {
  const { file, keys, first, last, repeats } = recorded;
  return {
    file,
    ...keys,
    ...(domain === 'position' && { attitude: physics === 'si' ? 'course' : 'north' }),
    ...(repeats && { repeats: from > first ? 'last' : 'first' }),
    ...(from !== first && { from: writtenTime(from) }),
    ...(writtenTime(to) !== last && { to: writtenTime(to) }),
    ...(to > last && writtenTime(to) !== last && { beyond: 'continue' }),
    ...(leverArm.some((value) => value !== 0) && { offset: leverArm.map(written) }),
  };
}

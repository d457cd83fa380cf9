import { UserError } from '../../base/errors.js';
import { formatPath } from '../../base/yaml/faults.js';
import type { ValuePath } from '../../base/yaml/source-document.js';
import { clipTrajectory } from '../../platform/clip-trajectory.js';
import type { RecordedPath, Trajectory } from '../../platform/leg.js';
import { courseAttitude } from '../../platform/path/course-attitude.js';
import type { TrajectoryDefinition } from '../schema/trajectory-schema.js';
import { noteFault, type Reading } from './reading.js';
import type { Recordings } from './recordings.js';

/** A recorded path, and when in adjusted standard GPS time it begins where the leg keeps the recording's times. */
export interface ResolvedRecording {
  path: RecordedPath;
  startTime?: number;
}

/** The part of a recording that a leg travels; undefined, and faults noted below `at`, where there is none. */
export async function resolveRecorded(
  reading: Reading,
  definition: TrajectoryDefinition,
  at: ValuePath,
  recordings: Recordings,
): Promise<ResolvedRecording | undefined> {
  const whole = await noting(reading, [...at, 'file'], () => recordings.find(definition));
  if (whole === undefined) return undefined;
  const stretch = chooseStretch(reading, definition, whole, at);
  if (stretch === undefined) return undefined;
  const clipped = moved(clipTrajectory(whole, stretch.from, stretch.to), definition.offset);
  const { attitude, keepTime, timeShift } = definition;
  const trajectory = attitude === 'recorded' ? clipped : courseAttitude(clipped, { climb: attitude === 'climb' });
  return {
    path: { kind: 'recorded', trajectory },
    startTime: keepTime ? stretch.from + timeShift : undefined,
  };
}

/** What `action` gives; where it throws a UserError, that is noted at `path`, and undefined is given. */
export async function noting<T>(
  reading: Reading,
  path: ValuePath,
  action: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const full = [...reading.at, ...path];
    reading.faults.push({
      place: reading.document.placeOf(full),
      message: `${formatPath(full)}: ${error.format().replace(/\n\s*/, '; ')}`,
    });
    return undefined;
  }
}

function chooseStretch(
  reading: Reading,
  definition: TrajectoryDefinition,
  { times }: Trajectory,
  at: ValuePath,
): { from: number; to: number } | undefined {
  const [first, last] = [times[0], times[times.length - 1]];
  const { from = first, to = last } = definition;
  const outside = ([key, time]: readonly ['from' | 'to', number]): boolean => {
    if (time >= first && time <= last) return false;
    noteFault(reading, [...at, key], time, `a moment of the recording, from ${first} to ${last} (s)`);
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
  noteFault(reading, [...at, 'to'], definition.to, `a moment after from, which is ${from} (s)`);
  return undefined;
}

function moved(trajectory: Trajectory, offset: readonly number[]): Trajectory {
  if (offset.every((shift) => shift === 0)) return trajectory;
  return { ...trajectory, positions: trajectory.positions.map((value, k) => value + offset[k % 3]) };
}

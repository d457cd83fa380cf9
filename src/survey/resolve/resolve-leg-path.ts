import { DEGREE } from '../../base/angle.js';
import { length, subtract } from '../../base/vec3.js';
import type { ValuePath } from '../../base/yaml/source-document.js';
import type { Attitude, Leg, StraightPath, Trajectory } from '../../platform/leg.js';
import { multicopterTrajectory } from '../../platform/path/multicopter.js';
import { pathTrajectory } from '../../platform/path/smooth-path.js';
import type { LegDefinition, MulticopterDefinition, PathDefinition, StraightDefinition } from '../schema/leg-schema.js';
import { noteFault, type Reading } from './reading.js';
import type { Recordings } from './recordings.js';
import { noting, resolveRecorded } from './resolve-recorded.js';

/** A leg's path, and when in adjusted standard GPS time it begins where the path itself says so. */
export interface ResolvedPath {
  path: Leg['path'];
  startTime?: number;
}

/** The path of a leg in SI units; undefined, and a fault noted below `at`, where it has none. */
export async function resolveLegPath(
  reading: Reading,
  leg: LegDefinition,
  at: ValuePath,
  recordings: Recordings,
): Promise<ResolvedPath | undefined> {
  if ('trajectory' in leg)
    return 'times' in leg.trajectory
      ? recorded(leg.trajectory)
      : resolveRecorded(reading, leg.trajectory, [...at, 'trajectory'], recordings);
  if ('position' in leg) {
    const { position, duration } = leg;
    return { path: { kind: 'station', position, attitude: resolveAttitude(leg, 0), duration } };
  }
  if ('from' in leg) return { path: resolveStraight(reading, leg, at) };
  if ('path' in leg) return recorded(await noting(reading, [...at, 'path'], () => travelPath(leg)));
  return recorded(await noting(reading, [...at, 'waypoints'], () => flyWaypoints(leg)));
}

const recorded = (trajectory: Trajectory | undefined): ResolvedPath | undefined =>
  trajectory && { path: { kind: 'recorded', trajectory } };

function resolveStraight(reading: Reading, leg: StraightDefinition, at: ValuePath): StraightPath {
  const { from, to, speed } = leg;
  const way = subtract(to, from);
  if (length(way) === 0) noteFault(reading, [...at, 'to'], to, 'a point other than from');
  return { kind: 'straight', from, to, speed, attitude: resolveAttitude(leg, Math.atan2(way[0], way[1])) };
}

function travelPath({ path, speed, smooth, heading, pitch, roll, climb, banking }: PathDefinition) {
  return pathTrajectory(path, {
    speed,
    smooth,
    heading: fixedHeading(heading),
    pitch: (pitch ?? 0) * DEGREE,
    roll: (roll ?? 0) * DEGREE,
    climb,
    banking,
  });
}

function flyWaypoints({ waypoints, speed, acceleration, turn, yawRate, heading, gimbal }: MulticopterDefinition) {
  return multicopterTrajectory(waypoints, {
    speed,
    acceleration,
    turn,
    yawRate: yawRate * DEGREE,
    heading: fixedHeading(heading),
    gimbal,
  });
}

const fixedHeading = (heading: 'course' | number | undefined): number | undefined =>
  typeof heading === 'number' ? heading * DEGREE : undefined;

/** Radians; `heading` where the leg has none. */
function resolveAttitude(leg: { heading?: number; pitch?: number; roll?: number }, heading: number): Attitude {
  return {
    heading: leg.heading === undefined ? heading : leg.heading * DEGREE,
    pitch: (leg.pitch ?? 0) * DEGREE,
    roll: (leg.roll ?? 0) * DEGREE,
  };
}

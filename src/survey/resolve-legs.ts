import { length, subtract } from '../base/vec3.js';
import type { ValuePath } from '../base/yaml/yaml-document.js';
import type { Attitude, Leg } from '../platform/leg.js';
import { legTiming } from '../scanner/pulse-program.js';
import type { Scanner } from '../scanner/scanner.js';
import { adjustedGpsTime } from './gps-time.js';
import type { LegDefinition } from './leg-schema.js';
import { noteFault, type Reading } from './reading.js';

const DEGREE = Math.PI / 180;
const FULL_TURN_DEG = 360;

/** Moment of the first pulse where a survey names none: fixed, so that the same survey always gives the same bytes. */
export const DEFAULT_START_TIME = '2025-01-01T00:00:00Z';

/** The legs in SI units, each after the one before unless it has its own start. Notes faults in `reading`. */
export function resolveLegs(
  reading: Reading,
  legs: readonly LegDefinition[],
  scanner: Scanner,
  startTime: string | undefined,
): Leg[] {
  let clock = resolveStart(reading, startTime);
  return legs.map((definition, index) => {
    const startsAt = definition.startTime ?? clock + (definition.pause ?? 0);
    const leg = resolveLeg(reading, definition, index, startsAt);
    clock = startsAt + legTiming(scanner, leg).duration;
    return leg;
  });
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

function resolveStart(reading: Reading, given: string | undefined): number {
  const moment = Date.parse(given ?? DEFAULT_START_TIME);
  if (given !== undefined && (!MOMENT.test(given) || Number.isNaN(moment)))
    noteFault(reading, ['startTime'], given, `a moment with its time zone, such as "${DEFAULT_START_TIME}"`);
  return Number.isNaN(moment) ? 0 : adjustedGpsTime(moment);
}

function resolveLeg(reading: Reading, leg: LegDefinition, index: number, startTime: number): Leg {
  const at = ['legs', index];
  checkSector(reading, leg, at);
  if (leg.startTime !== undefined && leg.pause !== undefined)
    noteFault(reading, [...at, 'pause'], leg.pause, 'either startTime or pause, not both');
  return {
    name: leg.name ?? `leg ${index + 1}`,
    pointSourceId: leg.pointSourceId ?? index + 1,
    path: 'position' in leg ? resolveStation(leg) : resolveStraight(reading, leg, at),
    azimuthStart: leg.azimuth[0] * DEGREE,
    azimuthEnd: leg.azimuth[1] * DEGREE,
    startTime,
  };
}

function checkSector(reading: Reading, { azimuth: [from, to] }: LegDefinition, at: ValuePath): void {
  if (to <= from) noteFault(reading, [...at, 'azimuth', 1], to, `more than the first angle, which is ${from} (deg)`);
  else if (to - from > FULL_TURN_DEG)
    noteFault(reading, [...at, 'azimuth', 1], to, `at most a full turn, up to ${from + FULL_TURN_DEG} (deg)`);
}

type StationDefinition = Extract<LegDefinition, { position: unknown }>;
type StraightDefinition = Exclude<LegDefinition, StationDefinition>;

function resolveStation({ position, duration, ...leg }: StationDefinition): Leg['path'] {
  return { kind: 'station', position, attitude: resolveAttitude(leg, 0), duration };
}

function resolveStraight(
  reading: Reading,
  { from, to, speed, ...leg }: StraightDefinition,
  at: ValuePath,
): Leg['path'] {
  const way = subtract(to, from);
  if (length(way) === 0) noteFault(reading, [...at, 'to'], to, 'a point other than from');
  return { kind: 'straight', from, to, speed, attitude: resolveAttitude(leg, Math.atan2(way[0], way[1])) };
}

/** Radians; `heading` where the leg has none. */
function resolveAttitude(leg: Pick<LegDefinition, 'heading' | 'pitch' | 'roll'>, heading: number): Attitude {
  return {
    heading: leg.heading === undefined ? heading : leg.heading * DEGREE,
    pitch: (leg.pitch ?? 0) * DEGREE,
    roll: (leg.roll ?? 0) * DEGREE,
  };
}

import { DEGREE } from '../../base/angle.js';
import { type Log, SILENT_LOG } from '../../base/log.js';
import type { ValuePath } from '../../base/yaml/source-document.js';
import type { Leg } from '../../platform/leg.js';
import { resolveMount } from '../../platform/resolve-mount.js';
import { type SettableScanner, scannerIn } from '../../scanner/leg-scanner.js';
import { legTiming } from '../../scanner/leg-timing.js';
import { adjustedGpsTime } from '../gps-time.js';
import { LEG_TURNS_MAX, type LegDefinition } from '../schema/leg-schema.js';
import { noteFault, type Reading } from './reading.js';
import { Recordings } from './recordings.js';
import { resolveLegPath } from './resolve-leg-path.js';

const FULL_TURN_DEG = 360;

/** Moment of the first pulse where a survey names none: fixed, so that the same survey always gives the same bytes. */
const DEFAULT_START_TIME = '2025-01-01T00:00:00Z';

/**
 * The legs in SI units, each after the one before unless it has its own start; a leg lasts as long as the slowest of `scanners`
 * takes, whether it fires or not. Reads the trajectories that legs name. Notes faults in `reading`; a leg without a path is left out.
 */
export async function resolveLegs(
  reading: Reading,
  legs: readonly LegDefinition[],
  scanners: readonly SettableScanner[],
  startTime: string | undefined,
  log: Log = SILENT_LOG,
): Promise<Leg[]> {
  const recordings = new Recordings(reading.files, reading.folder, log);
  const resolved: Leg[] = [];
  let clock = resolveStart(reading, startTime);
  for (const [index, definition] of legs.entries()) {
    const leg = await resolveLeg(reading, definition, index, clock, recordings);
    if (leg === undefined) continue;
    resolved.push(leg);
    clock = leg.startTime + longestDuration(reading, leg, index, scanners);
  }
  return resolved;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

function resolveStart(reading: Reading, given: string | undefined): number {
  const moment = Date.parse(given ?? DEFAULT_START_TIME);
  if (given !== undefined && (!MOMENT.test(given) || Number.isNaN(moment)))
    noteFault(reading, ['startTime'], given, `a moment with its time zone, such as "${DEFAULT_START_TIME}"`);
  return Number.isNaN(moment) ? 0 : adjustedGpsTime(moment);
}

async function resolveLeg(
  reading: Reading,
  leg: LegDefinition,
  index: number,
  clock: number,
  recordings: Recordings,
): Promise<Leg | undefined> {
  const at = ['legs', index];
  checkSector(reading, leg, at);
  checkStart(reading, leg, at);
  const found = await resolveLegPath(reading, leg, at, recordings);
  if (found === undefined) return undefined;
  return {
    name: leg.name ?? `leg ${index + 1}`,
    pointSourceId: leg.pointSourceId ?? index + 1,
    path: found.path,
    azimuthStart: leg.azimuth[0] * DEGREE,
    azimuthEnd: leg.azimuth[1] * DEGREE,
    warmup: leg.warmup,
    mount: leg.mount && resolveMount({}, leg.mount),
    startTime: found.startTime ?? leg.startTime ?? clock + (leg.pause ?? 0),
  };
}

function checkSector(reading: Reading, { azimuth: [from, to] }: LegDefinition, at: ValuePath): void {
  const most = FULL_TURN_DEG * LEG_TURNS_MAX;
  if (to === from) noteFault(reading, [...at, 'azimuth', 1], to, 'an angle other than the first (deg)');
  else if (Math.abs(to - from) > most)
    noteFault(reading, [...at, 'azimuth', 1], to, `at most ${LEG_TURNS_MAX} turns, ${most} from the first angle (deg)`);
}

/** Faults of a start that is given in more than one way. */
function checkStart(reading: Reading, leg: LegDefinition, at: ValuePath): void {
  if (leg.startTime !== undefined && leg.pause !== undefined)
    noteFault(reading, [...at, 'pause'], leg.pause, 'either startTime or pause, not both');
  if (!('trajectory' in leg) || 'times' in leg.trajectory) return;
  const { keepTime, timeShift } = leg.trajectory;
  const given = leg.startTime === undefined ? 'pause' : 'startTime';
  if (keepTime && leg[given] !== undefined)
    noteFault(
      reading,
      [...at, given],
      leg[given],
      'none, as keepTime: true starts the leg at the time of its recording',
    );
  if (!keepTime && timeShift !== 0)
    noteFault(reading, [...at, 'trajectory', 'timeShift'], timeShift, 'keepTime: true beside it');
}

/** Seconds until all scanners are done. */
function longestDuration(reading: Reading, leg: Leg, index: number, scanners: readonly SettableScanner[]): number {
  const durations = scanners.map((scanner) => legTiming(scannerIn(scanner, index), leg).duration);
  const endless = durations.findIndex((duration) => !Number.isFinite(duration));
  if (endless >= 0 && leg.path.kind === 'station')
    noteFault(
      reading,
      ['legs', index, 'duration'],
      undefined,
      `seconds, as ${scanners[endless].scanner.name} does not turn by itself`,
    );
  return Math.max(0, ...durations.filter(Number.isFinite));
}

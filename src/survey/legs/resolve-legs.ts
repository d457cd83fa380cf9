import { type Log, SILENT_LOG } from '../../base/log.js';
import type { Crs } from '../../crs/crs.js';
import { adjustedGpsTime } from '../../io/units/gps-time.js';
import type { Leg } from '../../platform/leg.js';
import { type SettableScanner, scannerIn } from '../../scanner/leg-scanner.js';
import { legTiming } from '../../scanner/leg-timing.js';
import { noteFault, placeIn, type Reading, readingWithin } from '../resolve/reading.js';
import { type LegDefinition, legKind } from './index.js';
import { resolveLegSettings } from './leg-settings.js';
import { Recordings } from './recordings.js';

/** Time of the first pulse if a survey names none: fixed, so that the same survey always produces the same bytes. */
const DEFAULT_START_TIME = '2025-01-01T00:00:00Z';

/**
 * The legs in SI units, each after the previous one unless it has its own start. A leg lasts as long as the slowest of
 * `scanners` needs, whether it fires or not. Reads the trajectories that legs name, geographic ones into `crs`. Notes
 * faults in `reading`; a leg without a path is left out.
 */
export async function resolveLegs(
  reading: Reading,
  legs: readonly LegDefinition[],
  scanners: readonly SettableScanner[],
  startTime: string | undefined,
  { log = SILENT_LOG, crs }: { log?: Log; crs?: Crs } = {},
): Promise<Leg[]> {
  const recordings = new Recordings(reading.files, reading.folder, log, crs);
  const resolved: Leg[] = [];
  let clock = resolveStart(reading, startTime);
  for (const [index, definition] of legs.entries()) {
    const leg = await resolveLeg(readingWithin(reading, ['legs', index]), definition, index, clock, recordings);
    if (leg === undefined) continue;
    resolved.push(leg);
    clock = leg.startTime + longestDuration(reading, leg, index, scanners);
  }
  return resolved;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** Whether the calendar has the day: `Date.parse` takes 30 February for 1 March. */
function isDay(moment: string): boolean {
  const day = moment.slice(0, 'YYYY-MM-DD'.length);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

function resolveStart(reading: Reading, given: string | undefined): number {
  const moment = Date.parse(given ?? DEFAULT_START_TIME);
  if (given !== undefined && (!MOMENT.test(given) || Number.isNaN(moment) || !isDay(given)))
    noteFault(reading, ['startTime'], given, `a moment with its time zone, such as "${DEFAULT_START_TIME}"`);
  return Number.isNaN(moment) ? 0 : adjustedGpsTime(moment);
}

async function resolveLeg(
  section: Reading,
  leg: LegDefinition,
  index: number,
  clock: number,
  recordings: Recordings,
): Promise<Leg | undefined> {
  const settings = resolveLegSettings(section, leg, index, clock);
  const found = await legKind(leg).resolve(leg, section, recordings);
  if (found === undefined) return undefined;
  return {
    ...settings,
    path: found.path,
    startTime: found.startTime ?? settings.startTime,
    place: placeIn(section, []),
  };
}

/** Seconds until all scanners have finished. */
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

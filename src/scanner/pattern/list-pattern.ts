import { UserError } from '../../base/errors.js';
import type { Leg } from '../../platform/leg.js';
import { deflectorKind } from '../deflectors/index.js';
import { legTiming } from '../leg-timing.js';
import type { Scanner } from '../scanner.js';
import { levelStation } from './level-station.js';
import { joinLists, type ListLeg, type Pulses, thin } from './pulses.js';

/** Pulses of a stationary scanner, in its own frame (x right, y forward, z up). */
export interface ListedPattern {
  pulses: Pulses;
  /** Duration of the pulses. */
  seconds: number;
  /** In a whole turn, every how many lines one is listed, with some of its pulses. Absent: all pulses are listed. */
  everyLine?: number;
}

/** A picture shows no more than this number of dots. */
const PULSES_MAX = 4_000_000;
/** Longest duration of a picture, more than a week: the pulses of a longer one need not be countable. */
const SECONDS_MAX = 1e6;
/** For a scanner that turns round line by line: the number of lines listed, and of pulses in each. */
const LINES_OF_TURN = 120;
const PULSES_OF_LINE = 240;

/**
 * The pulses of the first `seconds` of a scan; absent: as many as show the pattern. `list` lists pulses of the
 * scanner's legs. Throws UserError if there are more than a picture can show.
 */
export async function listPattern(scanner: Scanner, list: ListLeg, seconds?: number): Promise<ListedPattern> {
  if (seconds === undefined && turnsByLines(scanner)) return listTurn(scanner, list);
  const duration = seconds ?? representativeDuration(scanner);
  const leg = legOf(scanner, duration);
  const pulses = (await list(leg))(0, legTiming(scanner, leg).pulseCount);
  return { pulses, seconds: duration };
}

/** The leg, if it has pulses, and no more than a picture can show. */
function legOf(scanner: Scanner, duration?: number): Leg {
  const counted = duration === undefined ? undefined : Math.min(duration, SECONDS_MAX);
  const leg = levelStation(counted);
  const { pulseCount } = legTiming(scanner, leg);
  if (!(pulseCount >= 1)) throw new UserError(`found ${duration} s, in which ${scanner.id} does not fire`);
  if (duration === undefined || counted === undefined) return leg;
  if (pulseCount <= PULSES_MAX && counted === duration) return leg;
  const most = Math.min(inShort((counted * PULSES_MAX) / pulseCount), SECONDS_MAX);
  throw new UserError(
    `found ${duration} s, which are ${counted < duration ? 'more than ' : ''}${pulseCount} pulses of ${scanner.id}; a picture shows at most ${PULSES_MAX}, ${most} s`,
    { hint: `${inShort(representativeDuration(scanner))} s show the pattern` },
  );
}

const inShort = (seconds: number): number => Number(seconds.toPrecision(3));

/** Whether the scanner takes minutes to turn round, line by line. */
const turnsByLines = ({ deflector }: Scanner) => deflectorKind(deflector).turn(deflector) === 'lines';

/** Some pulses of some lines of a whole turn, evenly spaced. */
async function listTurn(scanner: Scanner, list: ListLeg): Promise<ListedPattern> {
  const leg = legOf(scanner);
  const lister = await list(leg);
  const { cycle, pulseCount, duration } = legTiming(scanner, leg);
  const line = cycle * scanner.channels.length;
  const lines = Math.floor(pulseCount / line);
  const everyLine = Math.ceil(lines / LINES_OF_TURN);
  const parts: Pulses[] = [];
  for (let k = 0; k < lines; k += everyLine) parts.push(thin(lister(k * line, line), Math.ceil(line / PULSES_OF_LINE)));
  return { pulses: joinLists(parts), seconds: duration, everyLine };
}

/** Seconds that show the pattern: a turn, a frame, some lines or cycles. */
export const representativeDuration = ({ deflector, head }: Scanner): number =>
  deflectorKind(deflector).representativeDuration(deflector, head !== undefined);

import { UserError } from '../../base/errors.js';
import type { PulseProgram } from '../../device/pulse-program.js';
import { createPulseLister, listPulses, type PulseList } from '../../engine/cpu/list-pulses.js';
import { createPulseProgram } from '../../pack/pulse-program.js';
import type { Leg, Mount } from '../../platform/leg.js';
import { legTiming } from '../../scanner/leg-timing.js';
import type { Scanner } from '../../scanner/scanner.js';
import { joinLists, thin } from './pulse-lists.js';

/** Pulses of a scanner that stands still, in its own frame (x right, y forward, z up). */
export interface ListedPattern {
  pulses: PulseList;
  /** How long they take. */
  seconds: number;
  /** Of a whole turn, which one line of so many is listed, of that some pulses; absent: all pulses are. */
  everyLine?: number;
}

/** Dots beyond which a picture shows nothing more. */
const PULSES_MAX = 4_000_000;
/** Lines, turns or cycles that show how one follows the other. */
const CYCLES_SHOWN = 12;
/** How long a pattern that does not repeat itself is looked at, seconds. */
const UNREPEATED_SECONDS = 0.5;
/** Of a scanner that turns round line by line: how many of its lines, and of the pulses of each. */
const LINES_OF_TURN = 120;
const PULSES_OF_LINE = 240;
const TURN = 2 * Math.PI;
const LEVEL: Mount = { position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 };

/**
 * The pulses of the first `seconds` of a scan; absent: as many as show the pattern. Throws UserError where they are more than a
 * picture can hold.
 */
export async function listPattern(scanner: Scanner, seconds?: number): Promise<ListedPattern> {
  if (seconds === undefined && turnsByLines(scanner)) return listTurn(scanner);
  const duration = seconds ?? tellingSeconds(scanner);
  const program = programOf(scanner, duration);
  return { pulses: await listPulses(program, 0, program.pulseCount), seconds: duration };
}

/** A station at the origin, of `duration` seconds, else of a whole turn. */
const turnLeg = (duration: number | undefined): Leg => ({
  name: 'pattern',
  pointSourceId: 1,
  path: { kind: 'station', position: [0, 0, 0], attitude: LEVEL, duration },
  azimuthStart: 0,
  azimuthEnd: TURN,
  startTime: 0,
});

function programOf(scanner: Scanner, duration?: number): PulseProgram {
  const leg = turnLeg(duration);
  const { pulseCount } = legTiming(scanner, leg);
  if (duration !== undefined && pulseCount > PULSES_MAX)
    throw new UserError(
      `found ${duration} s, which are ${pulseCount} pulses of ${scanner.id}; a picture shows at most ${PULSES_MAX}, ${Number(((duration * PULSES_MAX) / pulseCount).toPrecision(3))} s`,
    );
  if (pulseCount < 1) throw new UserError(`found ${duration} s, in which ${scanner.id} does not fire`);
  return createPulseProgram({ scanner, mount: LEVEL, leg, legNumber: 0, frameOrigin: [0, 0, 0] });
}

/** True of scanners that take minutes to turn round, line by line. */
const turnsByLines = ({ deflector }: Scanner) => deflector.kind === 'polygon' && deflector.horizontalStep > 0;

/** Some pulses of some lines of a whole turn, evenly. */
async function listTurn(scanner: Scanner): Promise<ListedPattern> {
  const program = programOf(scanner);
  const lister = await createPulseLister(program);
  const line = legTiming(scanner, turnLeg(undefined)).cycle * scanner.channels.length;
  const lines = Math.floor(program.pulseCount / line);
  const everyLine = Math.ceil(lines / LINES_OF_TURN);
  const parts: PulseList[] = [];
  for (let k = 0; k < lines; k += everyLine) parts.push(thin(lister(k * line, line), Math.ceil(line / PULSES_OF_LINE)));
  return { pulses: joinLists(parts), seconds: program.duration, everyLine };
}

/** Seconds that show the pattern: a turn, a frame, some lines or cycles. */
export function tellingSeconds(scanner: Scanner): number {
  const { deflector, head } = scanner;
  switch (deflector.kind) {
    case 'spinning':
      return 1 / deflector.rotationRateHz;
    case 'polygon':
      return head === undefined ? CYCLES_SHOWN / lineRate(scanner) : UNREPEATED_SECONDS;
    case 'line':
      return (CYCLES_SHOWN * deflector.fibres) / deflector.pulseRateHz;
    case 'parallel':
    case 'zigzag':
    case 'oscillating':
      return CYCLES_SHOWN / deflector.scanRateHz;
    case 'conic':
    case 'palmer':
      return CYCLES_SHOWN / Math.abs(deflector.rotationRateHz || 1);
    case 'pattern':
      return deflector.directions.length / 3 / deflector.pulseRateHz;
    case 'risley':
    case 'mems':
      return UNREPEATED_SECONDS;
  }
}

/** Lines a second of a polygon mirror. */
function lineRate(scanner: Scanner): number {
  const { deflector } = scanner;
  if (deflector.kind !== 'polygon') return 0;
  const swept = deflector.facetAngle ?? deflector.elevationMax - deflector.elevationMin;
  return Math.min(deflector.lineRateMaxHz, (deflector.pulseRateHz * deflector.verticalStep) / swept);
}

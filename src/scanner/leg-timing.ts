import { length, subtract } from '../base/vec3.js';
import type { Leg } from '../platform/leg.js';
import type { ShotTiming } from './deflectors/deflector-kind.js';
import { deflectorKind } from './deflectors/index.js';
import { STEP_SLACK } from './deflectors/steps.js';
import type { Scanner } from './scanner.js';

/** Duration of a leg, and the timing of its pulses. */
export interface LegTiming extends Omit<ShotTiming, 'shots'> {
  /** Pulses of all channels. */
  pulseCount: number;
  /** Radians a second, clockwise; negative if the leg's sector is written backwards. */
  headRate: number;
  /** Sector in which pulses leave, radians; Infinity: all round. */
  sector: number;
}

/** Maximum number of pulses of a leg that a record can number. */
const LEG_PULSES_MAX = 2 ** 32 - 1;
/** Maximum number of shots of a cycle, so that 32 bits can number two cycles and a remainder. */
export const CYCLE_SHOTS_MAX = 2 ** 30;

const TURN = 2 * Math.PI;

/**
 * Returns pulse count and times of a leg without making its program. `pulseCount` is NaN if nothing limits the leg: a
 * station without duration, of a scanner whose head does not turn.
 *
 * @example
 * ```ts
 * const { pulseCount, duration } = legTiming(survey.instruments[0].scanner, survey.legs[0]);
 * ```
 */
export function legTiming({ deflector, channels, head, lines }: Scanner, leg: Leg): LegTiming {
  const { shots, headRate, ...timing } = deflectorKind(deflector).timing(deflector, {
    duration: pathDuration(leg),
    sector: sectorOf(leg),
    warmup: leg.warmup ?? 0,
    headRate: head?.rate ?? 0,
    restarts: lines === 'restarted',
  });
  return { pulseCount: shots * channels.length, ...timing, ...headOf(leg, headRate) };
}

/**
 * The reason why the scanner cannot scan the leg, or undefined. A record must be able to hold its pulses and the shots
 * of a cycle.
 */
export function legFault(scanner: Scanner, leg: Leg): string | undefined {
  const { cycle, pulseCount, phase } = legTiming(scanner, leg);
  if (!(cycle >= 1 && cycle <= CYCLE_SHOTS_MAX))
    return `has cycles of ${cycle} pulses, at most ${CYCLE_SHOTS_MAX} are possible; scan quicker, or fire fewer pulses`;
  if (!(pulseCount >= 1)) return 'has no pulses, expected at least one';
  // Shots are counted on from those before the leg.
  if (pulseCount + phase > LEG_PULSES_MAX)
    return `has ${pulseCount} pulses, at most ${LEG_PULSES_MAX} are possible; split it`;
  return undefined;
}

/** Seconds that a leg lasts, or undefined if the scanner's own turn decides. */
function pathDuration({ path }: Leg): number | undefined {
  if (path.kind === 'station') return path.duration;
  if (path.kind === 'straight') return length(subtract(path.to, path.from)) / path.speed;
  return path.trajectory.times[path.trajectory.times.length - 1];
}

const sectorOf = ({ azimuthStart, azimuthEnd }: Leg): number => Math.abs(azimuthEnd - azimuthStart);

/** Rate of the head in the leg's direction, and the sector that it masks. */
function headOf(leg: Leg, rate: number): Pick<LegTiming, 'headRate' | 'sector'> {
  const sector = sectorOf(leg);
  const whole = rate === 0 || sector > TURN * (1 - STEP_SLACK);
  return { headRate: leg.azimuthEnd < leg.azimuthStart ? -rate : rate, sector: whole ? Infinity : sector };
}

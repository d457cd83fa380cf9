import { length, subtract } from '../base/vec3.js';
import type { Leg } from '../platform/leg.js';
import type { Deflector, RotatingPolygon, Scanner, SpinningArray } from './scanner.js';

/** How long a leg lasts and how its pulses follow in time; see PulseProgram in wgsl/records.wgsl. */
export interface LegTiming {
  /** Of all channels. */
  pulseCount: number;
  /** From the start of the leg to its end, seconds. */
  duration: number;
  /** Shots of a cycle, its length, and the time between two of its shots. */
  cycle: number;
  cyclePeriod: number;
  pulsePeriod: number;
  /** When the first whole cycle begins. */
  cycleTime: number;
  /** Shots of the cycle under way at the start, and where that one stands: in shots after its beginning. */
  lead: number;
  leadStep: number;
  /** Shots that the deflector made before the first, of those that count from 0. */
  phase: number;
  /** Radians a second, clockwise; negative where the leg's sector is written backwards. */
  headRate: number;
  /** Radians; Infinity: pulses leave all round. */
  sector: number;
}

/** Pulses of a leg that a record can number. */
const LEG_PULSES_MAX = 2 ** 32 - 1;
/** Shots of a cycle at most, so that two of them and what comes after are still numbered by 32 bits. */
export const CYCLE_SHOTS_MAX = 2 ** 30;

const TURN = 2 * Math.PI;

/** What differs by less than this share of a step counts as equal: 100°/0.1° are 1000 steps, not 999. */
const STEP_SLACK = 1e-6;

const wholeSteps = (steps: number): number => Math.floor(steps + STEP_SLACK);
const stepsWithin = (steps: number): number => Math.ceil(steps - STEP_SLACK);

/**
 * Pulses and times of a leg, without making its program. `pulseCount` is not a number where nothing says how long the leg lasts:
 * a station without duration of a scanner whose head does not turn.
 */
export function legTiming(scanner: Scanner, leg: Leg): LegTiming {
  const { deflector } = scanner;
  if (deflector.kind === 'spinning') return spinningTiming(scanner, deflector, leg);
  if (deflector.kind === 'polygon') return polygonTiming(scanner, deflector, leg);
  return evenTiming(scanner, deflector, leg);
}

/** Why the scanner cannot scan the leg, or undefined: its pulses, and the shots of a cycle, are those that a record can hold. */
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

/** Seconds that a leg lasts, or undefined where the scanner's own turn decides. */
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

function spinningTiming(scanner: Scanner, deflector: SpinningArray, leg: Leg): LegTiming {
  const rate = TURN * deflector.rotationRateHz;
  const duration = pathDuration(leg) ?? sectorOf(leg) / rate;
  const shots = stepsWithin(duration / deflector.firingPeriod);
  return {
    pulseCount: shots * scanner.channels.length,
    duration,
    cycle: 1,
    cyclePeriod: deflector.firingPeriod,
    pulsePeriod: 0,
    cycleTime: 0,
    lead: 0,
    leadStep: 0,
    phase: 0,
    ...headOf(leg, rate),
  };
}

/** Only shots in the window are numbered: between two lines is a gap in time. */
function polygonTiming(scanner: Scanner, deflector: RotatingPolygon, leg: Leg): LegTiming {
  const { verticalStep, horizontalStep } = deflector;
  const cycle = wholeSteps((deflector.elevationMax - deflector.elevationMin) / verticalStep) + 1;
  const pulsePeriod = 1 / deflector.pulseRateHz;
  const facet = Math.max(cycle, (deflector.facetAngle ?? 0) / verticalStep) * pulsePeriod;
  const cyclePeriod = Math.max(facet, 1 / deflector.lineRateMaxHz);
  const rate = horizontalStep > 0 ? horizontalStep / cyclePeriod : (scanner.head?.rate ?? 0);
  const sectorDuration =
    horizontalStep > 0 ? stepsWithin(sectorOf(leg) / horizontalStep) * cyclePeriod : sectorOf(leg) / rate;
  const duration = pathDuration(leg) ?? sectorDuration;
  const underWay = lineUnderWay(deflector, leg, pulsePeriod, cyclePeriod);
  const { lead, cycleTime } = underWay;
  const led = Math.min(lead, stepsWithin(duration / pulsePeriod));
  const shots = led + shotsOfLines(duration - cycleTime, cycle, cyclePeriod, pulsePeriod);
  return {
    pulseCount: shots * scanner.channels.length,
    duration,
    cycle,
    cyclePeriod,
    pulsePeriod,
    ...underWay,
    phase: 0,
    ...headOf(leg, rate),
  };
}

/** Shots of `seconds` of lines, the first of which begins at once. */
function shotsOfLines(seconds: number, cycle: number, cyclePeriod: number, pulsePeriod: number): number {
  if (!(seconds > 0)) return 0;
  const lines = wholeSteps(seconds / cyclePeriod);
  const rest = stepsWithin((seconds - lines * cyclePeriod) / pulsePeriod);
  return lines * cycle + Math.min(cycle, Math.max(0, rest));
}

/**
 * The line under way at the start, where the mirror does not begin with a whole one. The laser's clock runs through: the next
 * line begins at the shot that is nearest to where the mirror enters its window.
 */
function lineUnderWay(
  { startElevation, elevationMin, elevationMax, verticalStep }: RotatingPolygon,
  { warmup = 0 }: Leg,
  pulsePeriod: number,
  cyclePeriod: number,
): Pick<LegTiming, 'lead' | 'leadStep' | 'cycleTime'> {
  const shotsPerFacet = cyclePeriod / pulsePeriod;
  const since = ((startElevation ?? elevationMin) - elevationMin) / verticalStep + warmup / pulsePeriod;
  const leadStep = since - Math.floor(since / shotsPerFacet + STEP_SLACK / shotsPerFacet) * shotsPerFacet;
  if (leadStep < STEP_SLACK) return { lead: 0, leadStep: 0, cycleTime: 0 };
  const lead = Math.max(0, wholeSteps((elevationMax - elevationMin) / verticalStep - leadStep) + 1);
  return { lead, leadStep, cycleTime: Math.max(lead, Math.round(shotsPerFacet - leadStep)) * pulsePeriod };
}

type EvenDeflector = Exclude<Deflector, SpinningArray | RotatingPolygon>;

/** Deflectors whose shots follow each other evenly. */
function evenTiming(scanner: Scanner, deflector: EvenDeflector, leg: Leg): LegTiming {
  const rate = scanner.head?.rate ?? 0;
  const duration = pathDuration(leg) ?? (rate > 0 ? sectorOf(leg) / rate : Number.NaN);
  const pulsePeriod = 1 / deflector.pulseRateHz;
  const shots = stepsWithin(duration / pulsePeriod);
  const cycle = shotsPerCycle(deflector);
  const repeats = shotsPerRepeat(deflector, cycle);
  const phase = repeats === 0 ? 0 : warmupShots(deflector, leg) % repeats;
  return {
    pulseCount: shots * scanner.channels.length,
    duration,
    cycle,
    cyclePeriod: cycle * pulsePeriod,
    pulsePeriod,
    cycleTime: phase === 0 ? 0 : -phase * pulsePeriod,
    lead: 0,
    leadStep: 0,
    phase,
    ...headOf(leg, rate),
  };
}

/** Whole shots before the first of the leg. */
export const warmupShots = ({ pulseRateHz }: EvenDeflector, { warmup = 0 }: Leg): number =>
  Math.round(warmup * pulseRateHz);

/** Shots of a line of scan lines or fibres, of a whole cycle of an oscillating mirror; else 1. */
export function shotsPerCycle(deflector: EvenDeflector): number {
  if (deflector.kind === 'line') return deflector.fibres;
  if (deflector.kind === 'parallel' || deflector.kind === 'zigzag' || deflector.kind === 'oscillating')
    return wholeSteps(deflector.pulseRateHz / deflector.scanRateHz);
  return 1;
}

/** Shots after which the pattern repeats itself exactly; 0 for those that hold a phase of their own. */
function shotsPerRepeat(deflector: EvenDeflector, cycle: number): number {
  if (deflector.kind === 'pattern') return deflector.directions.length / 3;
  if (deflector.kind === 'zigzag') return 2 * cycle;
  if (deflector.kind === 'line' || deflector.kind === 'parallel') return cycle;
  return deflector.kind === 'oscillating' && deflector.motion === 'linear' ? cycle : 0;
}

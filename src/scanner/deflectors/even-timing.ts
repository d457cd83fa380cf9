import type { LegGiven, ShotTiming } from './deflector-kind.js';
import { stepsWithin } from './steps.js';

/** Repetition of shots: the length of a cycle, and the number of shots after which the pattern repeats exactly. */
export interface Cycle {
  /** Shots of a line, or of a whole cycle of a mirror. */
  cycle: number;
  /** 0 for a pattern with a phase of its own. */
  repeats: number;
  /** The steps of a cycle, and of a repetition, where the laser's clock runs on; absent: cycles begin with a shot. */
  running?: { steps: number; repeats: number };
}

/** For deflectors whose optics use a phase: no shot is the first. */
const ENDLESS: Cycle = { cycle: 1, repeats: 0 };

/** The timing of a deflector with evenly spaced shots. */
export function evenTiming(pulseRateHz: number, leg: LegGiven, { cycle, repeats, running } = ENDLESS): ShotTiming {
  const { headRate, sector, warmup } = leg;
  const duration = leg.duration ?? (headRate > 0 ? sector / headRate : Number.NaN);
  const pulsePeriod = 1 / pulseRateHz;
  const before = warmupShots(pulseRateHz, warmup);
  const phase = repeats === 0 || running ? 0 : before % repeats;
  return {
    shots: stepsWithin(duration / pulsePeriod),
    duration,
    cycle,
    cyclePeriod: (running?.steps ?? cycle) * pulsePeriod,
    pulsePeriod,
    cycleTime: phase === 0 ? 0 : -phase * pulsePeriod,
    lead: 0,
    leadStep: 0,
    phase,
    headRate,
    ...(running && { running: { steps: running.steps, entry: before % running.repeats } }),
  };
}

/** Number of whole shots in `warmup` seconds. */
export const warmupShots = (pulseRateHz: number, warmup: number): number => Math.round(warmup * pulseRateHz);

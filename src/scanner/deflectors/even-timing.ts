import type { LegGiven, ShotTiming } from './deflector-kind.js';
import { stepsWithin } from './steps.js';

/** How shots come round: of a cycle, and after how many the pattern repeats itself exactly. */
export interface Cycle {
  /** Shots of a line, or of a whole cycle of a mirror. */
  cycle: number;
  /** 0: of a pattern that holds a phase of its own. */
  repeats: number;
}

/** Of deflectors whose optics go by a phase: no shot is the first. */
const ENDLESS: Cycle = { cycle: 1, repeats: 0 };

/** The timing of a deflector whose shots follow each other evenly. */
export function evenTiming(pulseRateHz: number, leg: LegGiven, { cycle, repeats } = ENDLESS): ShotTiming {
  const { headRate, sector, warmup } = leg;
  const duration = leg.duration ?? (headRate > 0 ? sector / headRate : Number.NaN);
  const pulsePeriod = 1 / pulseRateHz;
  const phase = repeats === 0 ? 0 : warmupShots(pulseRateHz, warmup) % repeats;
  return {
    shots: stepsWithin(duration / pulsePeriod),
    duration,
    cycle,
    cyclePeriod: cycle * pulsePeriod,
    pulsePeriod,
    cycleTime: phase === 0 ? 0 : -phase * pulsePeriod,
    lead: 0,
    leadStep: 0,
    phase,
    headRate,
  };
}

/** Whole shots of `warmup` seconds. */
export const warmupShots = (pulseRateHz: number, warmup: number): number => Math.round(warmup * pulseRateHz);

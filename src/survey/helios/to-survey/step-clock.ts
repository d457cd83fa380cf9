import type { HeliosSurvey } from '../survey-xml.js';
import type { UpdateSteps } from '../update-steps.js';
import type { HeliosLegSection } from './leg-section.js';

/** A run of HELIOS++'s steps at one rate: the k-th of them, from 0, at `time` + k · `seconds` of the scene's clock. */
export interface StepRun {
  /** Number of its first step since the survey began. */
  first: number;
  steps: number;
  time: number;
  seconds: number;
}

/**
 * HELIOS++'s steps on the scene's clock: it counts on from leg to leg, through those without pulses. While the optics
 * warm up, steps are counted and no time passes here, so these are squeezed into half a step before the first pulse.
 */
export function stepClock({ legs }: Pick<HeliosSurvey, 'legs'>, sections: readonly HeliosLegSection[]): StepRun[] {
  const runs: StepRun[] = [];
  let [first, time] = [0, 0];
  for (const { index, steps } of sections) {
    const { active, opticsWarmupPhase, pulseFreq } = legs[index].scanner;
    const seconds = 1 / pulseFreq;
    const warm = active ? Math.round(opticsWarmupPhase * pulseFreq) : 0;
    if (warm > 0) {
      runs.push({ first, steps: warm, time: time - seconds / 2, seconds: seconds / (2 * (warm + 1)) });
      first += warm;
    }
    const last = runs.at(-1);
    if (last?.seconds === seconds) last.steps += steps;
    else runs.push({ first, steps, time, seconds });
    first += steps;
    time += steps * seconds;
  }
  return runs;
}

/** The moments of a part's updates, as `times` of a motion; each is half a step behind the pulse of its step. */
export function updateTimes(clock: readonly StepRun[], { every }: UpdateSteps): Record<string, number>[] {
  const times: { from: number; every: number; count: number }[] = [];
  for (const { first, steps, time, seconds } of clock) {
    const number = Math.ceil(first / every);
    const count = Math.ceil((first + steps) / every) - number;
    if (count > 0) times.push({ from: time + (number * every - first + 0.5) * seconds, every: every * seconds, count });
  }
  // What happens after the last pulse does not matter.
  return times.map(({ count, ...moments }, k) => (k + 1 < times.length ? { ...moments, count } : moments));
}

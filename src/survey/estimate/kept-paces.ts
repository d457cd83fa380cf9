import { median } from '../../base/median.js';
import { type Paces, RUN_STEPS, type RunTime, UNKNOWN_PACES } from './run-steps.js';

/** The paces of the last runs of a machine, step by step, oldest first. */
export type KeptPaces = Record<keyof RunTime, number[]>;

export const NO_PACES = (): KeptPaces => ({ start: [], load: [], build: [], trace: [], write: [] });

/** Runs that are kept: their median does not follow a single one on a busy machine. */
const RUNS_KEPT = 9;
/** A step shorter than this, seconds, says nothing of the machine. */
const SECONDS_LEAST = 0.1;
/** Paces of machines lie between these; others are of runs that something disturbed, or of other steps than said. */
const PACE_LEAST = 0.2;
const PACE_MOST = 8;

/** The paces of the machine by its last runs; those of steps that it has not measured are those of the others. */
export function pacesOf(kept: KeptPaces): Paces {
  const known = RUN_STEPS.filter((step) => kept[step].length > 0);
  if (known.length === 0) return UNKNOWN_PACES;
  const medians = new Map(known.map((step) => [step, median(kept[step])]));
  const usual = median([...medians.values()]);
  return Object.fromEntries(RUN_STEPS.map((step) => [step, medians.get(step) ?? usual])) as Paces;
}

/** The kept paces with those of a run that took `measured` seconds where that of the model takes `modelled`. */
export function withRun(kept: KeptPaces, measured: Partial<RunTime>, modelled: RunTime): KeptPaces {
  const next = { ...kept };
  for (const step of RUN_STEPS) {
    const seconds = measured[step];
    if (seconds === undefined || !(seconds >= SECONDS_LEAST) || !(modelled[step] >= SECONDS_LEAST)) continue;
    const pace = seconds / modelled[step];
    if (pace >= PACE_LEAST && pace <= PACE_MOST) next[step] = [...kept[step], pace].slice(-RUNS_KEPT);
  }
  return next;
}

/** Kept paces from the text of their file; none if it is not one of ours. */
export function parsePaces(text: string): KeptPaces {
  const kept = NO_PACES();
  const found: unknown = parsedOrUndefined(text);
  if (typeof found !== 'object' || found === null) return kept;
  for (const step of RUN_STEPS) {
    const list: unknown = (found as Record<string, unknown>)[step];
    if (!Array.isArray(list)) continue;
    kept[step] = list.filter((pace) => typeof pace === 'number' && pace >= PACE_LEAST && pace <= PACE_MOST);
    kept[step] = kept[step].slice(-RUNS_KEPT);
  }
  return kept;
}

function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

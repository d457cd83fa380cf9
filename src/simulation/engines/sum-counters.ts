import { addSeconds, type StageSeconds } from '../../device/stages.js';
import type { EngineCounters } from '../../engine/engine.js';

/** The counters of two engines together; no stages where one of them cannot tell. */
export function sumCounters(a: EngineCounters, b: EngineCounters): EngineCounters {
  return {
    pulses: a.pulses + b.pulses,
    subrays: a.subrays + b.subrays,
    hits: a.hits + b.hits,
    returns: a.returns + b.returns,
    stages: a.stages && b.stages && sumStages(a.stages, b.stages),
  };
}

function sumStages(a: StageSeconds, b: StageSeconds): StageSeconds {
  const sum = { ...a };
  addSeconds(sum, b);
  return sum;
}

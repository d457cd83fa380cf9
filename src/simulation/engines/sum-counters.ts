import { COUNTERS } from '../../device/buffers.js';
import { addSeconds, type StageSeconds } from '../../device/stages.js';
import type { EngineCounters } from '../../engine/engine.js';

/** The sum of the counters of two engines; without stages if one of them lacks these. */
export function sumCounters(a: EngineCounters, b: EngineCounters): EngineCounters {
  const sum = { ...a };
  for (const name of ['pulses', 'subrays', ...COUNTERS] as const) sum[name] += b[name];
  return {
    ...sum,
    stages: a.stages && b.stages && sumStages(a.stages, b.stages),
  };
}

function sumStages(a: StageSeconds, b: StageSeconds): StageSeconds {
  const sum = { ...a };
  addSeconds(sum, b);
  return sum;
}

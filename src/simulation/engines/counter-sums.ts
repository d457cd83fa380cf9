import { COUNTERS } from '../../device/buffers.js';
import { addSeconds, STAGES, type StageSeconds } from '../../device/stages.js';
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

/** An engine's work since its counters were `before`; without stages if it cannot measure them. */
export function countersSince(before: EngineCounters, now: EngineCounters): EngineCounters {
  const work = { ...now };
  for (const name of ['pulses', 'subrays', ...COUNTERS] as const) work[name] -= before[name];
  return { ...work, stages: now.stages && before.stages && stagesSince(before.stages, now.stages) };
}

function sumStages(a: StageSeconds, b: StageSeconds): StageSeconds {
  const sum = { ...a };
  addSeconds(sum, b);
  return sum;
}

function stagesSince(before: StageSeconds, now: StageSeconds): StageSeconds {
  const stages = { ...now };
  for (const { name } of STAGES) stages[name] -= before[name];
  return stages;
}

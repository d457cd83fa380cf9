import { joinArrays } from '../base/join-arrays.js';
import type { PulseProgram, PulseRange } from '../device/pulse-program.js';
import type { RunSettings } from '../device/run-settings.js';
import type { Engine } from '../engine/engine.js';
import type { Returns } from './compare-returns.js';

/** All returns of the pulses of `ranges`, one after the other. */
export async function traceRanges(
  engine: Engine,
  settings: RunSettings,
  program: PulseProgram,
  ranges: readonly PulseRange[],
): Promise<Returns> {
  const chunks: Uint32Array[] = [];
  for (const range of ranges)
    for await (const { outputs } of engine.trace(settings, program, { range }))
      chunks.push(outputs.points.words.slice());
  const words = joinArrays(Uint32Array, chunks);
  return { words, floats: new Float32Array(words.buffer) };
}

/** `count` ranges of `size` pulses, spread evenly over a leg; the whole leg if it is shorter. */
export function spreadRanges({ pulseCount }: PulseProgram, count: number, size: number): PulseRange[] {
  if (pulseCount <= count * size) return [{ first: 0, end: pulseCount }];
  const step = (pulseCount - size) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, k) => {
    const first = Math.floor(k * step);
    return { first, end: first + size };
  });
}

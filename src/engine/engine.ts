import { COUNTERS, type CounterName, noCounts, OUTPUTS, type OutputName } from '../device/buffers.js';
import type { ProgramRoom, PulseProgram, PulseRange } from '../device/pulse-program.js';
import type { RunSettings } from '../device/run-settings.js';
import { noSeconds, type StageSeconds } from '../device/stages.js';

/** Records of one kind from a chunk; valid until the next chunk is requested, or as long as the chunk is held. */
export interface Records {
  /** `count` records as 32-bit words, read as f32 and as u32. */
  floats: Float32Array;
  words: Uint32Array;
  count: number;
}

/** The outputs of a range of pulses, by their names in device/buffers.ts; points in order of (pulse, return). */
export interface Chunk {
  /** Number of its pulses. */
  pulseCount: number;
  /** Counts of its stages; of an output, the number of its records. */
  counts: Readonly<ChunkCounts>;
  outputs: Readonly<Record<OutputName, Records>>;
  /**
   * Keeps its records valid after the next chunk is requested, until the returned function is called. The engine waits
   * for that when its memory is full, and before the leg ends.
   */
  hold(): () => void;
}

/** Counts the holders of a chunk; calls `release` once, when the last one ends, the reader included. */
export function holdable(release: () => void): { hold: Chunk['hold']; end(): void } {
  let holders = 1;
  const end = () => {
    if (--holders === 0) release();
  };
  return {
    hold: () => {
      holders++;
      let isHeld = true;
      return () => {
        if (isHeld) end();
        isHeld = false;
      };
    },
    end,
  };
}

/** Counters of an engine's work since it was opened. */
export interface EngineCounters extends ChunkCounts {
  pulses: number;
  subrays: number;
  /** Seconds in each stage, summed over threads; undefined if the device cannot measure them. */
  stages: StageSeconds | undefined;
}

export interface EngineTraceOptions {
  /** Absent: the whole leg. */
  range?: PulseRange;
  signal?: AbortSignal;
}

/**
 * A scene on a device. Pulse programs go in and points come out; everything in between stays on the device. The scene
 * also stays, from one leg, instrument and scan to the next.
 */
export interface Engine {
  readonly name: 'cpu' | 'gpu';
  /** The maker's name of the device that computes. */
  readonly device: string;
  /** Number of the host's threads that compute. */
  readonly threads: number;
  readonly counters: EngineCounters;
  /**
   * Prepares for programs of up to `room`, so that anything too large is known before the first pulse. Throws UserError
   * if it does not fit.
   */
  prepare(settings: RunSettings, room: ProgramRoom): Promise<void>;
  /**
   * Traces a leg, chunk by chunk in order; one leg at a time. Throws UserError if it does not fit the device,
   * AbortedError if the signal ends it.
   */
  trace(settings: RunSettings, program: PulseProgram, options?: EngineTraceOptions): AsyncIterable<Chunk>;
  close(): Promise<void>;
}

/** Zero counters of a device that times its stages. */
export const zeroCounters = (): EngineCounters & { stages: StageSeconds } => ({
  pulses: 0,
  subrays: 0,
  ...noCounts(),
  stages: noSeconds(),
});

/** Adds the counts of a chunk of `pulseCount` pulses. */
export function addCounts(
  counters: EngineCounters,
  pulseCount: number,
  { subrayCount }: Pick<RunSettings, 'subrayCount'>,
  counts: ChunkCounts,
): void {
  counters.pulses += pulseCount;
  counters.subrays += pulseCount * subrayCount;
  for (const name of COUNTERS) counters[name] += counts[name];
}

/** Counts of one chunk. */
export type ChunkCounts = Record<CounterName, number>;

/** The outputs of a chunk; `viewOf` returns the given number of 32-bit words of one output, as left by the device. */
export function readOutputs(
  counts: Readonly<ChunkCounts>,
  viewOf: (name: OutputName, words: number) => Pick<Records, 'floats' | 'words'>,
): Chunk['outputs'] {
  const entries = OUTPUTS.map(({ name, counter, bytes }) => {
    const count = counts[counter];
    return [name, { ...viewOf(name, (count * bytes) / 4), count }] as const;
  });
  return Object.fromEntries(entries) as Chunk['outputs'];
}

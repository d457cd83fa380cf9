import { COUNTERS, type CounterName, noCounts, OUTPUTS, type OutputName } from '../device/buffers.js';
import type { ProgramRoom, PulseProgram, PulseRange } from '../device/pulse-program.js';
import type { RunSettings } from '../device/run-settings.js';
import { noSeconds, type StageSeconds } from '../device/stages.js';

/** Records of one kind that a chunk made; valid until the next chunk is asked for. */
export interface Records {
  /** `count` records as 32-bit words, read as f32 and as u32. */
  floats: Float32Array;
  words: Uint32Array;
  count: number;
}

/** What a stretch of pulses made, by the names of the outputs in device/buffers.ts; points in order of (pulse, return). */
export interface Chunk {
  /** Pulses that it held. */
  pulseCount: number;
  outputs: Readonly<Record<OutputName, Records>>;
}

/** Counters of an engine's work since it was opened. */
export interface EngineCounters extends ChunkCounts {
  pulses: number;
  subrays: number;
  /** Seconds in each stage, summed over threads; undefined where the device cannot tell. */
  stages: StageSeconds | undefined;
}

export interface TraceOptions {
  /** Absent: the whole leg. */
  range?: PulseRange;
  signal?: AbortSignal;
}

/**
 * A scene on a device. Pulse programs go in and points come out; everything between stays on the device, and so does the scene
 * from one leg, instrument and scan to the next.
 */
export interface Engine {
  readonly name: 'cpu' | 'gpu';
  /** What computes, as its maker calls it. */
  readonly device: string;
  /** Threads of the host that compute. */
  readonly threads: number;
  readonly counters: EngineCounters;
  /**
   * Makes everything ready for programs of up to `room`, so that what does not fit is known before the first pulse. Throws
   * UserError where it does not.
   */
  prepare(settings: RunSettings, room: ProgramRoom): Promise<void>;
  /**
   * Traces a leg, chunk by chunk in order; one leg at a time. Throws UserError where it does not fit the device, AbortedError
   * when the signal ends it.
   */
  trace(settings: RunSettings, program: PulseProgram, options?: TraceOptions): AsyncIterable<Chunk>;
  close(): Promise<void>;
}

/** Counters before anything is done, of a device that times its stages. */
export const zeroCounters = (): EngineCounters & { stages: StageSeconds } => ({
  pulses: 0,
  subrays: 0,
  ...noCounts(),
  stages: noSeconds(),
});

/** Adds what a chunk of `pulseCount` pulses counted. */
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

/** The outputs of a chunk; `viewOf` finds so many 32-bit words of one where the device has left them. */
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

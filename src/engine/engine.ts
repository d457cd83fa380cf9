import type { ProgramRoom, PulseProgram } from '../scanner/pulse-program.js';
import type { DeviceScene } from './device-scene.js';
import { Run } from './records.generated.js';

/** What holds for a whole run, as the device takes it. */
export interface RunSettings {
  /** A Run record. */
  record: ArrayBuffer;
  /** Subray records, one a subray. */
  subrays: ArrayBuffer;
  subrayCount: number;
  maxReturns: number;
}

/** Whether points get colours. */
export const hasColors = ({ record }: RunSettings): boolean => new DataView(record).getUint32(Run.colors, true) !== 0;

/** The returns of one chunk of pulses, in order of (pulse, return). */
export interface PointRecords {
  /** `count` Point records as 32-bit words, read as f32 and as u32; valid until the next chunk is asked for. */
  floats: Float32Array;
  words: Uint32Array;
  count: number;
  /** Pulses that the chunk held. */
  pulseCount: number;
}

/** Counters of an engine's work. */
export interface EngineCounters {
  pulses: number;
  subrays: number;
  hits: number;
  returns: number;
  /** Seconds in each stage, summed over threads; undefined where the device cannot tell. */
  stages: StageSeconds | undefined;
}

export type StageSeconds = Record<StageName, number>;

export const STAGES = ['pulse', 'subray', 'traverse', 'reflect', 'echo', 'shade', 'perturb', 'pack'] as const;
export type StageName = (typeof STAGES)[number];

/** Pulses first … end−1 of a leg. */
export interface PulseRange {
  first: number;
  end: number;
}

/** All pulses of a leg. */
export const wholeLeg = ({ pulseCount }: PulseProgram): PulseRange => ({ first: 0, end: pulseCount });

/** Takes pulse programs and gives points; everything between stays on the device. */
export interface Engine {
  readonly name: 'cpu' | 'gpu';
  /** What computes, as its maker calls it. */
  readonly device: string;
  /** Threads of the host that compute. */
  readonly threads: number;
  readonly counters: EngineCounters;
  /**
   * All returns of a leg, or of a range of its pulses, chunk by chunk in order. Throws AbortedError when the signal given
   * at creation ends it.
   */
  trace(program: PulseProgram, range?: PulseRange): AsyncIterable<PointRecords>;
  close(): Promise<void>;
}

export interface EngineOptions {
  scene: DeviceScene;
  settings: RunSettings;
  /** What the programs to come need. */
  programRoom: ProgramRoom;
  signal?: AbortSignal;
}

/** Counters before anything is done, of a device that times its stages. */
export const zeroCounters = (): EngineCounters & { stages: StageSeconds } => ({
  pulses: 0,
  subrays: 0,
  hits: 0,
  returns: 0,
  stages: { pulse: 0, subray: 0, traverse: 0, reflect: 0, echo: 0, shade: 0, perturb: 0, pack: 0 },
});

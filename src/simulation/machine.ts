import type { Files } from '../base/files/files.js';
import type { Log, OnProgress } from '../base/log.js';
import type { PulseProgram } from '../device/pulse-program.js';
import type { CpuStandby } from '../engine/cpu/cpu-engine.js';
import type { PulseLister } from '../engine/cpu/pulse-lister.js';
import type { Engine } from '../engine/engine.js';
import type { PreparedScene } from '../pack/prepared-scene.js';
import type { Scene } from '../scene/scene.js';
import type { EngineChoice, EngineRequest } from './engines/choose-engine.js';
import type { ScanRun } from './instrument-scan.js';

/** Threads at most: more have nothing to do and take memory. */
export const THREADS_MAX = 1024;

/** What a program runs on, Node or a page: its files, its threads, and what computes. */
export interface Machine {
  readonly files: Files;
  /** Threads that it has. */
  readonly threads: number;
  /** Builds (or finds) the trees of a scene and packs it for the device. Throws AbortedError. */
  prepareScene(scene: Scene, options?: PrepareOptions): Promise<PreparedScene>;
  /** Which engine will compute. Throws UserError where what is asked for cannot be had, AbortedError. */
  chooseEngine(request: EngineRequest, options?: { signal?: AbortSignal; log?: Log }): Promise<EngineChoice>;
  /** Starts threads for the CPU engine before there is a scene, where that saves time. */
  standBy?(threads: number): CpuStandby;
  /**
   * An engine with a scene on it, ready for `run`; other runs may follow. The caller closes it. Throws UserError where scene or
   * run do not fit.
   */
  openEngine(run: ScanRun, scene: PreparedScene, options?: OpenOptions): Promise<Engine>;
  /** Lists pulses of a leg, the very ones that the CPU engine fires. */
  createPulseLister(program: PulseProgram): Promise<PulseLister>;
  loadKernelModule(): Promise<WebAssembly.Module>;
  /** The most memory that the program has taken so far, as far as the machine tells; else 0. */
  peakMemoryBytes(): number;
}

/** What runs on a machine gets it. */
export interface WithMachine {
  machine: Machine;
}

export interface PrepareOptions {
  threads?: number;
  /** Keep built trees for the next run, and use those of the last, where the machine can; true unless given. */
  cache?: boolean;
  signal?: AbortSignal;
  onProgress?: OnProgress;
  log?: Log;
}

export interface OpenOptions {
  /** Worker threads of the CPU engine; all that the machine has unless given. */
  threads?: number;
  /** What computes, from `chooseEngine`; absent: the CPU engine. */
  choice?: EngineChoice;
  /** Threads that have been started for the CPU engine. */
  standby?: CpuStandby;
  log?: Log;
}

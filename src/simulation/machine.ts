import type { Files } from '../base/files/files.js';
import type { Log, OnProgress } from '../base/log.js';
import type { TreeCounts } from '../base/tree-counts.js';
import type { PulseProgram } from '../device/pulse-program.js';
import type { CpuStandby } from '../engine/cpu/cpu-engine.js';
import type { PulseLister } from '../engine/cpu/pulse-lister.js';
import type { Engine } from '../engine/engine.js';
import type { BlockCoders } from '../io/records/blocks.js';
import type { PreparedScene } from '../pack/prepared-scene.js';
import type { SceneHelper } from '../scene/load-scene.js';
import type { Scene } from '../scene/scene.js';
import type { EngineChoice, EngineRequest } from './engines/choose-engine.js';
import type { ScanRun } from './instrument-scan.js';
import type { PointCrew } from './point-crew/point-crew.js';
import type { PointSetup } from './point-crew/point-setup.js';

/** Maximum number of threads: more have nothing to do and use memory. */
export const THREADS_MAX = 1024;

/** The platform of a program, Node or a page: its files, threads and engines. */
export interface Machine {
  readonly files: Files;
  /** Number of threads. */
  readonly threads: number;
  /** Decodes images and generates scenes outside of this thread, if the machine can. */
  readonly sceneHelper?: SceneHelper;
  /** Builds (or finds) the trees of a scene and packs it for the device. Throws AbortedError. */
  prepareScene(scene: Scene, options?: PrepareOptions): Promise<ReadyScene>;
  /** Chooses the engine. Throws UserError if the request cannot be met, AbortedError. */
  chooseEngine(request: EngineRequest, options?: { signal?: AbortSignal; log?: Log }): Promise<EngineChoice>;
  /**
   * Subrays of a scan that take the CPU engine no longer than to start threads; such a scan runs in the calling thread
   * alone. Default: none.
   */
  readonly soloSubrays?: number;
  /** Starts threads for the CPU engine before there is a scene, where that saves time. */
  standBy?(threads: number): CpuStandby;
  /**
   * An engine with a scene on it, ready for `run`; other runs may follow. The caller closes it. Throws UserError if
   * scene or run do not fit.
   */
  openEngine(run: ScanRun, scene: PreparedScene, options?: OpenEngineOptions): Promise<Engine>;
  /** Lists pulses of a leg, exactly those that the CPU engine fires. */
  createPulseLister(program: PulseProgram): Promise<PulseLister>;
  /** Up to `threads` threads that pack points in blocks, each started when it is needed. The caller closes them. */
  createCoders(threads: number): BlockCoders;
  /** Up to `threads` threads that make points of a survey, each started when it is needed. The caller closes them. */
  createPointCrew(threads: number, setup: PointSetup): PointCrew;
  loadKernelModule(): Promise<WebAssembly.Module>;
  /** Peak memory of the program so far, if the machine reports it; otherwise 0. */
  peakMemoryBytes(): number;
  /** Seconds of the processors that the program has taken, all threads together; absent: the machine does not say. */
  processorSeconds?(): number;
}

/** A scene ready for any instrument, and the triangles of its trees that were built or found. */
export interface ReadyScene extends PreparedScene {
  trees: TreeCounts;
}

/** Options of functions that need a machine. */
export interface WithMachine {
  machine: Machine;
}

export interface PrepareOptions {
  threads?: number;
  /** Whether built trees are kept for the next run and reused, if the machine can; default: true. */
  cache?: boolean;
  signal?: AbortSignal;
  onProgress?: OnProgress;
  log?: Log;
}

export interface OpenEngineOptions {
  /** Worker threads of the CPU engine; default: all that the machine has. */
  threads?: number;
  /** The engine from `chooseEngine`; absent: the CPU engine. */
  choice?: EngineChoice;
  /** Subrays that the calling thread traces before the CPU engine starts threads; default: none. */
  soloSubrays?: number;
  /** Threads that have been started for the CPU engine. */
  standby?: CpuStandby;
  log?: Log;
}

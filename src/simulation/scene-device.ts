import { AbortedError, UserError } from '../base/errors.js';
import { type Log, type OnProgress, SILENT_LOG } from '../base/log.js';
import type { TreeCounts } from '../base/tree-counts.js';
import type { PointBatch } from '../cloud/point-batch.js';
import type { Engine, EngineCounters } from '../engine/engine.js';
import type { PreparedScene } from '../pack/prepared-scene.js';
import { type LoadSceneOptions, loadScene } from '../scene/load-scene.js';
import { isScene, type Scene } from '../scene/scene.js';
import type { SurveyScene } from '../survey/bare-survey.js';
import { checkPulses, isSceneOfSurvey } from '../survey/check.js';
import type { Survey } from '../survey/survey.js';
import { checkMaterials } from './check-materials.js';
import { ENGINE_DEFAULTS, type EngineChoice, type EngineRequest } from './engines/choose-engine.js';
import { countersSince } from './engines/counter-sums.js';
import { type InstrumentScan, runOf, type ScanRun } from './instrument-scan.js';
import { instrumentScansOf } from './instrument-scans.js';
import {
  type OpenEngineOptions,
  type PrepareOptions,
  type ReadyScene,
  THREADS_MAX,
  type WithMachine,
} from './machine.js';
import { pointsInMemory } from './points-in-memory.js';
import { standLegs } from './stand-legs.js';
import { type LegRange, type TracedPiece, tracePieces } from './trace-pieces.js';

/** Reports progress in pulses. */
const pulseReporter = (onProgress: OnProgress | undefined) => (done: number, total: number) =>
  onProgress?.({ task: 'simulate', done, total, unit: 'pulses' });

/** Options for opening a scene. */
export type OpenSceneOptions = PrepareOptions & EngineRequest & WithMachine;

/** Options for opening the scene of a survey. */
export interface OpenForSurvey extends Pick<LoadSceneOptions, 'colors' | 'reduced'> {
  /** Subrays of its scan: for few, no threads are started. Absent: unknown. */
  subrays?: number;
}

/** Options of a device, and the threads that stand by for it. */
type DeviceOptions = OpenSceneOptions & Pick<OpenEngineOptions, 'soloSubrays' | 'standby'>;

/** Observers of a scan, and the signal that ends it; absent: those given when the scene was opened. */
export interface ScanControl {
  signal?: AbortSignal;
  onProgress?: OnProgress;
  log?: Log;
}

/** Events before the first pulse of a scan. */
export interface StartOptions extends ScanControl {
  /** The pulses that `tracePieces` traces; absent: all. */
  only?: LegRange;
  /** Called when materials are checked; an error it throws ends the scan before trees are built. */
  onChecked?(): void | Promise<void>;
  /** Called when the trees are built, found, or at hand since an earlier scan, of which none count. */
  onBuilt?(trees: TreeCounts): void;
  /** Called when the engine is ready; returns the engine that traces the runs in its place. */
  replaceEngine?(
    engine: Engine,
    work: { runs: readonly ScanRun[]; prepared: PreparedScene; signal: AbortSignal },
  ): Promise<Engine>;
}

const NO_TREES: TreeCounts = Object.freeze({ built: 0, found: 0 });

/** A scan with its engine ready. */
export interface StartedScan {
  scans: readonly InstrumentScan[];
  engine: Engine;
  /** Counters of this scan alone; those of the engine have earlier ones, too. */
  counters(): EngineCounters;
  /** Traces the scan, and yields the device's output, piece by piece. */
  tracePieces(): AsyncGenerator<TracedPiece>;
}

/**
 * The scene `source`, read if necessary, for any number of scans on one engine. The engine is chosen before the scene
 * is read, or at the same time if any engine will do; threads of the CPU engine start at the same time, too. Without a
 * number of threads, a short scan has none but the calling one. The caller closes it. Without `colors`, scans of it can
 * have none. Throws UserError for a value that is not a scene, an invalid number of threads, an engine that is not
 * available and a scene that cannot be read; AbortedError.
 */
export async function openScene(source: SurveyScene, options: OpenSceneOptions & OpenForSurvey): Promise<SceneDevice> {
  const { machine, colors, reduced, subrays = Infinity, signal, onProgress, log = SILENT_LOG } = options;
  const { threads = Math.min(machine.threads, THREADS_MAX) } = options;
  if (!isSceneOfSurvey(source))
    throw new UserError('found a value that is not a scene', { hint: 'pass the result of createScene or loadScene' });
  if (!(Number.isInteger(threads) && threads >= 1 && threads <= THREADS_MAX))
    throw new UserError(`threads must be a whole number from 1 to ${THREADS_MAX}`);
  const choosing = machine.chooseEngine(options, { signal, log });
  if ((options.engine ?? ENGINE_DEFAULTS.engine) !== 'auto') await choosing;
  // A caller who asks for several threads gets them.
  const soloSubrays = (options.threads ?? 1) === 1 ? machine.soloSubrays : 0;
  const standingBy = choosing.then(({ kind }) =>
    kind === 'cpu' && subrays > (soloSubrays ?? 0) ? machine.standBy?.(threads) : undefined,
  );
  try {
    const [choice, scene, standby] = await Promise.all([
      choosing,
      isScene(source)
        ? source
        : loadScene(source, {
            files: machine.files,
            helper: machine.sceneHelper,
            colors,
            reduced,
            log,
            signal,
            onProgress,
          }),
      standingBy,
    ]);
    return new SceneDevice(scene, choice, { ...options, threads, soloSubrays, standby });
  } catch (error) {
    (await standingBy.catch(() => undefined))?.close();
    throw error;
  }
}

/**
 * A scene on a device, from its trees to its points. The first scan builds and uploads the trees and compiles the
 * shaders; later scans reuse them.
 */
export class SceneDevice {
  readonly scene: Scene;
  private readonly choice: EngineChoice;
  private readonly options: DeviceOptions;
  private prepared: ReadyScene | undefined;
  private engine: Engine | undefined;
  private busy = false;
  private readonly closing = new AbortController();

  constructor(scene: Scene, choice: EngineChoice, options: DeviceOptions) {
    this.scene = scene;
    this.choice = choice;
    this.options = options;
  }

  /**
   * Yields the points of a survey of this scene, batch by batch, in order of (scanner, leg, pulse, return). Ends early
   * if the loop over it does, by the signal, or when the device is closed. Throws UserError for legs without pulses,
   * for materials that a strict survey refuses and if another scan is still running; AbortedError.
   */
  async *scan(given: Survey, control: ScanControl = {}): AsyncGenerator<PointBatch> {
    if (this.busy)
      throw new UserError('a scan of this scene is still going on', { hint: 'let it end, or leave the loop over it' });
    this.busy = true;
    try {
      const survey = await standLegs(given, this.scene);
      checkPulses(survey);
      const started = await this.start(survey, control);
      for await (const { batch } of pointsInMemory(started, survey, this.scene, this.options.machine, 'pieces'))
        if (batch && batch.count > 0) yield batch;
    } finally {
      this.busy = false;
    }
  }

  /** Checks materials, builds the trees once, and makes the engine ready for a survey of this scene. */
  async start(survey: Survey, options: StartOptions = {}): Promise<StartedScan> {
    const usual = this.options;
    const { signal: given = usual.signal, onProgress = usual.onProgress, log = usual.log ?? SILENT_LOG } = options;
    if (this.closing.signal.aborted) throw new AbortedError();
    const signal = given ? AbortSignal.any([given, this.closing.signal]) : this.closing.signal;
    checkMaterials(survey, this.scene, log);
    await options.onChecked?.();
    const isHeld = this.prepared !== undefined;
    const prepared = await this.prepare({ signal, onProgress, log });
    options.onBuilt?.(isHeld ? NO_TREES : prepared.trees);
    const scans = instrumentScansOf(survey);
    const runs = scans.map((scan) => runOf(scan, prepared));
    const ready = await this.ready(runs[0], prepared, log);
    const before = structuredClone(ready.counters);
    const engine = (await options.replaceEngine?.(ready, { runs, prepared, signal })) ?? ready;
    const counters = () => countersSince(before, engine.counters);
    const listener = { signal, onPulses: pulseReporter(onProgress) };
    return {
      scans,
      engine,
      counters,
      tracePieces: () => tracePieces(engine, runs, this.scene, { ...listener, only: options.only }),
    };
  }

  /** The scene with its trees, which are built once. Throws AbortedError. */
  async prepare(options: Omit<PrepareOptions, 'threads' | 'cache'> = {}): Promise<ReadyScene> {
    this.prepared ??= await this.options.machine.prepareScene(this.scene, { ...this.options, ...options });
    return this.prepared;
  }

  /** The engine with room for `run`; fixes the choice of the engine. */
  private async ready(run: ScanRun, prepared: PreparedScene, log: Log): Promise<Engine> {
    const { machine, threads, soloSubrays, standby } = this.options;
    if (this.engine) await this.engine.prepare(run.settings, run.room);
    else {
      const options = { choice: this.choice, threads, soloSubrays, standby, log };
      this.engine = await machine.openEngine(run, prepared, options);
    }
    if (this.closing.signal.aborted) {
      await this.engine.close();
      throw new AbortedError();
    }
    return this.engine;
  }

  /** Throws UserError once it is closed. */
  checkOpen(): void {
    if (this.closing.signal.aborted) throw new UserError('the scene is closed', { hint: 'open it again' });
  }

  /** Ends the running scan, and frees the device's resources. No scan can follow. */
  async close(): Promise<void> {
    this.closing.abort();
    this.options.standby?.close();
    await this.engine?.close();
  }
}

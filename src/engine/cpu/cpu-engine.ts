import { AbortedError } from '../../base/errors.js';
import type { DeviceScene } from '../../device/device-scene.js';
import {
  type ProgramRoom,
  type PulseProgram,
  type PulseRange,
  programRoomOf,
  wholeLeg,
} from '../../device/pulse-program.js';
import type { RunSettings } from '../../device/run-settings.js';
import { addSeconds } from '../../device/stages.js';
import { addCounts, type Chunk, type Engine, type EngineTraceOptions, holdable, zeroCounters } from '../engine.js';
import { ChunkQueue } from './chunk-queue.js';
import { type ChunkDone, chunksIn, type LegOrder, type TracerSetup } from './chunk-tracer.js';
import { EngineMemory } from './engine-memory.js';
import { SoloTracer } from './solo-tracer.js';

/** A started worker, on any platform. */
export interface EngineWorker {
  postMessage(order: LegOrder): void;
  terminate(): unknown;
}

/** Messages from a worker to the engine. */
interface WorkerListener {
  receive(report: ChunkDone): void;
  fail(error: Error): void;
}

/** The CPU engine's requirements on its platform. */
export interface CpuPlatform {
  loadKernelModule(): Promise<WebAssembly.Module>;
  /** A worker with a LegTracer of `setup`. */
  startWorker(setup: TracerSetup, listener: WorkerListener): EngineWorker;
}

/** Options of `openCpuEngine`. */
export interface CpuEngineOptions {
  scene: DeviceScene;
  threads: number;
  /** Subrays that the calling thread traces before threads are started; default: none. */
  soloSubrays?: number;
  /** Threads that have been started already. */
  standby?: CpuStandby;
}

/**
 * Threads and kernel, started before there is a scene. The caller that starts them closes them, except for threads that
 * an engine has taken.
 */
export interface CpuStandby {
  readonly platform: CpuPlatform;
  close(): void;
}

/**
 * The CPU engine: the stages in WebAssembly, run by `threads` workers over one shared memory. The assignment of chunks
 * to workers varies, but their results do not: chunks are handed out in order. The calling thread traces the first
 * `soloSubrays`, as far as they are whole legs.
 */
export async function startCpuEngine(
  { scene, threads, soloSubrays = 0 }: CpuEngineOptions,
  platform: CpuPlatform,
): Promise<Engine> {
  const memory = await EngineMemory.of(scene, threads);
  const { layout } = memory;
  const module = await platform.loadKernelModule();
  const start = (listener: WorkerListener) =>
    layout.threads.map((_, thread) => platform.startWorker({ module, memory: memory.wasm, thread }, listener));
  return new CpuEngine(memory, module, start, soloSubrays);
}

/**
 * The CPU engine in the calling thread, for platforms on which threads may not share its memory. Its results are those
 * of several threads. Throws UserError if the scene does not fit.
 */
export async function startOneThreadEngine(
  scene: DeviceScene,
  loadKernelModule: () => Promise<WebAssembly.Module>,
): Promise<Engine> {
  return new CpuEngine(await EngineMemory.of(scene, 1), await loadKernelModule(), () => [], Number.POSITIVE_INFINITY);
}

class CpuEngine implements Engine {
  readonly name = 'cpu';
  readonly device = 'cpu';
  readonly counters = zeroCounters();
  private readonly memory: EngineMemory;
  private readonly module: WebAssembly.Module;
  /** The tracer of the calling thread, once it has traced. */
  private solo: SoloTracer | undefined;
  /** Subrays that it may still trace. */
  private soloSubrays: number;
  private readonly startWorkers: (listener: WorkerListener) => EngineWorker[];
  private workers: EngineWorker[] = [];
  /** The queue of the workers, once they have started. */
  private queue: ChunkQueue | undefined;
  private readonly done = new Map<number, ChunkDone>();
  private idle = 0;
  /** Chunks whose slots are not free. */
  private held = 0;
  /** Failure of a worker, which ends the engine. */
  private failure: Error | undefined;
  private aborted = false;
  private wake: () => void = () => {};

  constructor(
    memory: EngineMemory,
    module: WebAssembly.Module,
    startWorkers: (listener: WorkerListener) => EngineWorker[],
    soloSubrays: number,
  ) {
    this.memory = memory;
    this.module = module;
    this.soloSubrays = soloSubrays;
    this.startWorkers = startWorkers;
  }

  /** Number of threads that trace; before the first leg, that may trace. */
  get threads(): number {
    return this.solo && this.workers.length === 0 ? 1 : this.memory.layout.threads.length;
  }

  async prepare(settings: RunSettings, room: ProgramRoom): Promise<void> {
    this.memory.prepare(settings, room);
  }

  async *trace(
    settings: RunSettings,
    program: PulseProgram,
    { range = wholeLeg(program), signal }: EngineTraceOptions = {},
  ): AsyncIterable<Chunk> {
    if (signal?.aborted) throw new AbortedError();
    await this.prepare(settings, programRoomOf([program]));
    this.memory.load(program);
    if (this.failure) throw this.failure;
    if (this.isSolo(settings, range)) yield* this.soloTracer().trace(settings, range, signal);
    else yield* this.traceInThreads(settings, range, signal);
  }

  /** Whether the calling thread traces a leg; if so, deducts it from its allowance. */
  private isSolo({ subrayCount }: RunSettings, { first, end }: PulseRange): boolean {
    const subrays = (end - first) * subrayCount;
    if (this.workers.length > 0 || subrays > this.soloSubrays) return false;
    this.soloSubrays -= subrays;
    return true;
  }

  private soloTracer(): SoloTracer {
    this.solo ??= new SoloTracer(this.memory, this.module, (report) => this.count(report));
    return this.solo;
  }

  private async *traceInThreads(
    { features }: RunSettings,
    range: PulseRange,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Chunk> {
    const stopOnAbort = () => this.abort();
    signal?.addEventListener('abort', stopOnAbort);
    const { layout } = this.memory;
    const chunks = chunksIn({ layout, range });
    this.start({ layout, range, features });
    try {
      for (let chunk = 0; chunk < chunks; chunk++) {
        const report = await this.take(chunk);
        const { hold, end } = this.hold(chunk);
        try {
          yield { ...this.memory.view(report), hold };
        } finally {
          end();
        }
      }
    } finally {
      signal?.removeEventListener('abort', stopOnAbort);
      await this.settle();
    }
  }

  async close(): Promise<void> {
    // A remaining reader would wait for workers that no longer answer.
    this.fail(new AbortedError());
    this.solo?.close();
    await Promise.all(this.workers.map((worker) => worker.terminate()));
  }

  private start(order: LegOrder): void {
    // Not before the memory has its size: a thread that is given it while it grows may not see that it has grown.
    if (this.workers.length === 0)
      this.workers = this.startWorkers({
        receive: (report) => this.receive(report),
        fail: (error) => this.fail(error),
      });
    const { wasm, layout } = this.memory;
    this.queue ??= new ChunkQueue(wasm.buffer, layout.queue, layout.slots.length);
    this.queue.begin();
    this.idle = 0;
    this.aborted = false;
    this.done.clear();
    for (const worker of this.workers) worker.postMessage(order);
  }

  private receive(report: ChunkDone): void {
    if (report.chunk < 0) this.idle++;
    else {
      this.done.set(report.chunk, report);
      this.count(report);
    }
    this.wake();
  }

  private count({ pulses, counts, stages }: ChunkDone): void {
    if (this.memory.settings) addCounts(this.counters, pulses, this.memory.settings, counts);
    addSeconds(this.counters.stages, stages);
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.queue?.stop();
    this.wake();
  }

  private abort(): void {
    this.aborted = true;
    this.queue?.stop();
    this.wake();
  }

  /** The report of `chunk`, once it has arrived. */
  private async take(chunk: number): Promise<ChunkDone> {
    for (;;) {
      if (this.failure) throw this.failure;
      if (this.aborted) throw new AbortedError();
      const report = this.done.get(chunk);
      if (report) {
        this.done.delete(chunk);
        return report;
      }
      await this.message();
    }
  }

  private message(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  /** Holds its slot, which is free when the reader, and any other holder, has released it. */
  private hold(chunk: number): ReturnType<typeof holdable> {
    this.held++;
    return holdable(() => {
      this.held--;
      this.queue?.release(chunk);
      this.wake();
    });
  }

  /** Waits until the workers are idle, and no chunk is held: after the last chunk, or if the reader leaves early. */
  private async settle(): Promise<void> {
    this.queue?.stop();
    while ((this.idle < this.workers.length || this.held > 0) && !this.failure) await this.message();
  }
}

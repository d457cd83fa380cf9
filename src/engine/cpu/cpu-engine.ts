import { AbortedError, UserError } from '../../base/errors.js';
import type { PulseProgram } from '../../scanner/pulse-program.js';
import type { Engine, EngineOptions, PointRecords, PulseRange } from '../engine.js';
import { STAGES, wholeLeg, zeroCounters } from '../engine.js';
import { Point } from '../records.generated.js';
import { fillMemory } from './fill-memory.js';
import { PAGE } from './kernel.js';
import type { ChunkDone, LegOrder, WorkerSetup } from './leg-tracer.js';
import { CHUNK_PULSES, ControlWord, layOutMemory, type MemoryLayout } from './memory-layout.js';

/** A started worker, whatever the platform. */
export interface EngineWorker {
  postMessage(order: LegOrder): void;
  terminate(): unknown;
}

/** What the engine wants to hear from a worker. */
export interface WorkerListener {
  receive(report: ChunkDone): void;
  fail(error: Error): void;
}

/** What the CPU engine needs from the platform that it runs on. */
export interface CpuPlatform {
  loadKernelModule(): Promise<WebAssembly.Module>;
  /** A worker that has a LegTracer of `setup`. */
  startWorker(setup: WorkerSetup, listener: WorkerListener): EngineWorker;
}

/** Options of `createCpuEngine`. */
export type CpuEngineOptions = EngineOptions & { threads: number };

/**
 * The CPU engine: the stages in WebAssembly, run by `threads` workers over one shared memory. Which worker takes which
 * chunk is a matter of luck, what it makes of it is not: chunks are given out in order.
 */
export async function startCpuEngine(options: CpuEngineOptions, platform: CpuPlatform): Promise<Engine> {
  const { scene, settings, threads, signal } = options;
  const layout = layOutMemory(scene, settings, options.programRoom, threads);
  const memory = allocate(layout.bytes);
  fillMemory(memory, layout, scene, settings);
  const module = await platform.loadKernelModule();
  const { topNode, instanceCount } = scene;
  const { subrayCount } = settings;
  const start = (listener: WorkerListener) =>
    layout.threads.map((_, thread) =>
      platform.startWorker({ module, memory, layout, thread, topNode, instanceCount, subrayCount }, listener),
    );
  return new CpuEngine(memory, layout, start, subrayCount, signal);
}

/** Throws UserError where the platform does not have that much. */
function allocate(bytes: number): WebAssembly.Memory {
  const pages = Math.ceil(bytes / PAGE);
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  } catch (cause) {
    const mib = Math.ceil(bytes / 2 ** 20);
    throw new UserError(`${mib} MiB of memory for the CPU engine cannot be had here`, {
      hint: 'use fewer threads, fewer triangles, or instances for what stands in the scene often',
      cause,
    });
  }
}

class CpuEngine implements Engine {
  readonly name = 'cpu';
  readonly device = 'cpu';
  readonly threads: number;
  readonly counters = zeroCounters();
  private readonly memory: WebAssembly.Memory;
  private readonly layout: MemoryLayout;
  private readonly workers: EngineWorker[];
  private readonly control: Int32Array;
  private readonly subrayCount: number;
  private readonly done = new Map<number, ChunkDone>();
  private idle = 0;
  private failure: Error | undefined;
  private wake: () => void = () => {};

  constructor(
    memory: WebAssembly.Memory,
    layout: MemoryLayout,
    start: (listener: WorkerListener) => EngineWorker[],
    subrayCount: number,
    signal: AbortSignal | undefined,
  ) {
    this.memory = memory;
    this.layout = layout;
    this.threads = layout.threads.length;
    this.control = new Int32Array(memory.buffer, layout.control, ControlWord.released + layout.slots.length);
    this.subrayCount = subrayCount;
    this.workers = start({ receive: (report) => this.receive(report), fail: (error) => this.fail(error) });
    signal?.addEventListener('abort', () => this.fail(new AbortedError()), { once: true });
    if (signal?.aborted) this.fail(new AbortedError());
  }

  async *trace(program: PulseProgram, range: PulseRange = wholeLeg(program)): AsyncIterable<PointRecords> {
    const put = (at: number, record: ArrayBuffer) =>
      new Uint8Array(this.memory.buffer, at, record.byteLength).set(new Uint8Array(record));
    put(this.layout.program, program.record);
    put(this.layout.channels, program.channels);
    put(this.layout.parts, program.parts);
    put(this.layout.knots, program.knots);
    this.control.fill(0);
    this.idle = 0;
    this.done.clear();
    const order: LegOrder = { first: range.first, pulseCount: range.end - range.first };
    for (const worker of this.workers) worker.postMessage(order);
    try {
      const chunks = Math.ceil(order.pulseCount / CHUNK_PULSES);
      for (let chunk = 0; chunk < chunks; chunk++) {
        yield this.view(await this.take(chunk));
        this.release(chunk);
      }
    } finally {
      await this.settle();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.terminate()));
  }

  private receive(report: ChunkDone): void {
    if (report.chunk < 0) this.idle++;
    else {
      this.done.set(report.chunk, report);
      this.count(report);
    }
    this.wake();
  }

  private count(report: ChunkDone): void {
    this.counters.pulses += report.pulses;
    this.counters.subrays += report.pulses * this.subrayCount;
    this.counters.hits += report.hits;
    this.counters.returns += report.returns;
    for (const stage of STAGES) this.counters.stages[stage] += report.stages[stage];
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.stop();
    this.wake();
  }

  private stop(): void {
    Atomics.store(this.control, ControlWord.stop, 1);
    for (let slot = 0; slot < this.layout.slots.length; slot++)
      Atomics.notify(this.control, ControlWord.released + slot);
  }

  /** The report of `chunk`, once it is there. */
  private async take(chunk: number): Promise<ChunkDone> {
    for (;;) {
      if (this.failure) throw this.failure;
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

  private view(report: ChunkDone): PointRecords {
    const slot = this.layout.slots[report.chunk % this.layout.slots.length];
    const words = (report.returns * Point.SIZE) / 4;
    return {
      floats: new Float32Array(this.memory.buffer, slot, words),
      words: new Uint32Array(this.memory.buffer, slot, words),
      count: report.returns,
      pulseCount: report.pulses,
    };
  }

  private release(chunk: number): void {
    const slot = ControlWord.released + (chunk % this.layout.slots.length);
    Atomics.add(this.control, slot, 1);
    Atomics.notify(this.control, slot);
  }

  /** Lets the workers run dry: after the last chunk, or when the reader has gone early. */
  private async settle(): Promise<void> {
    this.stop();
    while (this.idle < this.workers.length && !this.failure) await this.message();
  }
}

import { Worker } from 'node:worker_threads';
import { AbortedError } from '../../base/errors.js';
import type { PulseProgram } from '../../scanner/pulse-program.js';
import type { Engine, EngineCounters, EngineOptions, PointRecords } from '../engine.js';
import { STAGES, zeroCounters } from '../engine.js';
import { Point } from '../records.generated.js';
import { fillMemory } from './fill-memory.js';
import { PAGE } from './kernel.js';
import { CHUNK_PULSES, ControlWord, layOutMemory, type MemoryLayout } from './memory-layout.js';
import { loadKernelModule } from './node-kernel-module.js';
import type { ChunkDone, LegOrder, WorkerSetup } from './node-worker.js';

/**
 * The CPU engine: the stages in WebAssembly, run by `threads` workers over one shared memory. Which worker takes which
 * chunk is a matter of luck, what it makes of it is not: chunks are given out in order.
 */
export async function createCpuEngine(options: EngineOptions & { threads: number }): Promise<Engine> {
  const { scene, settings, threads } = options;
  const layout = layOutMemory(scene, settings, options.channelsMax, threads);
  const pages = Math.ceil(layout.bytes / PAGE);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  fillMemory(memory, layout, scene, settings);
  const module = await loadKernelModule();
  const workers = layout.threads.map((_, thread) => {
    const workerData: WorkerSetup = {
      module,
      memory,
      layout,
      thread,
      topNode: scene.topNode,
      instanceCount: scene.instanceCount,
      subrayCount: settings.subrayCount,
    };
    // Without execArgv a worker takes over flags such as --input-type, which are not meant for it.
    return new Worker(new URL('../../../dist/engine/cpu/node-worker.js', import.meta.url), {
      workerData,
      execArgv: [],
    });
  });
  return new CpuEngine(memory, layout, workers, settings.subrayCount, options.signal);
}

class CpuEngine implements Engine {
  readonly name = 'cpu';
  readonly threads: number;
  readonly counters: EngineCounters = zeroCounters();
  private readonly memory: WebAssembly.Memory;
  private readonly layout: MemoryLayout;
  private readonly workers: Worker[];
  private readonly control: Int32Array;
  private readonly subrayCount: number;
  private readonly done = new Map<number, ChunkDone>();
  private idle = 0;
  private failure: Error | undefined;
  private wake: () => void = () => {};

  constructor(
    memory: WebAssembly.Memory,
    layout: MemoryLayout,
    workers: Worker[],
    subrayCount: number,
    signal: AbortSignal | undefined,
  ) {
    this.memory = memory;
    this.layout = layout;
    this.workers = workers;
    this.threads = workers.length;
    this.control = new Int32Array(memory.buffer, layout.control, ControlWord.released + layout.slots.length);
    this.subrayCount = subrayCount;
    for (const worker of workers) {
      worker.on('message', (report: ChunkDone) => this.receive(report));
      worker.on('error', (error: Error) => this.fail(error));
    }
    signal?.addEventListener('abort', () => this.fail(new AbortedError()), { once: true });
    if (signal?.aborted) this.fail(new AbortedError());
  }

  async *trace(program: PulseProgram): AsyncIterable<PointRecords> {
    const put = (at: number, record: ArrayBuffer) =>
      new Uint8Array(this.memory.buffer, at, record.byteLength).set(new Uint8Array(record));
    put(this.layout.program, program.record);
    put(this.layout.channels, program.channels);
    this.control.fill(0);
    this.idle = 0;
    this.done.clear();
    const order: LegOrder = { pulseCount: program.pulseCount };
    for (const worker of this.workers) worker.postMessage(order);
    try {
      const chunks = Math.ceil(program.pulseCount / CHUNK_PULSES);
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

import { noCounts } from '../../device/buffers.js';
import type { PulseRange } from '../../device/pulse-program.js';
import { BLOCK_PULSES } from '../../device/records.generated.js';
import type { RunSettings } from '../../device/run-settings.js';
import { noSeconds, type StageSeconds, stagesOf } from '../../device/stages.js';
import type { ChunkCounts } from '../engine.js';
import { instantiateKernel, type Kernel } from './kernel.js';
import { addressTable, CHUNK_PULSES, ControlWord, type MemoryLayout } from './memory-layout.js';

/** Initial data of a worker. */
export interface WorkerSetup {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  /** Index of the thread in layouts. */
  thread: number;
}

/** Message to a worker: trace a range of a leg's pulses. Scene, run and program are in memory, as laid out. */
export interface LegOrder {
  layout: MemoryLayout;
  range: PulseRange;
  /** Features of the run besides points. */
  features: RunSettings['features'];
}

/**
 * Message from a worker: a chunk is in its slot, or (chunk −1) no chunk is left; stage seconds since the last message.
 */
export interface ChunkDone {
  chunk: number;
  pulses: number;
  counts: ChunkCounts;
  stages: StageSeconds;
}

/** One thread of the CPU engine: takes chunks of pulses from a shared counter and runs them through the stages. */
export class LegTracer {
  private readonly memory: WebAssembly.Memory;
  private readonly thread: number;
  private readonly kernel: Kernel;
  private readonly report: (done: ChunkDone) => void;
  private order!: LegOrder;
  private control!: Int32Array;
  private stages!: ReturnType<typeof stagesOf>;
  /** The kernel's table of addresses in memory, and its contents for each slot. */
  private table!: Uint32Array;
  private tables!: readonly Uint32Array[];

  /** Calls `report` for every chunk, and at the end of the leg. */
  constructor({ module, memory, thread }: WorkerSetup, report: (done: ChunkDone) => void) {
    this.memory = memory;
    this.thread = thread;
    this.report = report;
    this.kernel = instantiateKernel(module, memory);
  }

  /** Traces chunks until none is left or the leg is stopped; blocks the thread. */
  trace(order: LegOrder): void {
    const { layout, range } = order;
    this.order = order;
    this.stages = stagesOf(order);
    this.control = new Int32Array(this.memory.buffer, layout.control, ControlWord.released + layout.slots.length);
    this.layTables(layout);
    const chunks = Math.ceil((range.end - range.first) / CHUNK_PULSES);
    for (;;) {
      const chunk = Atomics.add(this.control, ControlWord.nextChunk, 1);
      if (chunk >= chunks || !this.awaitSlot(chunk)) break;
      this.report(this.traceChunk(chunk));
    }
    this.report(emptyReport(-1));
  }

  /** Waits until the slot of `chunk` has been read; returns false if the leg was stopped. */
  private awaitSlot(chunk: number): boolean {
    const { slots } = this.order.layout;
    const slot = ControlWord.released + (chunk % slots.length);
    const turn = Math.floor(chunk / slots.length);
    for (;;) {
      if (Atomics.load(this.control, ControlWord.stop)) return false;
      const released = Atomics.load(this.control, slot);
      if (released >= turn) return true;
      Atomics.wait(this.control, slot, released);
    }
  }

  private traceChunk(chunk: number): ChunkDone {
    const { range } = this.order;
    const report = emptyReport(chunk);
    const first = range.first + chunk * CHUNK_PULSES;
    const end = Math.min(range.end, first + CHUNK_PULSES);
    this.bind(chunk % this.tables.length);
    for (let pulse = first; pulse < end; pulse += BLOCK_PULSES)
      this.traceBlock(pulse, Math.min(BLOCK_PULSES, end - pulse), report);
    report.pulses = end - first;
    return report;
  }

  /** Works out the addresses once a leg: a table for each chunk is garbage that long legs keep, tens of megabytes of it. */
  private layTables(layout: MemoryLayout): void {
    const thread = layout.threads[this.thread];
    this.tables = layout.slots.map((slot) => addressTable(layout, thread, slot));
    this.table = new Uint32Array(this.memory.buffer, thread.table, this.tables[0].length);
  }

  /** Passes all addresses to the kernel; the outputs of a chunk are in a slot. */
  private bind(slot: number): void {
    this.table.set(this.tables[slot]);
    this.kernel.bind(this.table.byteOffset);
  }

  /** Runs the `count` pulses starting with `first` through all stages. */
  private traceBlock(first: number, count: number, report: ChunkDone): void {
    let returns = 0;
    let started = performance.now();
    for (const { name, unit, counts } of this.stages) {
      const made = this.kernel[name](first, unit === 'return' ? returns : count);
      if (counts) report.counts[counts] += made;
      if (counts === 'returns') returns = made;
      const now = performance.now();
      report.stages[name] += (now - started) / 1000;
      started = now;
    }
  }
}

function emptyReport(chunk: number): ChunkDone {
  return { chunk, pulses: 0, counts: noCounts(), stages: noSeconds() };
}

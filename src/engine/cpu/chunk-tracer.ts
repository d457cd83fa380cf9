import type { Steps } from '../../base/steps.js';
import { noCounts } from '../../device/buffers.js';
import type { PulseRange } from '../../device/pulse-program.js';
import { BLOCK_PULSES } from '../../device/records.generated.js';
import type { RunSettings } from '../../device/run-settings.js';
import { noSeconds, type StageName, type StageSeconds, stagesOf } from '../../device/stages.js';
import type { ChunkCounts } from '../engine.js';
import { instantiateKernel, type Kernel } from './kernel.js';
import { addressTable, CHUNK_PULSES, type MemoryLayout } from './memory-layout.js';
import { MoverWindows } from './mover-windows.js';

/** Initial data of a thread. */
export interface TracerSetup {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  /** Index of the thread in layouts. */
  thread: number;
}

/** A range of a leg's pulses to be traced. Scene, run and program are in memory, as laid out. */
export interface LegOrder {
  layout: MemoryLayout;
  range: PulseRange;
  /** Features of the run besides points. */
  features: RunSettings['features'];
}

/** Report of a chunk, whose outputs are in its slot; stage seconds since the last one. */
export interface ChunkDone {
  chunk: number;
  pulses: number;
  counts: ChunkCounts;
  stages: StageSeconds;
}

/** Chunks that each thread has of a leg, where chunks may be small: the last ones keep few threads waiting. */
const CHUNKS_A_THREAD = 8;

/** Pulses of each chunk of a leg, but for its last one. */
function chunkPulsesOf({ layout: { chunkPulses, threads }, range: { first, end } }: ChunkedLeg): number {
  const even = (end - first) / (CHUNKS_A_THREAD * threads.length);
  return Math.min(chunkPulses, Math.max(CHUNK_PULSES, Math.ceil(even / BLOCK_PULSES) * BLOCK_PULSES));
}

type ChunkedLeg = Pick<LegOrder, 'layout' | 'range'>;

/** Number of the chunks of a leg. */
export const chunksIn = (leg: ChunkedLeg): number => Math.ceil((leg.range.end - leg.range.first) / chunkPulsesOf(leg));

/** A stage of a leg, its function, and the seconds that it took of a chunk. */
type BoundStage = ReturnType<typeof stagesOf>[number] & { run: Kernel[StageName]; seconds: number };

/** One thread of the CPU engine: runs chunks of pulses through the stages. */
export class ChunkTracer {
  private readonly memory: WebAssembly.Memory;
  private readonly thread: number;
  private readonly kernel: Kernel;
  private order!: LegOrder;
  private chunkPulses!: number;
  private stages!: readonly BoundStage[];
  /** From the first leg on. */
  private movers: MoverWindows | undefined;
  /** The kernel's table of addresses in memory, and its contents for each slot. */
  private table!: Uint32Array;
  private tables!: readonly Uint32Array[];

  constructor({ module, memory, thread }: TracerSetup) {
    this.memory = memory;
    this.thread = thread;
    this.kernel = instantiateKernel(module, memory);
  }

  /**
   * Takes a leg. Computes the addresses at once: a table for each chunk would be garbage that long legs keep, tens of
   * megabytes of it.
   */
  begin(order: LegOrder): void {
    const { layout } = order;
    const thread = layout.threads[this.thread];
    this.order = order;
    this.chunkPulses = chunkPulsesOf(order);
    this.stages = stagesOf(order).map((stage) => ({ ...stage, run: this.kernel[stage.name], seconds: 0 }));
    this.tables = layout.slots.map((slot) => addressTable(layout, thread, slot));
    this.table = new Uint32Array(this.memory.buffer, thread.table, this.tables[0].length);
    this.movers ??= new MoverWindows(this.memory, layout, this.thread);
    this.movers.begin(layout);
  }

  /** Traces a chunk of the leg, in steps of a block. */
  *trace(chunk: number): Steps<ChunkDone> {
    const { range } = this.order;
    const report = emptyReport(chunk);
    const first = range.first + chunk * this.chunkPulses;
    const end = Math.min(range.end, first + this.chunkPulses);
    this.bind(chunk % this.tables.length);
    for (let pulse = first; pulse < end; pulse += BLOCK_PULSES) {
      this.traceBlock(pulse, Math.min(BLOCK_PULSES, end - pulse), report);
      yield;
    }
    report.pulses = end - first;
    for (const stage of this.stages) {
      report.stages[stage.name] = stage.seconds;
      stage.seconds = 0;
    }
    return report;
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
    for (const stage of this.stages) {
      const { name, unit, counts } = stage;
      if (name === 'traverse') this.movers?.cover({ first, end: first + count });
      const made = stage.run(first, unit === 'return' ? returns : count);
      if (counts) report.counts[counts] += made;
      if (counts === 'returns') returns = made;
      const now = performance.now();
      stage.seconds += (now - started) / 1000;
      started = now;
    }
  }
}

/** The report of a chunk without traced pulses. */
export const emptyReport = (chunk: number): ChunkDone => ({
  chunk,
  pulses: 0,
  counts: noCounts(),
  stages: noSeconds(),
});

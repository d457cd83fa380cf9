import { STAGES, type StageName } from '../engine.js';
import { Point } from '../records.generated.js';
import { bindKernel, type KernelPlace } from './bind-kernel.js';
import type { Kernel } from './kernel.js';
import { BLOCK_PULSES, CHUNK_PULSES, ControlWord, type MemoryLayout } from './memory-layout.js';

/** What a worker is started with. */
export interface WorkerSetup extends KernelPlace {
  module: WebAssembly.Module;
}

/** To a worker: trace so many pulses of a leg, from the pulse `first` on. */
export interface LegOrder {
  first: number;
  pulseCount: number;
}

/** From a worker: a chunk lies in its slot, or (chunk −1) no chunk is left; stage seconds since the last message. */
export interface ChunkDone {
  chunk: number;
  pulses: number;
  hits: number;
  returns: number;
  stages: Record<StageName, number>;
}

/** One thread of the CPU engine: takes chunks of pulses off a shared counter and puts them through the stages. */
export class LegTracer {
  private readonly layout: MemoryLayout;
  private readonly kernel: Kernel;
  private readonly control: Int32Array;
  private readonly report: (done: ChunkDone) => void;

  /** Binds a kernel to the thread's part of the shared memory. `report` hears of every chunk, and of the end of the leg. */
  constructor(setup: WorkerSetup, report: (done: ChunkDone) => void) {
    const { memory, layout } = setup;
    this.layout = layout;
    this.report = report;
    this.control = new Int32Array(memory.buffer, layout.control, ControlWord.released + layout.slots.length);
    this.kernel = bindKernel(setup.module, setup);
  }

  /** Traces chunks until none is left or the leg is stopped; blocks the thread. */
  trace(order: LegOrder): void {
    const chunks = Math.ceil(order.pulseCount / CHUNK_PULSES);
    for (;;) {
      const chunk = Atomics.add(this.control, ControlWord.nextChunk, 1);
      if (chunk >= chunks || !this.awaitSlot(chunk)) break;
      this.report(this.traceChunk(chunk, order));
    }
    this.report(emptyReport(-1));
  }

  /** Waits until the slot of `chunk` has been read out; false where the leg was stopped. */
  private awaitSlot(chunk: number): boolean {
    const { slots } = this.layout;
    const slot = ControlWord.released + (chunk % slots.length);
    const turn = Math.floor(chunk / slots.length);
    for (;;) {
      if (Atomics.load(this.control, ControlWord.stop)) return false;
      const released = Atomics.load(this.control, slot);
      if (released >= turn) return true;
      Atomics.wait(this.control, slot, released);
    }
  }

  private traceChunk(chunk: number, order: LegOrder): ChunkDone {
    const report = emptyReport(chunk);
    const { slots } = this.layout;
    const first = order.first + chunk * CHUNK_PULSES;
    const last = Math.min(order.first + order.pulseCount, first + CHUNK_PULSES);
    const slot = slots[chunk % slots.length];
    let end = slot;
    for (let pulse = first; pulse < last; pulse += BLOCK_PULSES)
      end = this.traceBlock(pulse, Math.min(BLOCK_PULSES, last - pulse), end, report);
    report.pulses = last - first;
    report.returns = (end - slot) / Point.SIZE;
    return report;
  }

  /** A block of pulses from `first` to points at `to`; gives the address after them. */
  private traceBlock(first: number, count: number, to: number, report: ChunkDone): number {
    const { kernel } = this;
    const { stages } = report;
    let started = performance.now();
    const lap = (stage: StageName) => {
      const now = performance.now();
      stages[stage] += (now - started) / 1000;
      started = now;
    };
    kernel.pulse(first, count);
    lap('pulse');
    kernel.subray(count);
    lap('subray');
    report.hits += kernel.traverse(count);
    lap('traverse');
    kernel.reflect(count);
    lap('reflect');
    const returns = kernel.echo(count);
    lap('echo');
    kernel.shade(returns, first);
    lap('shade');
    kernel.perturb(returns, first);
    lap('perturb');
    const end = kernel.pack(returns, to);
    lap('pack');
    return end;
  }
}

function emptyReport(chunk: number): ChunkDone {
  const stages = Object.fromEntries(STAGES.map((stage) => [stage, 0])) as Record<StageName, number>;
  return { chunk, pulses: 0, hits: 0, returns: 0, stages };
}

import { finish } from '../../base/steps.js';
import { type ChunkDone, ChunkTracer, chunksIn, emptyReport, type LegOrder, type TracerSetup } from './chunk-tracer.js';
import { ControlWord } from './memory-layout.js';

/** One of several threads of the CPU engine: takes chunks of pulses from a shared counter. */
export class LegTracer {
  private readonly memory: WebAssembly.Memory;
  private readonly tracer: ChunkTracer;
  private readonly report: (done: ChunkDone) => void;
  private order!: LegOrder;
  private control!: Int32Array;

  /** Calls `report` for every chunk, and at the end of the leg, when no chunk is left, for one of number −1. */
  constructor(setup: TracerSetup, report: (done: ChunkDone) => void) {
    this.memory = setup.memory;
    this.tracer = new ChunkTracer(setup);
    this.report = report;
  }

  /** Traces chunks until none is left or the leg is stopped; blocks the thread. */
  trace(order: LegOrder): void {
    const { layout, range } = order;
    this.order = order;
    this.tracer.begin(order);
    this.control = new Int32Array(this.memory.buffer, layout.control, ControlWord.released + layout.slots.length);
    const chunks = chunksIn(range);
    for (;;) {
      const chunk = Atomics.add(this.control, ControlWord.nextChunk, 1);
      if (chunk >= chunks || !this.awaitSlot(chunk)) break;
      this.report(finish(this.tracer.trace(chunk)));
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
}

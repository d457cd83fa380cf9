import { finish } from '../../base/steps.js';
import { ChunkQueue } from './chunk-queue.js';
import { type ChunkDone, ChunkTracer, chunksIn, emptyReport, type LegOrder, type TracerSetup } from './chunk-tracer.js';

/** One of several threads of the CPU engine: takes chunks of pulses from a shared counter. */
export class LegTracer {
  private readonly memory: WebAssembly.Memory;
  private readonly tracer: ChunkTracer;
  private readonly report: (done: ChunkDone) => void;

  /** Calls `report` for every chunk, and at the end of the leg, when no chunk is left, for one of number −1. */
  constructor(setup: TracerSetup, report: (done: ChunkDone) => void) {
    this.memory = setup.memory;
    this.tracer = new ChunkTracer(setup);
    this.report = report;
  }

  /** Traces chunks until none is left or the leg is stopped; blocks the thread. */
  trace(order: LegOrder): void {
    const { layout } = order;
    this.tracer.begin(order);
    const queue = new ChunkQueue(this.memory.buffer, layout.queue, layout.slots.length);
    const chunks = chunksIn(order);
    for (;;) {
      const chunk = queue.take();
      if (chunk >= chunks || !queue.awaitSlot(chunk)) break;
      this.report(finish(this.tracer.trace(chunk)));
    }
    this.report(emptyReport(-1));
  }
}

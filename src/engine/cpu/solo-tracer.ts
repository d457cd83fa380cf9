import { AbortedError } from '../../base/errors.js';
import { finishInTurns } from '../../base/steps.js';
import type { PulseRange } from '../../device/pulse-program.js';
import type { RunSettings } from '../../device/run-settings.js';
import { type Chunk, holdable } from '../engine.js';
import { type ChunkDone, ChunkTracer, chunksIn } from './chunk-tracer.js';
import type { EngineMemory } from './engine-memory.js';

/**
 * The calling thread as tracer: it traces a chunk on request, in turns with its other work. The memory is prepared and
 * has the leg.
 */
export class SoloTracer {
  private readonly memory: EngineMemory;
  private readonly tracer: ChunkTracer;
  private readonly count: (done: ChunkDone) => void;
  /** Holder of each slot; absent: none. */
  private readonly holders = new Map<number, Promise<void>>();
  private isClosed = false;

  /** Calls `count` for every chunk. */
  constructor(memory: EngineMemory, module: WebAssembly.Module, count: (done: ChunkDone) => void) {
    this.memory = memory;
    this.tracer = new ChunkTracer({ module, memory: memory.wasm, thread: 0 });
    this.count = count;
  }

  /** Traces the leg, chunk by chunk in order. Throws AbortedError. */
  async *trace({ features }: RunSettings, range: PulseRange, signal?: AbortSignal): AsyncGenerator<Chunk> {
    const { layout } = this.memory;
    const chunks = chunksIn({ layout, range });
    this.tracer.begin({ layout, range, features });
    try {
      for (let chunk = 0; chunk < chunks; chunk++) {
        const slot = chunk % layout.slots.length;
        await this.holders.get(slot);
        const report = await finishInTurns(this.tracer.trace(chunk), signal);
        if (this.isClosed) throw new AbortedError();
        this.count(report);
        const { hold, end } = this.hold(slot);
        try {
          yield { ...this.memory.view(report), hold };
        } finally {
          end();
        }
      }
    } finally {
      // The memory of held chunks moves when it grows.
      await Promise.all(this.holders.values());
    }
  }

  /** Ends the leg that is traced. */
  close(): void {
    this.isClosed = true;
  }

  /** Holds a slot, which is free when the reader, and any other holder, has released it. */
  private hold(slot: number): ReturnType<typeof holdable> {
    let release = () => {};
    this.holders.set(
      slot,
      new Promise((resolve) => {
        release = resolve;
      }),
    );
    return holdable(() => {
      this.holders.delete(slot);
      release();
    });
  }
}

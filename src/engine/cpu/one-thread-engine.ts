import { AbortedError } from '../../base/errors.js';
import { finishInTurns } from '../../base/steps.js';
import type { DeviceScene } from '../../device/device-scene.js';
import { type ProgramRoom, type PulseProgram, programRoomOf, wholeLeg } from '../../device/pulse-program.js';
import type { RunSettings } from '../../device/run-settings.js';
import { addSeconds } from '../../device/stages.js';
import { addCounts, type Chunk, type Engine, holdable, type TraceOptions, zeroCounters } from '../engine.js';
import { type ChunkDone, ChunkTracer, chunksIn } from './chunk-tracer.js';
import { EngineMemory } from './engine-memory.js';

/**
 * The CPU engine in the calling thread, where none may share its memory: a chunk is traced when it is asked for, in turns with all
 * else that the thread has to do. Its results are those of several threads. Throws UserError if the scene does not fit.
 */
export async function startOneThreadEngine(
  scene: DeviceScene,
  loadKernelModule: () => Promise<WebAssembly.Module>,
): Promise<Engine> {
  return new OneThreadEngine(await EngineMemory.of(scene, 1), await loadKernelModule());
}

class OneThreadEngine implements Engine {
  readonly name = 'cpu';
  readonly device = 'cpu';
  readonly threads = 1;
  readonly counters = zeroCounters();
  private readonly memory: EngineMemory;
  private readonly tracer: ChunkTracer;
  /** Who holds each slot; absent: nobody. */
  private readonly holders = new Map<number, Promise<void>>();
  private isClosed = false;

  constructor(memory: EngineMemory, module: WebAssembly.Module) {
    this.memory = memory;
    this.tracer = new ChunkTracer({ module, memory: memory.wasm, thread: 0 });
  }

  async prepare(settings: RunSettings, room: ProgramRoom): Promise<void> {
    this.memory.prepare(settings, room);
  }

  async *trace(
    settings: RunSettings,
    program: PulseProgram,
    { range = wholeLeg(program), signal }: TraceOptions = {},
  ): AsyncIterable<Chunk> {
    if (signal?.aborted) throw new AbortedError();
    this.memory.prepare(settings, programRoomOf([program]));
    this.memory.load(program);
    const { layout } = this.memory;
    this.tracer.begin({ layout, range, features: settings.features });
    try {
      for (let chunk = 0; chunk < chunksIn(range); chunk++) {
        const slot = chunk % layout.slots.length;
        await this.holders.get(slot);
        const report = await finishInTurns(this.tracer.trace(chunk), signal);
        if (this.isClosed) throw new AbortedError();
        this.count(settings, report);
        const { hold, end } = this.hold(slot);
        try {
          yield { ...this.memory.view(report), hold };
        } finally {
          end();
        }
      }
    } finally {
      // The memory of what is held moves when it grows.
      await Promise.all(this.holders.values());
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  private count(settings: RunSettings, { pulses, counts, stages }: ChunkDone): void {
    addCounts(this.counters, pulses, settings, counts);
    addSeconds(this.counters.stages, stages);
  }

  /** Its slot is free when the reader, and whoever else holds it, is done with it. */
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

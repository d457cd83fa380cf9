import { AbortedError } from '../../base/errors.js';
import type { DeviceScene } from '../../device/device-scene.js';
import { type ProgramRoom, type PulseProgram, programRoomOf, wholeLeg } from '../../device/pulse-program.js';
import type { RunSettings } from '../../device/run-settings.js';
import { addSeconds } from '../../device/stages.js';
import { addCounts, type Chunk, type Engine, type TraceOptions, zeroCounters } from '../engine.js';
import type { ChunkDone } from './chunk-tracer.js';
import { EngineMemory } from './engine-memory.js';
import { SoloTracer } from './solo-tracer.js';

/**
 * The CPU engine in the calling thread, where none may share its memory. Its results are those of several threads. Throws
 * UserError if the scene does not fit.
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
  private readonly tracer: SoloTracer;

  constructor(memory: EngineMemory, module: WebAssembly.Module) {
    this.memory = memory;
    this.tracer = new SoloTracer(memory, module, (done) => this.count(done));
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
    yield* this.tracer.trace(settings, range, signal);
  }

  async close(): Promise<void> {
    this.tracer.close();
  }

  private count({ pulses, counts, stages }: ChunkDone): void {
    if (this.memory.settings) addCounts(this.counters, pulses, this.memory.settings, counts);
    addSeconds(this.counters.stages, stages);
  }
}

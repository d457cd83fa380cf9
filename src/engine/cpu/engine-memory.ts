import { finishInTurns } from '../../base/steps.js';
import type { DeviceScene } from '../../device/device-scene.js';
import type { ProgramRoom, PulseProgram } from '../../device/pulse-program.js';
import type { RunSettings } from '../../device/run-settings.js';
import { type Chunk, readOutputs } from '../engine.js';
import type { ChunkDone } from './chunk-tracer.js';
import { layOutMemory, type MemoryLayout, NO_RUN } from './memory-layout.js';
import { allocateMemory, fillMemory, growMemory, loadProgram, loadRun } from './shared-memory.js';

/** The memory of a CPU engine: a scene, and the run and the leg that are traced. */
export class EngineMemory {
  readonly wasm: WebAssembly.Memory;
  layout: MemoryLayout;
  private readonly scene: DeviceScene;
  /** The settings and program sizes for which it is laid out. */
  private prepared: { settings: RunSettings; bytes: ProgramRoom['bytes'] } | undefined;

  private constructor(wasm: WebAssembly.Memory, layout: MemoryLayout, scene: DeviceScene) {
    this.wasm = wasm;
    this.layout = layout;
    this.scene = scene;
  }

  /** A memory for `threads` threads, with the scene in it. Throws UserError if it does not fit. */
  static async of(scene: DeviceScene, threads: number): Promise<EngineMemory> {
    const layout = layOutMemory(scene, NO_RUN, threads);
    const wasm = allocateMemory(layout.bytes);
    await finishInTurns(fillMemory(wasm, layout, scene));
    return new EngineMemory(wasm, layout, scene);
  }

  /** The settings of the run; undefined: it is prepared for none. */
  get settings(): RunSettings | undefined {
    return this.prepared?.settings;
  }

  /** Makes room for programs of up to `bytes`, and loads the settings. Throws UserError if they do not fit. */
  prepare(settings: RunSettings, { bytes }: ProgramRoom): void {
    if (this.prepared?.settings === settings && isWithin(bytes, this.prepared.bytes)) return;
    const layout = layOutMemory(this.scene, { settings, bytes }, this.layout.threads.length);
    growMemory(this.wasm, layout.bytes);
    this.layout = layout;
    this.prepared = { settings, bytes };
    loadRun(this.wasm, layout, settings);
  }

  /** Loads a leg, for which it is prepared. */
  load(program: PulseProgram): void {
    loadProgram(this.wasm, this.layout, program);
  }

  /** The outputs of a chunk in its slot. */
  view({ chunk, pulses, counts }: ChunkDone): Omit<Chunk, 'hold'> {
    const slot = this.layout.slots[chunk % this.layout.slots.length];
    const outputs = readOutputs(counts, (name, words) => ({
      floats: new Float32Array(this.wasm.buffer, slot[name], words),
      words: new Uint32Array(this.wasm.buffer, slot[name], words),
    }));
    return { pulseCount: pulses, counts, outputs };
  }
}

/** Whether all buffers fit into the available room. */
const isWithin = (bytes: ProgramRoom['bytes'], room: ProgramRoom['bytes']): boolean =>
  Object.entries(bytes).every(([name, size]) => size <= room[name as keyof typeof room]);

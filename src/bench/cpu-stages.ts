import { finish } from '../base/steps.js';
import { BUFFERS, type BufferName, type BufferRow, itemBytes, itemsPerPulse, noCounts } from '../device/buffers.js';
import type { DeviceScene } from '../device/device-scene.js';
import { type PulseProgram, programRoomOf } from '../device/pulse-program.js';
import { Hit, SubrayBlock } from '../device/records.generated.js';
import type { RunSettings } from '../device/run-settings.js';
import { runsWith, STAGES, type Stage, type StageName } from '../device/stages.js';
import { instantiateKernel, type Kernel } from '../engine/cpu/kernel.js';
import { addressTable, layOutMemory, strideOf } from '../engine/cpu/memory-layout.js';
import { MoverWindows } from '../engine/cpu/mover-windows.js';
import { loadKernelModule } from '../engine/cpu/node-kernel-module.js';
import { allocateMemory, fillMemory, loadProgram, loadRun } from '../engine/cpu/shared-memory.js';

const HIT_WORDS = Hit.SIZE / 4;

/** Output of a stage of the kernel: the buffers that it writes, in the layouts of the GPU; lists are dense. */
type Written = Readonly<Record<BufferName, ArrayBuffer>>;

/** Outputs by stage. */
export type StageOutputs = Readonly<Record<StageName, Written>>;

/** Scene and run that pass through the stages. */
export interface StageInput {
  device: DeviceScene;
  settings: RunSettings;
}

type Addresses = Readonly<Partial<Record<BufferName, number>>>;

/** The stages of the CPU engine's kernel, one at a time, on one thread, over a leg. */
export class CpuStages {
  private readonly memory: WebAssembly.Memory;
  private readonly kernel: Kernel;
  /** Address of the kernel's table of addresses. */
  private readonly table: number;
  private readonly settings: RunSettings;
  private readonly places: Addresses;
  /** Share of the energy of each subray. */
  private readonly weights: Float32Array;
  private readonly movers: MoverWindows;

  private constructor(
    memory: WebAssembly.Memory,
    kernel: Kernel,
    table: number,
    settings: RunSettings,
    places: Addresses,
    weights: Float32Array,
    movers: MoverWindows,
  ) {
    this.memory = memory;
    this.kernel = kernel;
    this.table = table;
    this.settings = settings;
    this.places = places;
    this.weights = weights;
    this.movers = movers;
  }

  /**
   * Loads the scene, the run and the program of a leg. Windows of movers are `window` seconds long, if it is given.
   * Throws UserError if they do not fit into a 32-bit memory.
   */
  static async open({ device, settings }: StageInput, program: PulseProgram, window?: number): Promise<CpuStages> {
    const layout = layOutMemory(device, { settings, bytes: programRoomOf([program]).bytes }, 1);
    const memory = allocateMemory(layout.bytes);
    finish(fillMemory(memory, layout, device));
    loadRun(memory, layout, settings);
    loadProgram(memory, layout, program);
    const [thread] = layout.threads;
    const [slot] = layout.slots;
    const addresses = addressTable(layout, thread, slot);
    new Uint32Array(memory.buffer, thread.table, addresses.length).set(addresses);
    const kernel = instantiateKernel(await loadKernelModule(), memory);
    const weights = subrayWeights(program.buffers.subrays, settings.subrayCount);
    const movers = new MoverWindows(memory, layout, 0, window);
    return new CpuStages(memory, kernel, thread.table, settings, { ...thread.own, ...slot }, weights, movers);
  }

  /**
   * Puts `count` pulses (at most BLOCK_PULSES) from `first` on through the stages of the run;
   * returns copies of their outputs.
   */
  run(first: number, count: number): StageOutputs {
    // The block's outputs are the chunk's first.
    this.kernel.bind(this.table);
    const counted = noCounts();
    let hasSlices = false;
    const read = (name: BufferName): ArrayBuffer => {
      if (name === 'directions') return this.readDirections(count, hasSlices);
      if (name === 'hits') return this.readHits(count, hasSlices);
      const row: BufferRow = BUFFERS[name];
      const { per, output } = row;
      const all = count * itemsPerPulse(row, this.settings);
      const items = per === 'return' ? counted.returns : output ? counted[output] : all;
      return new Uint8Array(this.memory.buffer, this.places[name], items * itemBytes('cpu', name)).slice().buffer;
    };
    const runStage = (stage: Stage & { name: StageName }) => {
      const { name, unit, counts, writes } = stage;
      if (runsWith(stage, this.settings.features)) {
        if (name === 'traverse') this.movers.cover({ first, end: first + count });
        const made = this.kernel[name](first, unit === 'return' ? counted.returns : count);
        if (counts) counted[counts] = made;
        hasSlices ||= name === 'turbid';
      }
      const isHere = (written: BufferName) => (BUFFERS[written] as BufferRow).on !== 'gpu';
      return [name, Object.fromEntries(writes.filter(isHere).map((written) => [written, read(written)]))];
    };
    return Object.fromEntries(STAGES.map(runStage));
  }

  /** The kernel stores directions by axis, pulse by pulse; the GPU has shares of the energy beside them. */
  private readDirections(count: number, hasSlices: boolean): ArrayBuffer {
    const width = this.widthOf(hasSlices);
    const all = new Float32Array(this.memory.buffer, this.places.directions, count * 3 * width);
    const energies = new Float32Array(this.memory.buffer, this.places.hits, count * width * HIT_WORDS);
    const out = new Float32Array(count * this.settings.hitCount * 4);
    this.forEachHit(count, hasSlices, (record, p, k) => {
      for (let axis = 0; axis < 3; axis++) out[record * 4 + axis] = all[(p * 3 + axis) * width + k];
      out[record * 4 + 3] = hasSlices ? energies[(p * HIT_WORDS + Hit.energy / 4) * width + k] : this.weights[k];
    });
    return out.buffer;
  }

  /** The kernel stores hits by field, pulse by pulse. */
  private readHits(count: number, hasSlices: boolean): ArrayBuffer {
    const width = this.widthOf(hasSlices);
    const all = new Uint32Array(this.memory.buffer, this.places.hits, count * width * HIT_WORDS);
    const out = new Uint32Array(count * this.settings.hitCount * HIT_WORDS);
    this.forEachHit(count, hasSlices, (record, p, k) => {
      for (let field = 0; field < HIT_WORDS; field++)
        out[record * HIT_WORDS + field] = all[(p * HIT_WORDS + field) * width + k];
    });
    return out.buffer;
  }

  /** Numbers of a field of a pulse's hits: slices of foliage have room behind those of subrays since their stage. */
  private widthOf(hasSlices: boolean): number {
    const { settings } = this;
    return strideOf(hasSlices ? settings : { ...settings, hitCount: settings.subrayCount }) / 4;
  }

  /** Calls `visit` for the hits of `count` pulses with the number of its record, its pulse, and its place there. */
  private forEachHit(
    count: number,
    hasSlices: boolean,
    visit: (record: number, pulse: number, place: number) => void,
  ): void {
    const { subrayCount, hitCount } = this.settings;
    const padding = Math.ceil(subrayCount / 4) * 4 - subrayCount;
    for (let pulse = 0; pulse < count; pulse++)
      for (let k = 0; k < (hasSlices ? hitCount : subrayCount); k++)
        visit(pulse * hitCount + k, pulse, k < subrayCount ? k : k + padding);
  }
}

/** Shares of the energy of the `count` subrays of SubrayBlocks. */
export function subrayWeights(blocks: ArrayBuffer, count: number): Float32Array {
  const numbers = new Float32Array(blocks);
  return Float32Array.from(
    { length: count },
    (_, k) => numbers[((k >> 2) * SubrayBlock.SIZE + SubrayBlock.x) / 4 + (k & 3)],
  );
}

import { invariant } from '../../src/base/errors.js';
import type { DeviceScene } from '../../src/device/device-scene.js';
import { type PulseProgram, programRoomOf } from '../../src/device/pulse-program.js';
import { BLOCK_PULSES, Point, Pulse } from '../../src/device/records.generated.js';
import type { RunSettings } from '../../src/device/run-settings.js';
import { instantiateKernel, type Kernel } from '../../src/engine/cpu/kernel.js';
import { addressTable, layOutMemory, strideOf } from '../../src/engine/cpu/memory-layout.js';
import { loadKernelModule } from '../../src/engine/cpu/node-kernel-module.js';
import { allocateMemory, loadProgram, loadRun } from '../../src/engine/cpu/shared-memory.js';

const NOTHING = new ArrayBuffer(0);
const NO_SCENE = {
  nodeCount: 0,
  blockCount: 0,
  stackEntries: 0,
  moverCount: 0,
  buffers: { instances: NOTHING, surfaces: NOTHING, images: NOTHING },
} as unknown as DeviceScene;

const module = await loadKernelModule();

/** The CPU engine's kernel with a run and a program bound, to be driven stage by stage. At most BLOCK_PULSES pulses. */
export class KernelRun {
  readonly kernel: Kernel;
  private readonly memory: WebAssembly.Memory;
  private readonly at: Readonly<Record<'pulses' | 'directions' | 'returns', number>>;
  private readonly settings: RunSettings;

  constructor(settings: RunSettings, program: PulseProgram) {
    const layout = layOutMemory(NO_SCENE, { settings, bytes: programRoomOf([program]).bytes }, 1);
    this.memory = allocateMemory(layout.bytes);
    this.settings = settings;
    loadRun(this.memory, layout, settings);
    loadProgram(this.memory, layout, program);
    const [thread] = layout.threads;
    this.at = thread.own as typeof this.at;
    const addresses = addressTable(layout, thread);
    new Uint32Array(this.memory.buffer, thread.table, addresses.length).set(addresses);
    this.kernel = instantiateKernel(module, this.memory);
    this.kernel.bind(thread.table);
  }

  /** Pulse records from number `first` on. */
  pulses(first: number, count: number): ArrayBuffer {
    invariant(count <= BLOCK_PULSES, `${count} pulses are more than a block`);
    this.kernel.pulse(first, count);
    if (this.settings.features.includes('systematicErrors')) this.kernel.misalign(first, count);
    if (this.settings.features.includes('jitter')) this.kernel.jitter(first, count);
    return this.bytes(this.at.pulses, count * Pulse.SIZE).slice().buffer;
  }

  /** Directions (x, y, z) of all subrays of the `count` pulses made last. */
  directions(count: number): Float32Array {
    this.kernel.subray(0, count);
    const { subrayCount } = this.settings;
    const width = strideOf(this.settings) / 4;
    const all = new Float32Array(this.memory.buffer, this.at.directions, count * 3 * width);
    const out = new Float32Array(count * subrayCount * 3);
    for (let k = 0; k < out.length; k++) {
      const [ray, axis] = [Math.floor(k / 3), k % 3];
      const [p, s] = [Math.floor(ray / subrayCount), ray % subrayCount];
      out[k] = all[(p * 3 + axis) * width + s];
    }
    return out;
  }

  /**
   * The points given (at most BLOCK_PULSES) with the ranging noise added; `first` is the number of
   * the first pulse made last.
   */
  perturbed(points: ArrayBuffer, first: number): ArrayBuffer {
    const place = this.bytes(this.at.returns, points.byteLength);
    place.set(new Uint8Array(points));
    this.kernel.perturb(first, points.byteLength / Point.SIZE);
    if (this.settings.features.includes('systematicErrors')) this.kernel.misread(first, points.byteLength / Point.SIZE);
    return place.slice().buffer;
  }

  private bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, length);
  }
}

import { invariant } from '../../base/errors.js';
import { finish } from '../../base/steps.js';
import type { DeviceScene } from '../../device/device-scene.js';
import { BLOCK_PULSES, Hit, Pulse, Run } from '../../device/records.generated.js';
import type { RunSettings } from '../../device/run-settings.js';
import { instantiateKernel, type Kernel } from './kernel.js';
import { addressTable, layOutMemory, type MemoryLayout, NO_RUN, strideOf } from './memory-layout.js';
import { MoverWindows } from './mover-windows.js';
import { allocateMemory, fillMemory, loadRun } from './shared-memory.js';

/**
 * Hits by ray: distance (in lengths of the direction; < 0 without a hit), instance and the triangle's number in its
 * mesh.
 */
interface RayHits {
  distance: Float32Array;
  instance: Uint32Array;
  triangle: Uint32Array;
  count: number;
  /** Seconds spent in `traverse`. */
  seconds: number;
}

/** Settings under which only `traverse` does any work: surfaces send nothing back. */
function traverseSettings(subrayCount: number): RunSettings {
  const run = new Uint32Array(Run.SIZE / 4);
  run[Run.subrayCount / 4] = subrayCount;
  run[Run.hitCount / 4] = subrayCount;
  const { settings } = NO_RUN;
  return { ...settings, subrayCount, hitCount: subrayCount, buffers: { ...settings.buffers, run: run.buffer } };
}

/** The memory of ray tracers, one for each of `threads`, filled with the scene. */
interface RayMemory {
  memory: WebAssembly.Memory;
  layout: MemoryLayout;
  subrayCount: number;
}

/** Lays out and fills the memory of tracers of bundles of `subrayCount` rays. */
export function createRayMemory(scene: DeviceScene, subrayCount: number, threads: number): RayMemory {
  const settings = traverseSettings(subrayCount);
  const layout = layOutMemory(scene, { ...NO_RUN, settings }, threads);
  const memory = allocateMemory(layout.bytes);
  finish(fillMemory(memory, layout, scene));
  loadRun(memory, layout, settings);
  return { memory, layout, subrayCount };
}

/**
 * The `traverse` stage alone, on given rays: for looking at scenes, for benchmarks, and for comparison with other
 * tracers.
 */
export class RayTracer {
  private readonly kernel: Kernel;
  private readonly movers: MoverWindows;
  private readonly memory: WebAssembly.Memory;
  private readonly work: Readonly<Record<'pulses' | 'directions' | 'hits', number>>;
  readonly subrayCount: number;

  constructor(module: WebAssembly.Module, { memory, layout, subrayCount }: RayMemory, thread = 0) {
    const { table, own } = layout.threads[thread];
    this.memory = memory;
    this.work = own as typeof this.work;
    this.subrayCount = subrayCount;
    this.kernel = instantiateKernel(module, memory);
    const addresses = addressTable(layout, layout.threads[thread]);
    new Uint32Array(memory.buffer, table, addresses.length).set(addresses);
    this.kernel.bind(table);
    this.movers = new MoverWindows(memory, layout, thread);
  }

  /**
   * Traces `rays` (6 f32 each: origin, direction; every `subrayCount` in a row share the origin of the first), which
   * see what moves at `time`, seconds of the scene's clock.
   */
  trace(rays: Float32Array, time = 0): RayHits {
    const count = rays.length / 6;
    invariant(count % this.subrayCount === 0, `${count} rays are not whole pulses of ${this.subrayCount}`);
    const out: RayHits = {
      distance: new Float32Array(count),
      instance: new Uint32Array(count),
      triangle: new Uint32Array(count),
      count: 0,
      seconds: 0,
    };
    const pulses = count / this.subrayCount;
    this.movers.coverMoment(time);
    for (let pulse = 0; pulse < pulses; pulse += BLOCK_PULSES) {
      const size = Math.min(BLOCK_PULSES, pulses - pulse);
      this.load(rays, time, pulse, size);
      const started = performance.now();
      out.count += this.kernel.traverse(pulse, size);
      out.seconds += (performance.now() - started) / 1000;
      this.unload(out, pulse, size);
    }
    return out;
  }

  private load(rays: Float32Array, time: number, first: number, size: number): void {
    const pulses = new Float32Array(this.memory.buffer, this.work.pulses, (size * Pulse.SIZE) / 4);
    const width = strideOf({ subrayCount: this.subrayCount, hitCount: this.subrayCount }) / 4;
    const directions = new Float32Array(this.memory.buffer, this.work.directions, size * 3 * width);
    for (let p = 0; p < size; p++) {
      const from = (first + p) * this.subrayCount * 6;
      pulses.set(rays.subarray(from, from + 3), (p * Pulse.SIZE + Pulse.origin) / 4);
      pulses[(p * Pulse.SIZE + Pulse.timeHigh) / 4] = time;
      pulses[(p * Pulse.SIZE + Pulse.timeLow) / 4] = time - Math.fround(time);
      for (let k = 0; k < width; k++) {
        const ray = from + Math.min(k, this.subrayCount - 1) * 6 + 3;
        for (let axis = 0; axis < 3; axis++) directions[(p * 3 + axis) * width + k] = rays[ray + axis];
      }
    }
  }

  /** Hits are stored by field: for each pulse, all distances, padded to whole vectors, and so on. */
  private unload(out: RayHits, pulse: number, size: number): void {
    const width = strideOf({ subrayCount: this.subrayCount, hitCount: this.subrayCount }) / 4;
    const words = (size * width * Hit.SIZE) / 4;
    const floats = new Float32Array(this.memory.buffer, this.work.hits, words);
    const integers = new Uint32Array(this.memory.buffer, this.work.hits, words);
    for (let p = 0; p < size; p++) {
      const [to, from] = [(pulse + p) * this.subrayCount, (p * width * Hit.SIZE) / 4];
      const field = (offset: number) => from + (offset / 4) * width;
      for (let k = 0; k < this.subrayCount; k++) {
        out.distance[to + k] = floats[field(Hit.distance) + k];
        out.instance[to + k] = integers[field(Hit.instance) + k];
        out.triangle[to + k] = integers[field(Hit.triangle) + k];
      }
    }
  }
}

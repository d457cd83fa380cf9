import { invariant } from '../../base/errors.js';
import type { DeviceGeometry, DeviceMaterials } from '../device-scene.js';
import type { RunSettings } from '../engine.js';
import { Hit, Pulse, Run, Subray } from '../records.generated.js';
import { bindKernel } from './bind-kernel.js';
import { fillMemory } from './fill-memory.js';
import { type Kernel, PAGE } from './kernel.js';
import { BLOCK_PULSES, layOutMemory, type MemoryLayout } from './memory-layout.js';

/** Hits of given rays: distance (in lengths of the direction; < 0 for none), instance and the triangle's number in its mesh by ray. */
export interface RayHits {
  distance: Float32Array;
  instance: Uint32Array;
  triangle: Uint32Array;
  count: number;
  /** Seconds spent in `traverse`. */
  seconds: number;
}

/** Settings under which only `traverse` has anything to do. */
function traverseSettings(subrayCount: number): RunSettings {
  return {
    record: new ArrayBuffer(Run.SIZE),
    subrays: new ArrayBuffer(subrayCount * Subray.SIZE),
    subrayCount,
    maxReturns: 1,
  };
}

/** What is hit sends nothing back. */
const NO_MATERIALS: DeviceMaterials = { materials: new ArrayBuffer(0), cubics: new ArrayBuffer(0) };
/** Rays come from outside, not from a leg. */
const NO_PROGRAM = { channels: 0, parts: 0, knots: 0 };

/** The memory of a tracer of rays, filled with the scene. Several tracers (threads) can share it. */
export function createRayMemory(
  geometry: DeviceGeometry,
  subrayCount: number,
  threads: number,
): { memory: WebAssembly.Memory; layout: MemoryLayout } {
  const settings = traverseSettings(subrayCount);
  const scene = { ...geometry, ...NO_MATERIALS };
  const layout = layOutMemory(scene, settings, NO_PROGRAM, threads);
  const pages = Math.ceil(layout.bytes / PAGE);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  fillMemory(memory, layout, scene, settings);
  return { memory, layout };
}

/** The stage `traverse` alone, on rays that come from outside: for benchmarks, and for comparison with other tracers. */
export class RayTracer {
  private readonly kernel: Kernel;
  private readonly memory: WebAssembly.Memory;
  private readonly work: MemoryLayout['threads'][number];
  private readonly subrayCount: number;

  constructor(
    module: WebAssembly.Module,
    memory: WebAssembly.Memory,
    layout: MemoryLayout,
    scene: Pick<DeviceGeometry, 'topNode' | 'instanceCount'>,
    subrayCount: number,
    thread = 0,
  ) {
    this.memory = memory;
    this.work = layout.threads[thread];
    this.subrayCount = subrayCount;
    const { topNode, instanceCount } = scene;
    this.kernel = bindKernel(module, { memory, layout, thread, topNode, instanceCount, subrayCount });
  }

  /** Traces `rays` (6 f32 each: origin, direction; every `subrayCount` in a row share the origin of their first). */
  trace(rays: Float32Array): RayHits {
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
    for (let pulse = 0; pulse < pulses; pulse += BLOCK_PULSES) {
      const size = Math.min(BLOCK_PULSES, pulses - pulse);
      this.load(rays, pulse, size);
      const started = performance.now();
      out.count += this.kernel.traverse(size);
      out.seconds += (performance.now() - started) / 1000;
      this.unload(out, pulse, size);
    }
    return out;
  }

  private load(rays: Float32Array, first: number, size: number): void {
    const pulses = new Float32Array(this.memory.buffer, this.work.pulses, (size * Pulse.SIZE) / 4);
    const width = Math.ceil(this.subrayCount / 4) * 4;
    const directions = new Float32Array(this.memory.buffer, this.work.directions, size * 3 * width);
    for (let p = 0; p < size; p++) {
      const from = (first + p) * this.subrayCount * 6;
      pulses.set(rays.subarray(from, from + 3), (p * Pulse.SIZE + Pulse.origin) / 4);
      for (let k = 0; k < width; k++) {
        const ray = from + Math.min(k, this.subrayCount - 1) * 6 + 3;
        for (let axis = 0; axis < 3; axis++) directions[(p * 3 + axis) * width + k] = rays[ray + axis];
      }
    }
  }

  /** Hits lie by field: of each pulse first all distances, padded to whole vectors, and so on. */
  private unload(out: RayHits, pulse: number, size: number): void {
    const width = Math.ceil(this.subrayCount / 4) * 4;
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

import { invariant } from '../../src/base/errors.js';
import { instantiateKernel, type Kernel, PAGE } from '../../src/engine/cpu/kernel.js';
import { BLOCK_PULSES } from '../../src/engine/cpu/memory-layout.js';
import { loadKernelModule } from '../../src/engine/cpu/node-kernel-module.js';
import type { RunSettings } from '../../src/engine/engine.js';
import { Point, Pulse } from '../../src/engine/records.generated.js';
import type { PulseProgram } from '../../src/scanner/pulse-program.js';

const module = await loadKernelModule();

/** Pages of its own data below, as in the engine's layout. */
const FIRST_FREE = PAGE;
const SCRATCH_BYTES = 64 * 1024;

/** The CPU engine's kernel with its run and program bound, to be driven stage by stage. At most BLOCK_PULSES pulses. */
export class KernelRun {
  readonly kernel: Kernel;
  private readonly memory: WebAssembly.Memory;
  private readonly at: { pulses: number; directions: number; points: number };
  private readonly subrayCount: number;

  constructor(settings: RunSettings, program: PulseProgram) {
    const stride = Math.ceil(settings.subrayCount / 4) * 16;
    let next = FIRST_FREE;
    const take = (bytes: number) => {
      const start = next;
      next = Math.ceil((next + bytes) / 128) * 128;
      return start;
    };
    const { record, channels, parts, knots } = program;
    const records = [settings.record, settings.subrays, record, channels, parts, knots];
    const places = records.map((record) => take(record.byteLength));
    const pulses = take(BLOCK_PULSES * Pulse.SIZE);
    const directions = take(BLOCK_PULSES * 3 * stride);
    const points = take(BLOCK_PULSES * Point.SIZE);
    const scratch = take(SCRATCH_BYTES);
    const pages = Math.ceil(next / PAGE);
    this.memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
    places.forEach((at, k) => {
      this.bytes(at, records[k].byteLength).set(new Uint8Array(records[k]));
    });
    this.kernel = instantiateKernel(module, this.memory);
    const [runAt, subraysAt, programAt, channelsAt, partsAt, knotsAt] = places;
    this.kernel.bindRun(runAt, subraysAt, programAt, channelsAt, partsAt, knotsAt);
    this.kernel.bindWork(pulses, directions, 0, points, scratch, settings.subrayCount);
    this.at = { pulses, directions, points };
    this.subrayCount = settings.subrayCount;
  }

  /** Pulse records from number `first` on. */
  pulses(first: number, count: number): ArrayBuffer {
    invariant(count <= BLOCK_PULSES, `${count} pulses are more than a block`);
    this.kernel.pulse(first, count);
    return this.bytes(this.at.pulses, count * Pulse.SIZE).slice().buffer;
  }

  /** Directions (x, y, z) of all subrays of the `count` pulses made last. */
  directions(count: number): Float32Array {
    this.kernel.subray(count);
    const width = Math.ceil(this.subrayCount / 4) * 4;
    const all = new Float32Array(this.memory.buffer, this.at.directions, count * 3 * width);
    const out = new Float32Array(count * this.subrayCount * 3);
    for (let k = 0; k < out.length; k++) {
      const [ray, axis] = [Math.floor(k / 3), k % 3];
      const [p, s] = [Math.floor(ray / this.subrayCount), ray % this.subrayCount];
      out[k] = all[(p * 3 + axis) * width + s];
    }
    return out;
  }

  /** The points given (at most BLOCK_PULSES) with the ranging noise added; `first` is the number of the first pulse made last. */
  perturbed(points: ArrayBuffer, first: number): ArrayBuffer {
    const place = this.bytes(this.at.points, points.byteLength);
    place.set(new Uint8Array(points));
    this.kernel.perturb(points.byteLength / Point.SIZE, first);
    return place.slice().buffer;
  }

  private bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, length);
  }
}

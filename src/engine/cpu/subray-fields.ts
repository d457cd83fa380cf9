import { Hit } from '../../device/records.generated.js';
import type { RunSettings } from '../../device/run-settings.js';
import { strideOf } from './memory-layout.js';

/** Addresses of the directions and hits of the pulses in work in a thread of the CPU engine, bytes. */
interface SubrayPlaces {
  directions: number;
  hits: number;
}

/**
 * The numbers of the hits of pulses in work, as the stages left them, by the place of their pulse in its block: those
 * of subrays, then those of slices of foliage. The kernel has them by field, and pads subrays to whole vectors.
 */
export class SubrayFields {
  private readonly memory: WebAssembly.Memory;
  private readonly at: SubrayPlaces;
  private readonly subrayCount: number;
  private readonly sliceCount: number;
  private readonly stride: number;

  constructor(memory: WebAssembly.Memory, at: SubrayPlaces, shape: Pick<RunSettings, 'subrayCount' | 'hitCount'>) {
    this.memory = memory;
    this.at = at;
    this.subrayCount = shape.subrayCount;
    this.sliceCount = shape.hitCount - shape.subrayCount;
    this.stride = strideOf(shape);
  }

  /** A field of the hits of a pulse that is an f32; `field` is an offset of Hit. */
  hitFloats(place: number, field: number): Float32Array {
    return this.floatsAt(this.hitAt(place, field));
  }

  /** A field that is a u32. */
  hitWords(place: number, field: number): Uint32Array {
    return new Uint32Array(this.hitFloats(place, field).slice().buffer);
  }

  /** A coordinate of the directions of a pulse's subrays. */
  directions(place: number, axis: number): Float32Array {
    const at = this.at.directions + (3 * place + axis) * this.stride;
    return new Float32Array(this.memory.buffer, at, this.subrayCount);
  }

  /** A number of each hit of a pulse, from an address on: a view, or a copy if there are slices. */
  floatsAt(at: number): Float32Array {
    const { buffer } = this.memory;
    const ofSubrays = new Float32Array(buffer, at, this.subrayCount);
    if (this.sliceCount === 0) return ofSubrays;
    const all = new Float32Array(this.subrayCount + this.sliceCount);
    all.set(ofSubrays);
    all.set(new Float32Array(buffer, at + this.stride - 4 * this.sliceCount, this.sliceCount), this.subrayCount);
    return all;
  }

  private hitAt(place: number, field: number): number {
    return this.at.hits + ((place * Hit.SIZE + field) / 4) * this.stride;
  }
}

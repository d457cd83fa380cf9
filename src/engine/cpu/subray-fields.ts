import { Hit } from '../../device/records.generated.js';
import { strideOf } from './memory-layout.js';

/** Addresses of the directions and hits of the pulses in work in a thread of the CPU engine, bytes. */
interface SubrayPlaces {
  directions: number;
  hits: number;
}

/**
 * The numbers of the subrays of pulses in work, as the stages left them, by the place of their pulse in its block:
 * views of the kernel's memory, where they lie by field, padded to whole vectors.
 */
export class SubrayFields {
  private readonly memory: WebAssembly.Memory;
  private readonly at: SubrayPlaces;
  private readonly subrayCount: number;
  private readonly stride: number;

  constructor(memory: WebAssembly.Memory, at: SubrayPlaces, shape: { subrayCount: number }) {
    this.memory = memory;
    this.at = at;
    this.subrayCount = shape.subrayCount;
    this.stride = strideOf(shape);
  }

  /** A field of the hits of a pulse that is an f32; `field` is an offset of Hit. */
  hitFloats(place: number, field: number): Float32Array {
    return new Float32Array(this.memory.buffer, this.hitAt(place, field), this.subrayCount);
  }

  /** A field that is a u32. */
  hitWords(place: number, field: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, this.hitAt(place, field), this.subrayCount);
  }

  /** A coordinate of the directions of a pulse. */
  directions(place: number, axis: number): Float32Array {
    const at = this.at.directions + (3 * place + axis) * this.stride;
    return new Float32Array(this.memory.buffer, at, this.subrayCount);
  }

  private hitAt(place: number, field: number): number {
    return this.at.hits + ((place * Hit.SIZE + field) / 4) * this.stride;
  }
}

import type { Vec3 } from '../base/vec3.js';

/**
 * Steps of 6e-14: Math.sin and similar functions may differ in their last bits between JavaScript engines, which would
 * sometimes change the last bit of a point.
 */
const ROTATION_STEPS = 2 ** 44;

/** Writes numbers into a device record by byte offset, little-endian. */
export class RecordWriter {
  readonly buffer: ArrayBuffer;
  private readonly view: DataView;

  /** A record, or a list of them, with this many bytes, all zero. */
  constructor(bytes: number) {
    this.buffer = new ArrayBuffer(bytes);
    this.view = new DataView(this.buffer);
  }

  u32(at: number, value: number): void {
    this.view.setUint32(at, value, true);
  }

  i32(at: number, value: number): void {
    this.view.setInt32(at, value, true);
  }

  f32(at: number, value: number): void {
    this.view.setFloat32(at, value, true);
  }

  /** A number as the sum of two f32. */
  f32Pair(high: number, low: number, value: number): void {
    this.f32(high, value);
    this.f32(low, value - Math.fround(value));
  }

  f64(at: number, value: number): void {
    this.view.setFloat64(at, value, true);
  }

  /** One f64 after the other. */
  f64s(at: number, values: Iterable<number>): void {
    let next = at;
    for (const value of values) {
      this.f64(next, value);
      next += Float64Array.BYTES_PER_ELEMENT;
    }
  }

  /**
   * Numbers of a rotation – sines, cosines, quaternions, axes – one f64 after the other, rounded to be the same on
   * every machine.
   */
  rotation(at: number, values: readonly number[]): void {
    this.f64s(
      at,
      values.map((value) => Math.round(value * ROTATION_STEPS) / ROTATION_STEPS),
    );
  }

  /** The columns of a rotation. */
  columns(x: number, y: number, z: number, columns: readonly [Vec3, Vec3, Vec3]): void {
    this.rotation(x, columns[0]);
    this.rotation(y, columns[1]);
    this.rotation(z, columns[2]);
  }
}

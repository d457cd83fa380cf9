import { type Box3, emptyBox, type Vec3 } from '../../base/vec3.js';
import { FORMAT_6 } from './point-layout.js';
import type { Quantization } from './quantization.js';

/** Values of the return number: 4 bits from format 6 on, 3 before. */
const RETURN_VALUES = 16;

/** What a header says of records: their number, their returns, their bounds. */
export class RecordTally {
  points = 0;
  /** Points by return number, 0…15. */
  readonly byReturn: number[] = new Array(RETURN_VALUES).fill(0);
  private readonly returnMask: number;
  /** Bounds of the stored integers. */
  private readonly stored: Box3 = emptyBox();

  constructor(pointFormat: number) {
    this.returnMask = pointFormat >= 6 ? 15 : 7;
  }

  /** Counts `count` records of `recordLength` bytes at the start of `view`. */
  add(view: DataView, count: number, recordLength: number): void {
    for (let axis = 0; axis < 3; axis++) {
      let [least, most] = [this.stored.min[axis], this.stored.max[axis]];
      for (let i = 0, at = 4 * axis; i < count; i++, at += recordLength) {
        const value = view.getInt32(at, true);
        if (value < least) least = value;
        if (value > most) most = value;
      }
      this.stored.min[axis] = least;
      this.stored.max[axis] = most;
    }
    for (let i = 0, at = FORMAT_6.returns; i < count; i++, at += recordLength)
      this.byReturn[view.getUint8(at) & this.returnMask]++;
    this.points += count;
  }

  /** The box of the coordinates as a reader computes them; all zero without points. */
  bounds({ scale, offset }: Quantization): Box3 {
    if (this.points === 0) return { min: [0, 0, 0], max: [0, 0, 0] };
    const { min, max } = this.stored;
    const ends = [0, 1, 2].map((axis) => {
      const world = [min[axis], max[axis]].map((value) => value * scale[axis] + offset[axis]);
      return [Math.min(...world), Math.max(...world)];
    });
    const side = (k: number): Vec3 => [ends[0][k], ends[1][k], ends[2][k]];
    return { min: [...side(0)], max: [...side(1)] };
  }
}

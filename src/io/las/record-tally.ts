import { type Box3, emptyBox, growBox, type Vec3 } from '../../base/vec3.js';
import type { TallyCounts } from '../records/coded-points.js';
import type { Quantization } from '../records/quantization.js';
import { FORMAT_6 } from './point-layout.js';

/** Values of the return number: 4 bits from format 6 on, 3 before. */
const RETURN_VALUES = 16;

/** Counts for no records with this many extra bytes. */
export const noRecords = (extras = 0): TallyCounts => ({
  points: 0,
  byReturn: new Array(RETURN_VALUES).fill(0),
  stored: emptyBox(),
  held: new Array(extras).fill(0),
  heldReturns: 0,
  heldAngles: 0,
});

/** Counts of the records of a file. */
export class RecordTally {
  readonly counts: TallyCounts;
  private readonly returnMask: number;

  constructor(pointFormat: number, extras = 0) {
    this.returnMask = pointFormat >= 6 ? 15 : 7;
    this.counts = noRecords(extras);
  }

  get points(): number {
    return this.counts.points;
  }

  /** Points by return number, 0…15. */
  get byReturn(): readonly number[] {
    return this.counts.byReturn;
  }

  /** Adds records that have been counted. */
  join({ points, byReturn, stored, held, heldReturns, heldAngles }: TallyCounts): void {
    if (points === 0) return;
    const { counts } = this;
    counts.points += points;
    for (let k = 0; k < RETURN_VALUES; k++) counts.byReturn[k] += byReturn[k];
    growBox(counts.stored, ...stored.min);
    growBox(counts.stored, ...stored.max);
    for (let k = 0; k < held.length; k++) counts.held[k] += held[k];
    counts.heldReturns += heldReturns;
    counts.heldAngles += heldAngles;
  }

  /** Counts `count` records of `recordLength` bytes at the start of `view`. */
  add(view: DataView, count: number, recordLength: number): void {
    const { stored, byReturn } = this.counts;
    for (let axis = 0; axis < 3; axis++) {
      let [least, most] = [stored.min[axis], stored.max[axis]];
      for (let i = 0, at = 4 * axis; i < count; i++, at += recordLength) {
        const value = view.getInt32(at, true);
        if (value < least) least = value;
        if (value > most) most = value;
      }
      stored.min[axis] = least;
      stored.max[axis] = most;
    }
    for (let i = 0, at = FORMAT_6.returns; i < count; i++, at += recordLength)
      byReturn[view.getUint8(at) & this.returnMask]++;
    this.counts.points += count;
  }

  /** The box of the coordinates as a reader computes them; all zero without points. */
  bounds({ scale, offset }: Quantization): Box3 {
    if (this.points === 0) return { min: [0, 0, 0], max: [0, 0, 0] };
    const { min, max } = this.counts.stored;
    const ends = [0, 1, 2].map((axis) => {
      const world = [min[axis], max[axis]].map((value) => value * scale[axis] + offset[axis]);
      return [Math.min(...world), Math.max(...world)];
    });
    const side = (k: number): Vec3 => [ends[0][k], ends[1][k], ends[2][k]];
    return { min: [...side(0)], max: [...side(1)] };
  }
}

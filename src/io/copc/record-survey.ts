import { type Box3, emptyBox, isEmptyBox } from '../../base/vec3.js';
import { FORMAT_6 } from '../las/point-layout.js';

/** Summary of all records for the head of a file: the box of their stored coordinates, and the range of their times. */
export class RecordSurvey {
  private readonly box = emptyBox();
  private firstTime = Infinity;
  private lastTime = -Infinity;

  /** Includes the records in `view`, of a format from 6 on. */
  add(view: DataView, recordLength: number): void {
    const { min, max } = this.box;
    for (let at = 0; at < view.byteLength; at += recordLength) {
      for (let axis = 0; axis < 3; axis++) {
        const value = view.getInt32(at + 4 * axis, true);
        if (value < min[axis]) min[axis] = value;
        if (value > max[axis]) max[axis] = value;
      }
      const time = view.getFloat64(at + FORMAT_6.gpsTime, true);
      if (time < this.firstTime) this.firstTime = time;
      if (time > this.lastTime) this.lastTime = time;
    }
  }

  /** Box of the stored coordinates; all zero without records. */
  get stored(): Box3 {
    return isEmptyBox(this.box) ? { min: [0, 0, 0], max: [0, 0, 0] } : this.box;
  }

  /** Least and greatest GPS time; without records both zero. */
  get gpsTime(): readonly [number, number] {
    return this.firstTime <= this.lastTime ? [this.firstTime, this.lastTime] : [0, 0];
  }
}

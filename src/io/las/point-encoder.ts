import { invariant, UserError } from '../../base/errors.js';
import type { Box3 } from '../../base/vec3.js';
import { emptyBox } from '../../base/vec3.js';
import type { PointBatch } from '../../cloud/point-batch.js';
import type { Loss } from '../point-sink.js';
import { RETURN_NUMBERS } from './las-header.js';
import { OlderCore } from './older-core.js';
import {
  FORMAT_6,
  hasColour,
  hasInfrared,
  isOlder,
  type PointLayout,
  RGB_AT,
  SCAN_ANGLE_STEP,
} from './point-layout.js';
import { INT32_MAX, type Quantization } from './quantization.js';

/** Number of points whose records stay in the processor's first cache while the columns are written one by one. */
const TILE_POINTS = 256;

/**
 * The scanner channel has two bits: those of the scanner if there are several, otherwise of the laser. Extra bytes hold
 * both in full.
 */
const SCANNER_CHANNEL_MASK = 3;

const SCAN_ANGLE_LIMIT = 30_000;

/** The header of LAS 1.2 counts points in 32 bits. */
const OLDER_POINTS_MAX = 2 ** 32 - 1;

const HELD = 'is beyond what its bytes hold, and written as the nearest value (fields: all has more bytes)';

/** Writes points as records, without their waveform packets, and gathers data for the header. */
export class PointEncoder {
  readonly layout: PointLayout;
  readonly quantization: Quantization;
  points = 0;
  readonly pointsByReturn = new Array<number>(RETURN_NUMBERS).fill(0);
  /** Values of each of the extra bytes that are held at the nearest that fits. */
  private readonly held: number[];
  /** Writes the core of records of LAS 1.2; undefined: they are of LAS 1.4. */
  private readonly older: OlderCore | undefined;
  /** Bounds of the stored integers. */
  private readonly stored: Box3 = emptyBox();

  constructor(layout: PointLayout, quantization: Quantization) {
    this.layout = layout;
    this.quantization = quantization;
    this.held = layout.extras.map(() => 0);
    this.older = isOlder(layout.format) ? new OlderCore() : undefined;
  }

  /**
   * Writes points `first` … `first + count` of `batch` starting at `at`. Throws InvariantError for coordinates outside
   * of the announced bounds, and for impossible return numbers; UserError for what LAS 1.2 cannot hold.
   */
  encode(batch: PointBatch, first: number, count: number, view: DataView, at: number): void {
    const { recordLength, extras } = this.layout;
    if (this.older && this.points + count > OLDER_POINTS_MAX) throw tooManyPoints();
    for (let done = 0; done < count; done += TILE_POINTS) {
      const from = first + done;
      const size = Math.min(TILE_POINTS, count - done);
      const to = at + done * recordLength;
      for (let axis = 0; axis < 3; axis++) this.encodeCoordinate(axis, batch, from, size, view, to);
      if (this.older) this.older.encode(batch, from, size, { view, at: to, stride: recordLength }, this.pointsByReturn);
      else {
        this.encodeReturns(batch, from, size, view, to);
        this.encodeCore(batch, from, size, view, to);
      }
      if (hasColour(this.layout.format)) this.encodeColour(batch, from, size, view, to);
      for (let k = 0; k < extras.length; k++) {
        const place = { view, at: to + extras[k].at, stride: recordLength };
        this.held[k] += extras[k].store(place, batch, from, size);
      }
    }
    this.points += count;
  }

  /** What is not stored as it was given. */
  losses(): Loss[] {
    const held = this.layout.extras.flatMap(({ name }, k) =>
      this.held[k] > 0 ? [{ of: name, what: HELD, points: this.held[k] }] : [],
    );
    return [...(this.older?.losses() ?? []), ...held];
  }

  /** The box of the coordinates as a reader computes them; all zero without points. */
  bounds(): Box3 {
    if (this.points === 0) return { min: [0, 0, 0], max: [0, 0, 0] };
    const { scale, offset } = this.quantization;
    const world = (corner: readonly number[]): [number, number, number] => [
      corner[0] * scale[0] + offset[0],
      corner[1] * scale[1] + offset[1],
      corner[2] * scale[2] + offset[2],
    ];
    return { min: world(this.stored.min), max: world(this.stored.max) };
  }

  private encodeCoordinate(
    axis: number,
    batch: PointBatch,
    first: number,
    count: number,
    view: DataView,
    at: number,
  ): void {
    const source = axis === 0 ? batch.x : axis === 1 ? batch.y : batch.z;
    const scale = this.quantization.scale[axis];
    const offset = this.quantization.offset[axis];
    let min = this.stored.min[axis];
    let max = this.stored.max[axis];
    let sum = 0;
    for (let i = 0, to = at + 4 * axis; i < count; i++, to += this.layout.recordLength) {
      const value = Math.round((source[first + i] - offset) / scale);
      if (value < min) min = value;
      if (value > max) max = value;
      sum += value;
      view.setInt32(to, value, true);
    }
    // NaN passes the comparisons, but not the sum.
    invariant(sum - sum === 0 && min >= -INT32_MAX && max <= INT32_MAX, 'a point lies outside of the cloud’s bounds');
    this.stored.min[axis] = min;
    this.stored.max[axis] = max;
  }

  private encodeReturns(batch: PointBatch, first: number, count: number, view: DataView, at: number): void {
    const { returnNumber, returnCount } = batch;
    let fault = 0;
    for (let i = 0, to = at + FORMAT_6.returns; i < count; i++, to += this.layout.recordLength) {
      const number = returnNumber[first + i];
      const total = returnCount[first + i];
      // Negative, so that the sign bit stays set, unless 1 ≤ number ≤ total ≤ 15.
      fault |= (number - 1) | (total - number) | (RETURN_NUMBERS - total);
      view.setUint8(to, number | (total << 4));
      this.pointsByReturn[number - 1]++;
    }
    invariant(fault >= 0, `return numbers go from 1 to the number of returns, ${RETURN_NUMBERS} at most`);
  }

  private encodeCore(batch: PointBatch, first: number, count: number, view: DataView, at: number): void {
    const channel = batch.scanner ?? batch.channel;
    let steepest = 0;
    for (let i = 0, p = first, to = at; i < count; i++, p++, to += this.layout.recordLength) {
      const angle = Math.round(batch.scanAngle[p] / SCAN_ANGLE_STEP);
      steepest = Math.max(steepest, Math.abs(angle));
      view.setUint16(to + FORMAT_6.intensity, batch.intensity[p], true);
      view.setUint8(to + FORMAT_6.flags, (channel[p] & SCANNER_CHANNEL_MASK) << 4);
      view.setUint8(to + FORMAT_6.classification, batch.classification[p]);
      view.setUint8(to + FORMAT_6.userData, 0);
      view.setInt16(to + FORMAT_6.scanAngle, angle, true);
      view.setUint16(to + FORMAT_6.pointSourceId, batch.pointSourceId[p], true);
      view.setFloat64(to + FORMAT_6.gpsTime, batch.gpsTime[p], true);
    }
    invariant(steepest <= SCAN_ANGLE_LIMIT, 'scan angles are within half a turn of nadir');
  }

  /** Near infrared is not simulated: 0. */
  private encodeColour(batch: PointBatch, first: number, count: number, view: DataView, at: number): void {
    const { rgb } = batch;
    const rgbAt = RGB_AT[this.layout.format];
    for (let i = 0, p = 3 * first, to = at; i < count; i++, p += 3, to += this.layout.recordLength) {
      view.setUint16(to + rgbAt, rgb ? rgb[p] : 0, true);
      view.setUint16(to + rgbAt + 2, rgb ? rgb[p + 1] : 0, true);
      view.setUint16(to + rgbAt + 4, rgb ? rgb[p + 2] : 0, true);
      if (hasInfrared(this.layout.format)) view.setUint16(to + FORMAT_6.nir, 0, true);
    }
  }
}

const tooManyPoints = (): UserError =>
  new UserError(`found more than ${OLDER_POINTS_MAX} points, the most that LAS 1.2 (point formats 1 and 3) holds`, {
    hint: 'take point format 6 or 7',
  });

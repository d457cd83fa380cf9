import { invariant, UserError } from '../../base/errors.js';
import type { Box3 } from '../../base/vec3.js';
import type { PointBatch } from '../../cloud/point-batch.js';
import { type CodedPoints, newBytes, type PointCoder } from '../coded-points.js';
import type { Loss } from '../point-sink.js';
import { RETURN_NUMBERS } from './las-header.js';
import { encodeOlderCore, olderLosses } from './older-core.js';
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
import { noRecords, type TallyCounts } from './record-tally.js';

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

/** How a file holds points, besides their places in a record. */
interface CodedExtras {
  /** Whether the file orders its points by their lasers. */
  byLaser?: boolean;
  /** Whether it has waveforms. */
  waveforms?: boolean;
}

/** Writes points as records, without their waveform packets. */
export class RecordCoder implements PointCoder {
  private readonly layout: PointLayout;
  private readonly quantization: Quantization;
  private readonly extras: CodedExtras;

  constructor(layout: PointLayout, quantization: Quantization, extras: CodedExtras = {}) {
    this.layout = layout;
    this.quantization = quantization;
    this.extras = extras;
  }

  /**
   * The records of a batch. Throws InvariantError for coordinates outside of the announced bounds, and for impossible return
   * numbers; UserError for what LAS 1.2 cannot hold.
   */
  code(batch: PointBatch, findBytes = newBytes): CodedPoints {
    const { recordLength, extras } = this.layout;
    const { count, channel, waveform, returnTime } = batch;
    const records = findBytes(count * recordLength);
    const tally = noRecords(extras.length);
    const view = new DataView(records.buffer, records.byteOffset, records.length);
    for (let first = 0; first < count; first += TILE_POINTS)
      this.codeTile(batch, { view, first, count: Math.min(TILE_POINTS, count - first) }, tally);
    tally.points = count;
    return {
      ...{ count, bytes: [records], tally },
      ...(this.extras.byLaser && { lasers: channel.slice(0, count) }),
      ...(this.extras.waveforms && { found: { count, waveform, returnTime } }),
    };
  }

  private codeTile(batch: PointBatch, tile: Tile, tally: TallyCounts): void {
    const { layout } = this;
    const { view, first, count } = tile;
    const at = first * layout.recordLength;
    for (let axis = 0; axis < 3; axis++) this.codeCoordinate(axis, batch, tile, tally.stored);
    if (isOlder(layout.format)) encodeOlderCore(batch, first, count, { view, at, stride: layout.recordLength }, tally);
    else {
      this.codeReturns(batch, tile, tally.byReturn);
      this.codeCore(batch, tile);
    }
    if (hasColour(layout.format)) this.codeColour(batch, tile);
    for (const [k, extra] of layout.extras.entries())
      tally.held[k] += extra.store({ view, at: at + extra.at, stride: layout.recordLength }, batch, first, count);
  }

  private codeCoordinate(axis: number, batch: PointBatch, { view, first, count }: Tile, stored: Box3): void {
    const { recordLength } = this.layout;
    const source = axis === 0 ? batch.x : axis === 1 ? batch.y : batch.z;
    const scale = this.quantization.scale[axis];
    const offset = this.quantization.offset[axis];
    let min = stored.min[axis];
    let max = stored.max[axis];
    let sum = 0;
    for (let i = first, to = first * recordLength + 4 * axis; i < first + count; i++, to += recordLength) {
      const value = Math.floor((source[i] - offset) / scale + 0.5);
      min = Math.min(min, value);
      max = Math.max(max, value);
      sum += value;
      view.setInt32(to, value, true);
    }
    // NaN passes the comparisons, but not the sum.
    invariant(sum - sum === 0 && min >= -INT32_MAX && max <= INT32_MAX, 'a point lies outside of the cloud’s bounds');
    stored.min[axis] = min;
    stored.max[axis] = max;
  }

  private codeReturns(batch: PointBatch, { view, first, count }: Tile, byReturn: number[]): void {
    const { recordLength } = this.layout;
    const { returnNumber, returnCount } = batch;
    let fault = 0;
    for (let i = first, to = first * recordLength + FORMAT_6.returns; i < first + count; i++, to += recordLength) {
      const number = returnNumber[i];
      const total = returnCount[i];
      // Negative, so that the sign bit stays set, unless 1 ≤ number ≤ total ≤ 15.
      fault |= (number - 1) | (total - number) | (RETURN_NUMBERS - total);
      view.setUint8(to, number | (total << 4));
      byReturn[number]++;
    }
    invariant(fault >= 0, `return numbers go from 1 to the number of returns, ${RETURN_NUMBERS} at most`);
  }

  private codeCore(batch: PointBatch, { view, first, count }: Tile): void {
    const { recordLength } = this.layout;
    const { scanAngle, intensity, classification, pointSourceId, gpsTime } = batch;
    const channel = batch.scanner ?? batch.channel;
    // Imported numbers, read anew at each point, would take longer than the stores.
    const { intensity: intensityAt, flags, classification: classAt, userData, pointSourceId: sourceAt } = FORMAT_6;
    const { scanAngle: angleAt, gpsTime: timeAt } = FORMAT_6;
    const angleStep = SCAN_ANGLE_STEP;
    let steepest = 0;
    for (let p = first, to = first * recordLength; p < first + count; p++, to += recordLength) {
      const angle = Math.floor(scanAngle[p] / angleStep + 0.5);
      steepest = Math.max(steepest, Math.abs(angle));
      view.setUint16(to + intensityAt, intensity[p], true);
      view.setUint8(to + flags, (channel[p] & SCANNER_CHANNEL_MASK) << 4);
      view.setUint8(to + classAt, classification[p]);
      view.setUint8(to + userData, 0);
      view.setInt16(to + angleAt, angle, true);
      view.setUint16(to + sourceAt, pointSourceId[p], true);
      view.setFloat64(to + timeAt, gpsTime[p], true);
    }
    invariant(steepest <= SCAN_ANGLE_LIMIT, 'scan angles are within half a turn of nadir');
  }

  /** Near infrared is not simulated: 0. */
  private codeColour(batch: PointBatch, { view, first, count }: Tile): void {
    const { format, recordLength } = this.layout;
    const { rgb } = batch;
    const rgbAt = RGB_AT[format];
    for (let p = 3 * first, to = first * recordLength; p < 3 * (first + count); p += 3, to += recordLength) {
      view.setUint16(to + rgbAt, rgb ? rgb[p] : 0, true);
      view.setUint16(to + rgbAt + 2, rgb ? rgb[p + 1] : 0, true);
      view.setUint16(to + rgbAt + 4, rgb ? rgb[p + 2] : 0, true);
      if (hasInfrared(format)) view.setUint16(to + FORMAT_6.nir, 0, true);
    }
  }
}

/** Some points of a batch, and the records of all. */
interface Tile {
  view: DataView;
  first: number;
  count: number;
}

/** What records do not hold as it was given. */
export function recordLosses({ extras }: PointLayout, counts: TallyCounts): Loss[] {
  const held = extras.flatMap(({ name }, k) =>
    counts.held[k] > 0 ? [{ of: name, what: HELD, points: counts.held[k] }] : [],
  );
  return [...olderLosses(counts), ...held];
}

/** Throws UserError if the header of a file cannot count so many points. */
export function checkPointCount({ format }: PointLayout, points: number): void {
  if (isOlder(format) && points > OLDER_POINTS_MAX) throw tooManyPoints();
}

const tooManyPoints = (): UserError =>
  new UserError(`found more than ${OLDER_POINTS_MAX} points, the most that LAS 1.2 (point formats 1 and 3) holds`, {
    hint: 'take point format 6 or 7',
  });

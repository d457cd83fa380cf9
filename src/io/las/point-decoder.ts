import { DEGREE } from '../../base/angle.js';
import { createPointBatch, type OptionalKey, optionalArray, type PointBatch } from '../../cloud/point-batch.js';
import { POINT_ATTRIBUTES, type PointAttribute } from '../../cloud/point-schema.js';
import { viewOf } from './bytes.js';
import type { ExtraField, ExtraType } from './extra-bytes.js';
import type { LasFile } from './las-file.js';
import type { LasHeader } from './las-header.js';
import { FORMAT_6, SCAN_ANGLE_STEP } from './point-layout.js';

/** Offsets in the records of formats 0–3; time and colour are not in all of them. */
const FORMAT_0 = Object.freeze({ returns: 14, classification: 15, scanAngle: 16, pointSourceId: 18 });
const GPS_TIME_AT: Readonly<Record<number, number>> = Object.freeze({ 1: 20, 3: 20 });
const RGB_AT: Readonly<Record<number, number>> = Object.freeze({ 2: 20, 3: 28, 7: FORMAT_6.rgb, 8: FORMAT_6.rgb });

/** The points of `count` whole records; attributes that the file does not have are 0. Colour where the format has it. */
export function decodePoints(file: LasFile, records: Uint8Array, count: number): PointBatch {
  const { header } = file;
  const batch = createPointBatch(count);
  const view = viewOf(records);
  decodeCoordinates(batch, view, header);
  if (header.pointFormat >= 6) decodeFormat6(batch, view, header.recordLength);
  else decodeFormat0(batch, view, header);
  const rgbAt = RGB_AT[header.pointFormat];
  if (rgbAt !== undefined) batch.rgb = decodeColour(count, view, rgbAt, header.recordLength);
  for (const field of file.extraFields) {
    const attribute = POINT_ATTRIBUTES.find((candidate) => candidate.extraName === field.name);
    if (attribute && field.type) decodeExtra(batch, view, header.recordLength, field, attribute);
  }
  return batch;
}

function decodeCoordinates(batch: PointBatch, view: DataView, { scale, offset, recordLength }: LasHeader): void {
  for (let i = 0, at = 0; i < batch.count; i++, at += recordLength) {
    batch.x[i] = view.getInt32(at, true) * scale[0] + offset[0];
    batch.y[i] = view.getInt32(at + 4, true) * scale[1] + offset[1];
    batch.z[i] = view.getInt32(at + 8, true) * scale[2] + offset[2];
    batch.intensity[i] = view.getUint16(at + FORMAT_6.intensity, true);
  }
}

function decodeFormat6(batch: PointBatch, view: DataView, recordLength: number): void {
  for (let i = 0, at = 0; i < batch.count; i++, at += recordLength) {
    const returns = view.getUint8(at + FORMAT_6.returns);
    batch.returnNumber[i] = returns & 15;
    batch.returnCount[i] = returns >>> 4;
    batch.channel[i] = (view.getUint8(at + FORMAT_6.flags) >>> 4) & 3;
    batch.classification[i] = view.getUint8(at + FORMAT_6.classification);
    batch.scanAngle[i] = view.getInt16(at + FORMAT_6.scanAngle, true) * SCAN_ANGLE_STEP;
    batch.pointSourceId[i] = view.getUint16(at + FORMAT_6.pointSourceId, true);
    batch.gpsTime[i] = view.getFloat64(at + FORMAT_6.gpsTime, true);
  }
}

function decodeFormat0(batch: PointBatch, view: DataView, { pointFormat, recordLength }: LasHeader): void {
  const gpsTimeAt = GPS_TIME_AT[pointFormat];
  for (let i = 0, at = 0; i < batch.count; i++, at += recordLength) {
    const returns = view.getUint8(at + FORMAT_0.returns);
    batch.returnNumber[i] = returns & 7;
    batch.returnCount[i] = (returns >>> 3) & 7;
    batch.classification[i] = view.getUint8(at + FORMAT_0.classification) & 31;
    batch.scanAngle[i] = view.getInt8(at + FORMAT_0.scanAngle) * DEGREE;
    batch.pointSourceId[i] = view.getUint16(at + FORMAT_0.pointSourceId, true);
    if (gpsTimeAt !== undefined) batch.gpsTime[i] = view.getFloat64(at + gpsTimeAt, true);
  }
}

function decodeColour(count: number, view: DataView, rgbAt: number, recordLength: number): Uint16Array {
  const rgb = new Uint16Array(3 * count);
  for (let i = 0, at = rgbAt; i < count; i++, at += recordLength)
    for (let channel = 0; channel < 3; channel++) rgb[3 * i + channel] = view.getUint16(at + 2 * channel, true);
  return rgb;
}

type Read = (view: DataView, at: number) => number;

const READ: Readonly<Record<ExtraType, Read>> = Object.freeze({
  u8: (view, at) => view.getUint8(at),
  i8: (view, at) => view.getInt8(at),
  u16: (view, at) => view.getUint16(at, true),
  i16: (view, at) => view.getInt16(at, true),
  u32: (view, at) => view.getUint32(at, true),
  i32: (view, at) => view.getInt32(at, true),
  u64: (view, at) => Number(view.getBigUint64(at, true)),
  i64: (view, at) => Number(view.getBigInt64(at, true)),
  f32: (view, at) => view.getFloat32(at, true),
  f64: (view, at) => view.getFloat64(at, true),
} satisfies Record<ExtraType, Read>);

function decodeExtra(
  batch: PointBatch,
  view: DataView,
  recordLength: number,
  field: ExtraField & { at: number },
  { key, component, components }: PointAttribute,
): void {
  const array = batch[key] ?? optionalArray(batch, key as OptionalKey);
  const read = READ[field.type!];
  for (let i = 0, at = field.at; i < batch.count; i++, at += recordLength)
    array[components * i + component] = read(view, at) * field.scale + field.shift;
}

import type { PointAttribute } from '../../cloud/point-schema.js';
import { NUMBER_BYTES } from '../records/number-type.js';
import type { Quantization } from '../records/quantization.js';
import { asItIs, type RecordStep } from '../records/record-plan.js';
import { scaled } from '../records/scaled-form.js';
import { compactForm } from './compact-fields.js';
import type { ExtraDescription } from './extra-bytes.js';

/**
 * The point formats that subray writes: 6 is the core, 7 has colour, 8 colour and near infrared; 9 and 10 are 6 and 8
 * with waveforms. 1 and 3, without and with colour, belong to LAS 1.2.
 */
export type WritablePointFormat = 1 | 3 | 6 | 7 | 8 | 9 | 10;

/** Whether a point format belongs to LAS 1.2. */
export const isOlder = (format: WritablePointFormat): format is 1 | 3 => format === 1 || format === 3;

/** The greatest class in the five bits of formats before 6. */
export const OLDER_CLASS_MAX = 31;

/** Whether points of a written format have colours, and whether near infrared. */
export const hasColour = (format: WritablePointFormat): boolean => format in RGB_AT;
export const hasInfrared = (format: WritablePointFormat): boolean => format === 8 || format === 10;

/** Bytes of a point record before the extra bytes. ASPRS LAS Specification 1.4 – R15, tables 7–14 and 15–19. */
export const RECORD_BYTES: readonly number[] = Object.freeze([20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67]);

/** Offsets of the parts of a record, in bytes from its start. */
export interface PointLayout {
  format: WritablePointFormat;
  recordLength: number;
  extras: (ExtraColumn & { at: number })[];
}

/** A number in the extra bytes of every point. */
export interface ExtraColumn extends ExtraDescription {
  /** The step that stores it at byte `at` of a record. It counts the values replaced by the nearest that fits. */
  step(at: number): RecordStep;
}

/**
 * Extra bytes for those of `attributes` without a place in the standard record; compact if `steps`, the quantisation of
 * the coordinates, are given.
 */
export const ownColumns = (attributes: readonly PointAttribute[], steps?: Quantization): ExtraColumn[] =>
  attributes.flatMap((attribute) => {
    const { extraName: name, type, unit, description } = attribute;
    if (name === undefined) return [];
    const form = steps && compactForm(attribute, steps);
    const step = (at: number) => (form ? scaled(attribute, form, at) : asItIs(attribute, at));
    return [{ name, unit, description, ...(form ?? { type }), step }];
  });

/** The record of `format` with `columns` in its extra bytes. */
export function pointLayout(format: WritablePointFormat, columns: readonly ExtraColumn[]): PointLayout {
  let at = RECORD_BYTES[format];
  const extras = columns.map((column) => {
    const place = { ...column, at };
    at += NUMBER_BYTES[column.type];
    return place;
  });
  return { format, recordLength: at, extras };
}

/** Offsets in the records of formats 6–10. */
export const FORMAT_6 = Object.freeze({
  x: 0,
  y: 4,
  z: 8,
  intensity: 12,
  returns: 14,
  flags: 15,
  classification: 16,
  userData: 17,
  scanAngle: 18,
  pointSourceId: 20,
  gpsTime: 22,
  rgb: 30,
  nir: 36,
});

/** Offsets in the records of formats 1 and 3; up to the point source id they hold for formats 0 to 5. */
export const FORMAT_1 = Object.freeze({
  intensity: 12,
  returns: 14,
  classification: 15,
  scanAngle: 16,
  userData: 17,
  pointSourceId: 18,
  gpsTime: 20,
});

/** Offset of the colours in records of the formats that have them. */
export const RGB_AT: Readonly<Record<number, number>> = Object.freeze({
  2: 20,
  3: 28,
  5: 28,
  7: FORMAT_6.rgb,
  8: FORMAT_6.rgb,
  10: FORMAT_6.rgb,
});

/** Offset of the waveform packet in records of the formats that have one. */
export const WAVE_PACKET_AT: Readonly<Record<number, number>> = Object.freeze({ 4: 28, 5: 34, 9: 30, 10: 38 });

export const WAVE_PACKET_BYTES = 29;

/** Offsets in the waveform packet of a record. */
export const WAVE_PACKET = Object.freeze({
  descriptor: 0,
  offset: 1,
  bytes: 9,
  location: 13,
  beam: 17,
});

/** Radians of one step of the 16-bit scan angle: 0.006°. */
export const SCAN_ANGLE_STEP = (0.006 * Math.PI) / 180;

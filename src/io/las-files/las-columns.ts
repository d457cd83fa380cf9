import { DEGREE } from '../../base/angle.js';
import { attributeNamed, POINT_ATTRIBUTES, type PointAttribute } from '../../cloud/point-schema.js';
import { amplitudeRatios, LimitFinder, type LimitRow } from '../../cloud/tone-mapping/amplitude-limits.js';
import { HELIOS_FIELDS, hasHeliosFields } from '../las/helios-fields.js';
import { FORMAT_1, FORMAT_6, RGB_AT, SCAN_ANGLE_STEP, WAVE_PACKET, WAVE_PACKET_AT } from '../las/point-layout.js';
import type { RangelessNumbers } from '../records/readable-cloud.js';
import {
  bitsColumn,
  type FlagKey,
  type NumberPlace,
  numberColumn,
  type RecordColumn,
} from '../records/record-columns.js';
import { FULL_16_BITS } from '../units/value-ranges.js';
import type { LasFile } from './las-file.js';

/** Offsets of the time in records of formats 0–5, for those with a time. */
export const GPS_TIME_AT: Readonly<Record<number, number>> = Object.freeze({ 1: 20, 3: 20, 4: 20, 5: 20 });

/** Seconds of one unit of the place of a return in its waveform. */
const PICOSECOND = 1e-12;

/** Layout of a file's records. */
export type LasRecordLayout = Pick<LasFile, 'header' | 'extraFields' | 'limitRows' | 'colours'>;

/**
 * The attributes in point records of a file, including extra bytes; missing energies are derived from the intensity.
 */
export function lasColumns(layout: LasRecordLayout): RecordColumn[] {
  const columns = [...coreColumns(layout), ...extraColumns(layout)];
  const { limitRows } = layout;
  if (limitRows === undefined || columns.some(({ key }) => key === 'energy')) return columns;
  return [...columns, energyColumn(layout, limitRows)];
}

const core = (name: string, place: NumberPlace) => numberColumn(attributeNamed(name), place);

function coreColumns({ header, colours }: LasRecordLayout): RecordColumn[] {
  const { scale, offset, pointFormat } = header;
  const columns = ['x', 'y', 'z'].map((name, axis) =>
    core(name, { type: 'i32', at: 4 * axis, scale: scale[axis], shift: offset[axis] }),
  );
  columns.push(core('intensity', { type: 'u16', at: FORMAT_6.intensity }));
  columns.push(...(pointFormat >= 6 ? format6Columns() : format0Columns(pointFormat)));
  columns.push(...colourPlaces(header, colours).map(({ name, place }) => core(name, place)));
  const packetAt = WAVE_PACKET_AT[pointFormat];
  if (packetAt !== undefined)
    columns.push(core('return_time', { type: 'f32', at: packetAt + WAVE_PACKET.location, scale: PICOSECOND }));
  return columns;
}

const LINE_FLAGS = ['scanDirection', 'edgeOfFlightLine'] as const;

/** Flags of a bit each, from bit `first` of a byte on. */
const flagColumns = (at: number, keys: readonly FlagKey[], first: number): RecordColumn[] =>
  keys.map((key, k) => bitsColumn(key, at, first + k, 1));

const COLOURS = ['red', 'green', 'blue'] as const;

/** Red, green and blue with their places; none in point formats without colours. */
export function colourPlaces(
  { pointFormat }: LasFile['header'],
  colours?: LasFile['colours'],
): { name: string; place: Required<NumberPlace> }[] {
  const at = RGB_AT[pointFormat];
  if (at === undefined) return [];
  const scale = FULL_16_BITS / (colours?.max ?? FULL_16_BITS);
  return COLOURS.map((name, k) => ({ name, place: { type: 'u16', at: at + 2 * k, scale, shift: 0 } }));
}

/** The colours of a file, whose fields of 16 bits many programs fill with 8. */
export const lasColours = ({ header }: LasRecordLayout): RangelessNumbers[] =>
  colourPlaces(header).map(({ place }) => ({ key: 'rgb', place, declared: 'u16' }));

const format6Columns = (): RecordColumn[] => [
  bitsColumn('returnNumber', FORMAT_6.returns, 0, 15),
  bitsColumn('returnCount', FORMAT_6.returns, 4, 15),
  ...flagColumns(FORMAT_6.flags, ['synthetic', 'keyPoint', 'withheld', 'overlap'], 0),
  bitsColumn('channel', FORMAT_6.flags, 4, 3),
  ...flagColumns(FORMAT_6.flags, LINE_FLAGS, 6),
  bitsColumn('classification', FORMAT_6.classification, 0, 255),
  core('user_data', { type: 'u8', at: FORMAT_6.userData }),
  core('scan_angle', { type: 'i16', at: FORMAT_6.scanAngle, scale: SCAN_ANGLE_STEP }),
  core('point_source_id', { type: 'u16', at: FORMAT_6.pointSourceId }),
  core('gps_time', { type: 'f64', at: FORMAT_6.gpsTime }),
];

function format0Columns(pointFormat: number): RecordColumn[] {
  const gpsTimeAt = GPS_TIME_AT[pointFormat];
  return [
    bitsColumn('returnNumber', FORMAT_1.returns, 0, 7),
    bitsColumn('returnCount', FORMAT_1.returns, 3, 7),
    ...flagColumns(FORMAT_1.returns, LINE_FLAGS, 6),
    bitsColumn('classification', FORMAT_1.classification, 0, 31),
    ...flagColumns(FORMAT_1.classification, ['synthetic', 'keyPoint', 'withheld'], 5),
    core('user_data', { type: 'u8', at: FORMAT_1.userData }),
    core('scan_angle', { type: 'i8', at: FORMAT_1.scanAngle, scale: DEGREE }),
    core('point_source_id', { type: 'u16', at: FORMAT_1.pointSourceId }),
    ...(gpsTimeAt === undefined ? [] : [core('gps_time', { type: 'f64', at: gpsTimeAt })]),
  ];
}

/** Described fields that subray knows by name; for two with the same name, the latter counts. */
const extraColumns = ({ extraFields }: LasRecordLayout): RecordColumn[] =>
  extraPlaces(extraFields).flatMap(({ attribute, place }) =>
    attribute && place ? [numberColumn(attribute, place)] : [],
  );

/** A described field, its attribute if subray knows its name, and the place of its numbers if it has any. */
export interface ExtraPlace {
  field: LasFile['extraFields'][number];
  attribute?: PointAttribute;
  place?: Required<NumberPlace>;
}

/** The described fields of a file with their attributes and places, in the order of the file. */
export function extraPlaces(extraFields: LasFile['extraFields']): ExtraPlace[] {
  const isOfHelios = hasHeliosFields(extraFields);
  return extraFields.map((field) => {
    const { name, type, at, scale, shift } = field;
    const helios = isOfHelios ? HELIOS_FIELDS[name] : undefined;
    const attribute = helios
      ? attributeNamed(helios.name)
      : POINT_ATTRIBUTES.find((candidate) => candidate.extraName === name);
    const { factor = 1, term = 0 } = helios ?? {};
    return { field, attribute, place: type && { type, at, scale: scale * factor, shift: shift * factor + term } };
  });
}

/** Energies of points whose intensity is their amplitude; 0 if the file does not state their detection limit. */
function energyColumn({ header, extraFields }: LasRecordLayout, rows: readonly LimitRow[]): RecordColumn {
  const sourceAt = header.pointFormat >= 6 ? FORMAT_6.pointSourceId : FORMAT_1.pointSourceId;
  const scannerAt = extraFields.find(({ name, type }) => name === 'scanner' && type === 'u8')?.at;
  const limits = new LimitFinder(rows);
  const ratios = amplitudeRatios();
  return {
    key: 'energy',
    decode: ({ energy }, { view, stride, first, end }) => {
      for (let i = first, at = first * stride; i < end; i++, at += stride) {
        const scanner = scannerAt === undefined ? 0 : view.getUint8(at + scannerAt);
        const limit = limits.find(scanner, view.getUint16(at + sourceAt, true));
        energy[i] = limit * ratios[view.getUint16(at + FORMAT_6.intensity, true)];
      }
    },
  };
}

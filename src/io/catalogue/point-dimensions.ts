import { FORMAT_1, FORMAT_6, RGB_AT } from '../las/point-layout.js';
import type { LasFacts, LasFile } from '../las-files/las-file.js';
import { NUMBER_BYTES } from '../records/number-type.js';

/** A dimension of the points of a file, as catalogues call it. */
export interface PointDimension {
  name: string;
  /** Its size in the memory of programs. */
  size: number;
  type: 'floating' | 'signed' | 'unsigned';
  /** Its value in the record at `at`. */
  read(view: DataView, at: number): number;
}

/** The dimensions of the points of a LAS file, by the names of PDAL; those of extra bytes as they are stored. */
export function pointDimensions({ header, extraFields }: LasFacts): PointDimension[] {
  const { scale, offset, pointFormat } = header;
  const isOlder = pointFormat < 6;
  const at = isOlder ? FORMAT_1 : FORMAT_6;
  const [returnMask, countShift, countMask] = isOlder ? [7, 3, 7] : [15, 4, 15];
  const u8 =
    (place: number, mask = 255, shift = 0) =>
    (view: DataView, record: number) =>
      (view.getUint8(record + place) >> shift) & mask;
  const u16 = (place: number) => (view: DataView, record: number) => view.getUint16(record + place, true);
  const axis = (name: string, k: number): PointDimension => ({
    ...{ name, size: 8, type: 'floating' },
    read: (view, record) => view.getInt32(record + 4 * k, true) * scale[k] + offset[k],
  });
  const unsigned = (name: string, size: number, read: PointDimension['read']): PointDimension => ({
    ...{ name, size, type: 'unsigned', read },
  });
  return [
    ...[axis('X', 0), axis('Y', 1), axis('Z', 2)],
    unsigned('Intensity', 2, u16(at.intensity)),
    unsigned('ReturnNumber', 1, u8(at.returns, returnMask)),
    unsigned('NumberOfReturns', 1, u8(at.returns, countMask, countShift)),
    ...flagsOf(isOlder, (name, place, bit, bits = 1) => unsigned(name, 1, u8(place, 2 ** bits - 1, bit))),
    unsigned('Classification', 1, u8(at.classification, isOlder ? 31 : 255)),
    {
      ...{ name: 'ScanAngleRank', size: 4, type: 'floating' },
      read: (view, record) =>
        isOlder ? view.getInt8(record + at.scanAngle) : view.getInt16(record + at.scanAngle, true) * SCAN_ANGLE_STEP,
    },
    unsigned('UserData', 1, u8(at.userData)),
    unsigned('PointSourceId', 2, u16(at.pointSourceId)),
    {
      ...{ name: 'GpsTime', size: 8, type: 'floating' },
      read: (view, record) => view.getFloat64(record + at.gpsTime, true),
    },
    ...coloursOf(RGB_AT[pointFormat], u16, unsigned),
    ...extraFields.flatMap(extraDimension),
  ];
}

/** Degrees, in formats from 6 on. */
const SCAN_ANGLE_STEP = 0.006;

type FlagOf = (name: string, place: number, bit: number, bits?: number) => PointDimension;

/** Dimensions of single bits. */
const flagsOf = (isOlder: boolean, flag: FlagOf): PointDimension[] =>
  isOlder
    ? [
        flag('ScanDirectionFlag', FORMAT_1.returns, 6),
        flag('EdgeOfFlightLine', FORMAT_1.returns, 7),
        flag('Synthetic', FORMAT_1.classification, 5),
        flag('KeyPoint', FORMAT_1.classification, 6),
        flag('Withheld', FORMAT_1.classification, 7),
      ]
    : [
        flag('ScanDirectionFlag', FORMAT_6.flags, 6),
        flag('EdgeOfFlightLine', FORMAT_6.flags, 7),
        flag('Synthetic', FORMAT_6.flags, 0),
        flag('KeyPoint', FORMAT_6.flags, 1),
        flag('Withheld', FORMAT_6.flags, 2),
        flag('Overlap', FORMAT_6.flags, 3),
        flag('ScanChannel', FORMAT_6.flags, 4, 2),
      ];

const coloursOf = (
  at: number | undefined,
  u16: (place: number) => PointDimension['read'],
  unsigned: (name: string, size: number, read: PointDimension['read']) => PointDimension,
): PointDimension[] =>
  at === undefined ? [] : ['Red', 'Green', 'Blue'].map((name, k) => unsigned(name, 2, u16(at + 2 * k)));

type Getter = (view: DataView, at: number) => number;

const GETTERS: Readonly<Record<keyof typeof NUMBER_BYTES, Getter>> = {
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
};

/** With a scale it is a number of eight bytes to programs. */
function extraDimension({ name, type, scale, shift, at }: LasFile['extraFields'][number]): PointDimension[] {
  if (type === undefined) return [];
  const isPlain = scale === 1 && shift === 0;
  const get = GETTERS[type];
  const ofNumber = type.startsWith('f') ? 'floating' : type.startsWith('i') ? 'signed' : 'unsigned';
  return [
    {
      name,
      size: isPlain ? NUMBER_BYTES[type] : 8,
      type: isPlain ? ofNumber : 'floating',
      read: (view, record) => get(view, record + at) * scale + shift,
    },
  ];
}

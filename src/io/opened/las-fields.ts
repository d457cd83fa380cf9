import { DEGREE } from '../../base/angle.js';
import { attributeNamed } from '../../cloud/point-schema.js';
import { FORMAT_1, FORMAT_6, RECORD_BYTES, SCAN_ANGLE_STEP, WAVE_PACKET, WAVE_PACKET_AT } from '../las/point-layout.js';
import {
  colourPlaces,
  type ExtraPlace,
  extraPlaces,
  GPS_TIME_AT,
  type LasRecordLayout,
} from '../las-files/las-columns.js';
import type { NumberPlace } from '../records/record-columns.js';
import { type CloudField, knownField } from './cloud-attribute.js';

/** Everything in the point records of a LAS file of the formats 0 to 10, described or not, in their order. */
export function lasFields(file: LasRecordLayout): CloudField[] {
  const { header, limitRows } = file;
  const { pointFormat, recordLength } = header;
  const extras = extraPlaces(file.extraFields);
  const own = coreFields(file, extras);
  const fields = [...own, ...extraFields(extras, own)];
  const end = Math.max(RECORD_BYTES[pointFormat], ...file.extraFields.map(({ at, bytes }) => at + bytes));
  if (end < recordLength) fields.push(bytesField('extra_bytes', end, recordLength - end, 'not described by the file'));
  if (limitRows !== undefined && !fields.some(({ name }) => name === 'energy'))
    fields.push({ ...knownField(attributeNamed('energy'), at('f32', 0)), derived: 'energy' });
  return fields;
}

const at = (type: NumberPlace['type'], offset: number, scale = 1, shift = 0): CloudField['place'] => ({
  type,
  at: offset,
  scale,
  shift,
});

const known = (name: string, place: CloudField['place']): CloudField => knownField(attributeNamed(name), place);

const code = (name: string, offset: number, description: string): CloudField => ({
  name,
  description,
  isCode: true,
  length: 1,
  place: at('u8', offset),
});

const knownBits = (name: string, offset: number, shift: number, mask: number): CloudField => ({
  ...known(name, at('u8', offset)),
  bits: { shift, mask },
});

const flag = (name: string, offset: number, shift: number, description: string): CloudField => ({
  ...code(name, offset, description),
  bits: { shift, mask: 1 },
});

const bytesField = (name: string, offset: number, length: number, description: string): CloudField => ({
  name,
  description,
  isCode: true,
  length,
  place: at('u8', offset),
});

function coreFields({ header, colours }: LasRecordLayout, extras: readonly ExtraPlace[]): CloudField[] {
  const { scale, offset, pointFormat } = header;
  const fields = ['x', 'y', 'z'].map((name, axis) => known(name, at('i32', 4 * axis, scale[axis], offset[axis])));
  fields.push(known('intensity', at('u16', FORMAT_6.intensity)));
  fields.push(...(pointFormat >= 6 ? format6Fields(extras) : format0Fields(pointFormat)));
  fields.push(...colourPlaces(header, colours).map(({ name, place }) => known(name, place)));
  if (pointFormat === 8 || pointFormat === 10)
    fields.push({
      name: 'nir',
      description: 'near infrared',
      isCode: false,
      length: 1,
      place: at('u16', FORMAT_6.nir),
    });
  const packetAt = WAVE_PACKET_AT[pointFormat];
  return packetAt === undefined ? fields : [...fields, ...packetFields(packetAt)];
}

/** Files by subray with more than four lasers have the laser in their extra bytes. */
function format6Fields(extras: readonly ExtraPlace[]): CloudField[] {
  const hasLaser = extras.some(({ attribute, place }) => attribute?.name === 'channel' && place !== undefined);
  const channel = knownBits('channel', FORMAT_6.flags, 4, 3);
  return [
    knownBits('return_number', FORMAT_6.returns, 0, 15),
    knownBits('number_of_returns', FORMAT_6.returns, 4, 15),
    ...FLAGS.map(([name, description], bit) => flag(name, FORMAT_6.flags, bit, description)),
    hasLaser ? { ...channel, name: 'scanner_channel', description: 'channel, 0 to 3' } : channel,
    flag('scan_direction', FORMAT_6.flags, 6, SCAN_DIRECTION),
    flag('edge_of_flight_line', FORMAT_6.flags, 7, LINE_EDGE),
    knownBits('classification', FORMAT_6.classification, 0, 255),
    code('user_data', FORMAT_6.userData, 'of the user'),
    known('scan_angle', at('i16', FORMAT_6.scanAngle, SCAN_ANGLE_STEP)),
    known('point_source_id', at('u16', FORMAT_6.pointSourceId)),
    known('gps_time', at('f64', FORMAT_6.gpsTime)),
  ];
}

function format0Fields(pointFormat: number): CloudField[] {
  const timeAt = GPS_TIME_AT[pointFormat];
  return [
    knownBits('return_number', FORMAT_1.returns, 0, 7),
    knownBits('number_of_returns', FORMAT_1.returns, 3, 7),
    flag('scan_direction', FORMAT_1.returns, 6, SCAN_DIRECTION),
    flag('edge_of_flight_line', FORMAT_1.returns, 7, LINE_EDGE),
    knownBits('classification', FORMAT_1.classification, 0, 31),
    ...FLAGS.slice(0, 3).map(([name, description], k) => flag(name, FORMAT_1.classification, 5 + k, description)),
    known('scan_angle', at('i8', FORMAT_1.scanAngle, DEGREE)),
    code('user_data', FORMAT_1.userData, 'of the user'),
    known('point_source_id', at('u16', FORMAT_1.pointSourceId)),
    ...(timeAt === undefined ? [] : [known('gps_time', at('f64', timeAt))]),
  ];
}

const FLAGS = [
  ['synthetic', 'made by other means than a scan'],
  ['key_point', 'to be kept when points are thinned'],
  ['withheld', 'to be left out'],
  ['overlap', 'in the overlap of swaths'],
] as const;
const SCAN_DIRECTION = '1: the mirror turns to the right';
const LINE_EDGE = '1: the last point of a scan line';

/** Seconds of one unit of the place of a return in its waveform. */
const PICOSECOND = 1e-12;

/** The waveform packet of a record: its descriptor, the place of its bytes, and the line of the beam. */
const packetFields = (packetAt: number): CloudField[] => [
  code('wave_packet_descriptor', packetAt + WAVE_PACKET.descriptor, 'form of the waveform, 0 is none'),
  {
    ...{ name: 'wave_packet_offset', description: 'of the waveform in its file', unit: 'bytes', isCode: false },
    ...{ length: 1, place: at('u64', packetAt + WAVE_PACKET.offset) },
  },
  {
    ...{ name: 'wave_packet_size', description: 'of the waveform', unit: 'bytes', isCode: false },
    ...{ length: 1, place: at('u32', packetAt + WAVE_PACKET.bytes) },
  },
  known('return_time', at('f32', packetAt + WAVE_PACKET.location, PICOSECOND)),
  ...['x', 'y', 'z'].map((axis, k) => ({
    ...{ name: `wave_packet_d${axis}`, description: 'of the beam in a picosecond', unit: 'm/ps', isCode: false },
    ...{ length: 1, place: at('f32', packetAt + WAVE_PACKET.beam + 4 * k) },
  })),
];

/** Described fields. If two are the same attribute the latter counts, and an own field of the record is renamed. */
function extraFields(extras: readonly ExtraPlace[], own: CloudField[]): CloudField[] {
  const counts = new Map(
    extras.flatMap(({ attribute, place }, k) => (attribute && place ? [[attribute.name, k]] : [])),
  );
  for (const field of own) if (counts.has(field.name)) field.name = `${field.name}_of_record`;
  return extras.map(({ field, attribute, place }, k) => {
    if (attribute && place && counts.get(attribute.name) === k) return knownField(attribute, place);
    const { name, description, type, bytes } = field;
    const [, text, unit] = /^(.*?)\s*(?:\[([^\]]*)\])?$/.exec(description) ?? [];
    const about = { ...(unit && { unit }), ...(text && { description: text }) };
    return place && type
      ? { name, ...about, isCode: false, length: 1, place: at(type, field.at, field.scale, field.shift) }
      : { name, ...about, isCode: true, length: bytes, place: at('u8', field.at) };
  });
}

/*
 * A written file against the ASPRS LAS Specification 1.4 – R15, field by field. The tables below hold the item names,
 * byte offsets and formats of the specification; together they account for every byte of the file.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { createPointSink } from '../../src/io/clouds/cloud-formats.js';
import { cloudHeader, goldenCloud, temporaryFolder } from './sample-cloud.js';

type Format =
  | 'u8'
  | 'i8'
  | 'u16'
  | 'i16'
  | 'u32'
  | 'i32'
  | 'u64'
  | 'f32'
  | 'f64'
  | `char[${number}]`
  | `zero[${number}]`;
type Field = [item: string, offset: number, format: Format, expected: number | string];

const BYTES = { u8: 1, i8: 1, u16: 2, i16: 2, u32: 4, i32: 4, u64: 8, f32: 4, f64: 8 } as const;
const lengthOf = (format: Format): number =>
  format in BYTES ? BYTES[format as keyof typeof BYTES] : Number(/\[(\d+)\]/.exec(format)![1]);

function readField(bytes: Uint8Array, at: number, format: Format): number | string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const part = bytes.subarray(at, at + lengthOf(format));
  if (format.startsWith('zero')) return part.reduce((sum, byte) => sum + byte, 0);
  if (format.startsWith('char')) return Buffer.from(part).toString('latin1').replace(/\0+$/, '');
  switch (format as keyof typeof BYTES) {
    case 'u8':
      return view.getUint8(at);
    case 'i8':
      return view.getInt8(at);
    case 'u16':
      return view.getUint16(at, true);
    case 'i16':
      return view.getInt16(at, true);
    case 'u32':
      return view.getUint32(at, true);
    case 'i32':
      return view.getInt32(at, true);
    case 'u64':
      return Number(view.getBigUint64(at, true));
    case 'f32':
      return view.getFloat32(at, true);
    case 'f64':
      return view.getFloat64(at, true);
  }
}

/** Checks the fields of a structure at `base`, and that they follow each other without a gap up to `size`. */
function expectStructure(bytes: Uint8Array, base: number, size: number, fields: Field[]): void {
  let end = 0;
  for (const [item, offset, format, expected] of fields) {
    expect(offset, `${item} begins where the field before it ends`).toBe(end);
    const found = readField(bytes, base + offset, format);
    if (format === 'f64' && typeof expected === 'number') expect(found, item).toBeCloseTo(expected, 9);
    else expect(found, item).toBe(expected);
    end = offset + lengthOf(format);
  }
  expect(end, 'the fields account for the whole structure').toBe(size);
}

const WKT = 'PROJCS["ETRS89 / UTM zone 32N"]';
const EXTRA_FIELDS = 12;
const VLR_BYTES = 54;
const DESCRIPTOR_BYTES = 192;
const POINTS_AT = 375 + VLR_BYTES + WKT.length + 1 + VLR_BYTES + EXTRA_FIELDS * DESCRIPTOR_BYTES;
/** Point formats 6, 7, 8: 30, 36, 38 bytes; 43 extra bytes. */
const RECORD_BYTES = { 6: 30 + 43, 7: 36 + 43, 8: 38 + 43 } as const;

const headerFields = (format: 6 | 7 | 8): Field[] => [
  ['File Signature', 0, 'char[4]', 'LASF'],
  ['File Source ID', 4, 'u16', 0],
  ['Global Encoding: bit 0 standard GPS time, bit 4 WKT', 6, 'u16', 0b10001],
  ['Project ID - GUID Data 1', 8, 'u32', 0],
  ['Project ID - GUID Data 2', 12, 'u16', 0],
  ['Project ID - GUID Data 3', 14, 'u16', 0],
  ['Project ID - GUID Data 4', 16, 'zero[8]', 0],
  ['Version Major', 24, 'u8', 1],
  ['Version Minor', 25, 'u8', 4],
  ['System Identifier', 26, 'char[32]', 'subray virtual laser scanner'],
  ['Generating Software', 58, 'char[32]', 'subray 0.1.0'],
  ['File Creation Day of Year', 90, 'u16', 366],
  ['File Creation Year', 92, 'u16', 2024],
  ['Header Size', 94, 'u16', 375],
  ['Offset to Point Data', 96, 'u32', POINTS_AT],
  ['Number of Variable Length Records', 100, 'u32', 2],
  ['Point Data Record Format', 104, 'u8', format],
  ['Point Data Record Length', 105, 'u16', RECORD_BYTES[format]],
  ['Legacy Number of Point Records', 107, 'u32', 0],
  ['Legacy Number of Points by Return', 111, 'zero[20]', 0],
  ['X Scale Factor', 131, 'f64', 0.001],
  ['Y Scale Factor', 139, 'f64', 0.001],
  ['Z Scale Factor', 147, 'f64', 0.001],
  ['X Offset', 155, 'f64', 0],
  ['Y Offset', 163, 'f64', 0],
  ['Z Offset', 171, 'f64', 0],
  // Of the stored coordinates: 39.9996 is stored as 40.000, −1.0006 as −1.001.
  ['Max X', 179, 'f64', 2.5],
  ['Min X', 187, 'f64', -1.001],
  ['Max Y', 195, 'f64', 90],
  ['Min Y', 203, 'f64', -80],
  ['Max Z', 211, 'f64', 40],
  ['Min Z', 219, 'f64', -3],
  ['Start of Waveform Data Packet Record', 227, 'u64', 0],
  ['Start of First Extended Variable Length Record', 235, 'u64', 0],
  ['Number of Extended Variable Length Records', 243, 'u32', 0],
  ['Number of Point Records', 247, 'u64', 3],
  ['Number of Points by Return [0]', 255, 'u64', 2],
  ['Number of Points by Return [1]', 263, 'u64', 1],
  ['Number of Points by Return [2…14]', 271, 'zero[104]', 0],
];

const vlrFields = (userId: string, recordId: number, length: number, description: string): Field[] => [
  ['Reserved', 0, 'u16', 0],
  ['User ID', 2, 'char[16]', userId],
  ['Record ID', 18, 'u16', recordId],
  ['Record Length After Header', 20, 'u16', length],
  ['Description', 22, 'char[32]', description],
];

/** `data_type`: 1 u8, 3 u16, 5 u32, 9 f32, 10 f64. */
const descriptorFields = (dataType: number, name: string, description: string): Field[] => [
  ['reserved', 0, 'u16', 0],
  ['data_type', 2, 'u8', dataType],
  ['options: no bit set, no field below is used', 3, 'u8', 0],
  ['name', 4, 'char[32]', name],
  ['unused', 36, 'u32', 0],
  ['no_data', 40, 'u64', 0],
  ['deprecated1', 48, 'zero[16]', 0],
  ['min', 64, 'u64', 0],
  ['deprecated2', 72, 'zero[16]', 0],
  ['max', 88, 'u64', 0],
  ['deprecated3', 96, 'zero[16]', 0],
  ['scale', 112, 'u64', 0],
  ['deprecated4', 120, 'zero[16]', 0],
  ['offset', 136, 'u64', 0],
  ['deprecated5', 144, 'zero[16]', 0],
  ['description', 160, 'char[32]', description],
];

const DESCRIPTORS: [dataType: number, name: string, description: string][] = [
  [9, 'NormalX', 'surface normal, x'],
  [9, 'NormalY', 'surface normal, y'],
  [9, 'NormalZ', 'surface normal, z'],
  [5, 'instance', 'object, 0 is none'],
  [3, 'material', 'material'],
  [3, 'semantic', 'semantic class'],
  [10, 'range', 'slant range [m]'],
  [9, 'incidence_angle', 'beam to surface normal [rad]'],
  [9, 'energy', 'received energy [J]'],
  [9, 'echo_width', 'echo, full width half max [s]'],
  [3, 'hit_subrays', 'subrays in this return'],
  [1, 'channel', 'laser, from 0'],
];

const f32 = Math.fround;

/** The core of a record, 30 bytes: X, Y, Z, intensity, returns, flags, class, user data, angle, source, time. */
const coreFields = (v: number[]): Field[] => [
  ['X', 0, 'i32', v[0]],
  ['Y', 4, 'i32', v[1]],
  ['Z', 8, 'i32', v[2]],
  ['Intensity', 12, 'u16', v[3]],
  ['Return Number (bits 0-3), Number of Returns (bits 4-7)', 14, 'u8', v[4]],
  ['Classification Flags, Scanner Channel (bits 4-5), Direction (bit 6), Edge (bit 7)', 15, 'u8', v[5]],
  ['Classification', 16, 'u8', v[6]],
  ['User Data: the laser', 17, 'u8', v[10]],
  ['Scan Angle, 0.006°', 18, 'i16', v[7]],
  ['Point Source ID', 20, 'u16', v[8]],
  ['GPS Time', 22, 'f64', v[9]],
];
const CORES = [
  [1000, 250, 0, 0, 1 | (2 << 4), 0 << 4, 2, 0, 1, 300_000_000.25, 0],
  [-1001, -80_000, 40_000, 1000, 2 | (2 << 4), ((6 & 3) << 4) | (1 << 6), 64, -15_000, 1, 300_000_000.25, 6],
  [2500, 90_000, -3000, 65535, 1 | (15 << 4), ((127 & 3) << 4) | (3 << 6), 255, 30_000, 65535, 300_000_000.5, 127],
];

const colourFields = (v: number[]): Field[] => [
  ['Red', 30, 'u16', v[0]],
  ['Green', 32, 'u16', v[1]],
  ['Blue', 34, 'u16', v[2]],
];
const COLOURS = [
  [0, 0, 0],
  [256, 512, 1024],
  [65535, 65535, 65535],
];

const extraFields = (at: number, v: number[]): Field[] => [
  ['NormalX', at, 'f32', f32(v[0])],
  ['NormalY', at + 4, 'f32', f32(v[1])],
  ['NormalZ', at + 8, 'f32', f32(v[2])],
  ['instance', at + 12, 'u32', v[3]],
  ['material', at + 16, 'u16', v[4]],
  ['semantic', at + 18, 'u16', v[5]],
  ['range', at + 20, 'f64', v[6]],
  ['incidence_angle', at + 28, 'f32', f32(v[7])],
  ['energy', at + 32, 'f32', f32(v[8])],
  ['echo_width', at + 36, 'f32', f32(v[9])],
  ['hit_subrays', at + 40, 'u16', v[10]],
  ['channel', at + 42, 'u8', v[11]],
];
const EXTRAS = [
  [0, 0, 1, 0, 0, 0, 10, 0, 1e-15, 4e-9, 19, 0],
  [-1, 0, 0, 7, 3, 4, 1234.5678, 0.5, 2e-13, 5e-9, 7, 6],
  [0.6, 0, 0.8, 4_294_967_295, 65535, 65535, 9999.9999, 1.5, 1e-9, 6e-9, 65535, 127],
];

const pointFields = (format: 6 | 7 | 8, point: number): Field[] => [
  ...coreFields(CORES[point]),
  ...(format === 6 ? [] : colourFields(COLOURS[point])),
  ...(format === 8 ? ([['NIR', 36, 'u16', 0]] as Field[]) : []),
  ...extraFields(RECORD_BYTES[format] - 43, EXTRAS[point]),
];

const folder = temporaryFolder();

describe.each([6, 7, 8] as const)('LAS 1.4 R15, point format %i', (format) => {
  let bytes = new Uint8Array();

  beforeAll(async () => {
    const path = join(folder, `format-${format}.las`);
    const writer = await createPointSink(
      { path, format: 'las', pointFormat: format, fields: 'all' },
      cloudHeader(undefined, WKT),
      {
        files: nodeFiles,
      },
    );
    await writer.write(goldenCloud());
    await writer.finish();
    bytes = readFileSync(path);
  });

  it('has the public header block of table 3', () => {
    expectStructure(bytes, 0, 375, headerFields(format));
  });

  it('has the reference system in a WKT record, ended by a zero', () => {
    const length = WKT.length + 1;
    expectStructure(bytes, 375, VLR_BYTES, vlrFields('LASF_Projection', 2112, length, 'Coordinate reference system'));
    expect(Buffer.from(bytes.subarray(375 + VLR_BYTES, 375 + VLR_BYTES + length)).toString()).toBe(`${WKT}\0`);
  });

  it('describes its extra bytes', () => {
    const at = 375 + VLR_BYTES + WKT.length + 1;
    const length = EXTRA_FIELDS * DESCRIPTOR_BYTES;
    expectStructure(bytes, at, VLR_BYTES, vlrFields('LASF_Spec', 4, length, 'Extra bytes of a point'));
    DESCRIPTORS.forEach((descriptor, i) => {
      const base = at + VLR_BYTES + i * DESCRIPTOR_BYTES;
      expectStructure(bytes, base, DESCRIPTOR_BYTES, descriptorFields(...descriptor));
    });
  });

  it.each([0, 1, 2])('has every field of point %i', (point) => {
    const record = RECORD_BYTES[format];
    expectStructure(bytes, POINTS_AT + point * record, record, pointFields(format, point));
  });

  it('ends with the last point', () => {
    expect(bytes.length).toBe(POINTS_AT + 3 * RECORD_BYTES[format]);
  });
});

it('writes the golden file byte for byte', async () => {
  const path = join(folder, 'golden.las');
  const writer = await createPointSink(
    { path, format: 'las', pointFormat: 7, fields: 'all' },
    cloudHeader(undefined, WKT),
    {
      files: nodeFiles,
    },
  );
  await writer.write(goldenCloud());
  await writer.finish();
  const golden = readFileSync(new URL('fixtures/golden-format-7.las', import.meta.url));
  expect(Buffer.compare(readFileSync(path), golden)).toBe(0);
});

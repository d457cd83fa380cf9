import { expect, it } from 'vitest';
import type { LasHeader } from '../../../src/io/las/las-header.js';
import { type LasRecordLayout, lasColumns } from '../../../src/io/las-files/las-columns.js';
import { RecordDecoder } from '../../../src/io/records/record-decoder.js';

const DEGREE = Math.PI / 180;

/**
 * The bytes that come before the first change in all formats: −4 · 0.5 + 10, 8 · 0.25 + 20, 12 · 0.125 − 30; 40,000.
 */
function recordOf(length: number, fill: (view: DataView) => void): DataView {
  const view = new DataView(new ArrayBuffer(length));
  [-4, 8, 12].forEach((value, k) => {
    view.setInt32(4 * k, value, true);
  });
  view.setUint16(12, 40_000, true);
  fill(view);
  return view;
}
const CORE = { x: [8], y: [22], z: [-28.5], intensity: [40_000] };

function decoded(pointFormat: number, record: DataView, extraFields: LasRecordLayout['extraFields'] = []) {
  const header = { pointFormat, recordLength: record.byteLength, scale: [0.5, 0.25, 0.125], offset: [10, 20, -30] };
  const decoder = new RecordDecoder(
    record.byteLength,
    lasColumns({ header: header as unknown as LasHeader, extraFields }),
  );
  const batch = decoder.decode(new Uint8Array(record.buffer), 1, decoder.createColumns(1), 0);
  return Object.fromEntries(
    Object.entries(batch).map(([key, value]) => [key, typeof value === 'number' ? value : [...value]]),
  );
}

it.each([
  [0, 20, undefined, undefined],
  [1, 28, 20, undefined],
  [2, 26, undefined, 20],
  [3, 34, 20, 28],
] as const)('lasColumns reads point format %d', (format, length, timeAt, rgbAt) => {
  const record = recordOf(length, (view) => {
    view.setUint8(14, 0b11_101_110);
    // Bits above the class mark synthetic, key and withheld points.
    view.setUint8(15, 0b1110_0000 | 9);
    view.setInt8(16, -17);
    view.setUint16(18, 50_000, true);
    if (timeAt) view.setFloat64(timeAt, 1234.5, true);
    if (rgbAt) for (const [k, value] of [1, 65_535, 256].entries()) view.setUint16(rgbAt + 2 * k, value, true);
  });
  const found = decoded(format, record);
  expect(found).toMatchObject({
    ...CORE,
    returnNumber: [6],
    returnCount: [5],
    classification: [9],
    scanAngle: [Math.fround(-17 * DEGREE)],
    pointSourceId: [50_000],
    gpsTime: [timeAt ? 1234.5 : 0],
    channel: [0],
  });
  expect(found.rgb).toEqual(rgbAt ? [1, 65_535, 256] : undefined);
});

it.each([
  [6, 30],
  [7, 36],
  [8, 38],
])('lasColumns reads point format %d', (format, length) => {
  const record = recordOf(length, (view) => {
    view.setUint8(14, (13 << 4) | 11);
    view.setUint8(15, 0b1110_1111);
    view.setUint8(16, 200);
    view.setInt16(18, -15_000, true);
    view.setUint16(20, 50_000, true);
    view.setFloat64(22, 1234.5, true);
    if (format > 6) for (const [k, value] of [1, 65_535, 256].entries()) view.setUint16(30 + 2 * k, value, true);
  });
  const found = decoded(format, record);
  expect(found).toMatchObject({
    ...CORE,
    returnNumber: [11],
    returnCount: [13],
    classification: [200],
    channel: [2],
    scanAngle: [Math.fround(-Math.PI / 2)],
    pointSourceId: [50_000],
    gpsTime: [1234.5],
  });
  expect(found.rgb).toEqual(format === 6 ? undefined : [1, 65_535, 256]);
});

it('lasColumns reads extra bytes that have a name of subray, a type and a scale of their own', () => {
  const record = recordOf(50, (view) => {
    view.setInt16(30, -300, true);
    view.setUint8(32, 7);
    view.setUint16(33, 9, true);
    view.setUint8(35, 77);
    view.setFloat32(36, 0.5, true);
  });
  const field = { description: '', scale: 1, shift: 0 };
  const found = decoded(6, record, [
    { ...field, name: 'range', type: 'i16', bytes: 2, at: 30, scale: 0.25, shift: 100 },
    { ...field, name: 'semantic', type: 'u8', bytes: 1, at: 32 },
    // Of two with the same name, the latter counts; one without a type is not known.
    { ...field, name: 'semantic', type: 'u16', bytes: 2, at: 33 },
    { ...field, name: 'material', bytes: 1, at: 35 },
    { ...field, name: 'elevation', type: 'u8', bytes: 1, at: 35 },
    { ...field, name: 'azimuth', type: 'f32', bytes: 4, at: 36 },
  ]);
  expect(found).toMatchObject({ range: [25], semantic: [9], material: [0], azimuth: [0.5] });
  expect(Object.keys(found)).not.toContain('ring');
  expect(Object.keys(found)).not.toContain('rgb');
});

it('lasColumns reads the extra bytes of HELIOS++ in the units of subray', () => {
  const record = recordOf(54, (view) => {
    view.setFloat64(30, 5.25, true);
    view.setInt32(38, 97, true);
    view.setInt32(42, 12, true);
    view.setFloat64(46, 73_691.1181, true);
  });
  const field = { description: '', scale: 1, shift: 0 };
  const fields: LasRecordLayout['extraFields'] = [
    { ...field, name: 'echo_width', type: 'f64', bytes: 8, at: 30 },
    { ...field, name: 'fullwaveIndex', type: 'i32', bytes: 4, at: 38 },
    { ...field, name: 'hitObjectId', type: 'i32', bytes: 4, at: 42 },
    { ...field, name: 'heliosAmplitude', type: 'f64', bytes: 8, at: 46 },
  ];
  expect(decoded(6, record, fields)).toMatchObject({
    echoWidth: [Math.fround(5.25e-9)],
    pulse: [96],
    instance: [13],
    amplitude: [Math.fround(73_691.1181e-9)],
  });
  // Alone, it is that of subray, in seconds.
  expect(decoded(6, record, fields.slice(0, 1))).toMatchObject({ echoWidth: [5.25] });
});

/*
 * Arrays of NumPy against the format of NumPy Enhancement Proposal 1, by offsets, and those of other programs read.
 * numpy.test.ts has NumPy itself read them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import type { PointBatch } from '../../../src/cloud/point-batch.js';
import { createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { readPoints } from '../../../src/io/clouds/read-points.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import type { StoredTable } from '../../../src/io/tables/array-records.js';
import { createWaveformSink } from '../../../src/io/waveforms/waveform-formats.js';
import { cloudHeader, goldenCloud, sampleBatch, temporaryFolder } from '../sample-cloud.js';
import { sampleWaveforms } from '../waveforms/sample-waveforms.js';

const folder = temporaryFolder();

async function written(name: 'a.npy' | 'a.npz', batches: PointBatch[]): Promise<Buffer> {
  const path = join(folder, name);
  const format = name === 'a.npy' ? 'npy' : 'npz';
  const sink = await createPointSink(
    { path, format },
    { ...cloudHeader(), optional: ['rgb'] },
    { files: nodeFiles, force: true },
  );
  for (const batch of batches) await sink.write(batch);
  await sink.finish();
  return readFileSync(path);
}

describe('.npy', () => {
  it('has a head of version 1.0 that states fields and points, and a record for each', async () => {
    const bytes = await written('a.npy', [goldenCloud()]);
    expect([...bytes.subarray(0, 8)]).toEqual([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]);
    const dataAt = 10 + bytes.readUInt16LE(8);
    expect(dataAt % 64).toBe(0);
    const head = bytes.toString('latin1', 10, dataAt);
    expect(head).toMatch(
      /^\{'descr': \[\('x', '<f8'\), \('y', '<f8'\), \('z', '<f8'\), \('intensity', '<u2'\), \('return_number', '\|u1'\), .*\('blue', '<u2'\)\], 'fortran_order': False, 'shape': \(3,\), \} *\n$/,
    );
    const recordLength = (bytes.length - dataAt) / 3;
    expect(recordLength).toBe(92);
    expect(bytes.readDoubleLE(dataAt + recordLength)).toBe(-1.0006);
    expect(bytes.readUInt16LE(dataAt + 2 * recordLength + 24)).toBe(65535);
    expect(bytes.readUInt16LE(bytes.length - 2 - recordLength)).toBe(1024);
  });
});

describe('.npz', () => {
  it('has an array for each attribute, whole from blocks and the rest, with its sum', async () => {
    const first = sampleBatch(40_000, 1, { colour: true });
    const second = sampleBatch(7, 2, { colour: true });
    const bytes = await written('a.npz', [first, second]);
    const at = bytes.indexOf('normal.npy') + 'normal.npy'.length + 20;
    expect(bytes.toString('latin1', at, at + 128)).toMatch(
      /'<f4', 'fortran_order': False, 'shape': \(40007, 3\), \} *\n$/,
    );
    // The first copy of the name is in the local header, 30 bytes behind its start.
    expect(bytes.readUInt32LE(bytes.indexOf('normal.npy') - 30)).toBe(0x04034b50);
    expect(bytes.readFloatLE(at + 128 + 4 * (3 * 20_000 + 1))).toBe(first.normal[60_001]);
    expect(bytes.readFloatLE(at + 128 + 4 * (3 * 40_006 + 2))).toBe(second.normal[20]);
    expect((await openReadable(nodeFiles, join(folder, 'a.npz'))).pointCount).toBe(40_007);
    // The sums are those that zip itself states.
    bytes[at + 5000] ^= 1;
    writeFileSync(join(folder, 'broken.npz'), bytes);
    await expect(openReadable(nodeFiles, join(folder, 'broken.npz'))).rejects.toThrow(
      /normal\.npy: found bytes with the CRC-32/,
    );
  });

  it('is known by its arrays as one of waveforms', async () => {
    const path = join(folder, 'flight.npz');
    const { points, waveforms } = sampleWaveforms(5, 1, { bits: 12 });
    const sink = await createWaveformSink(path, 'npz', { files: nodeFiles });
    await sink.write(waveforms, points);
    await sink.finish();
    const error = (await openReadable(nodeFiles, path).catch((reason: unknown) => reason)) as UserError;
    expect(error.message).toBe('a file of waveforms: say which to show');
    expect(error.hint).toContain('--waveform 1,2');
  });
});

/** A file with this head, of version `major`. */
function save(name: string, head: string, data: Uint8Array, major = 1): string {
  const path = join(folder, name);
  const text = Buffer.from(head, major === 3 ? 'utf8' : 'latin1');
  const start = Buffer.alloc(major === 1 ? 10 : 12);
  start.write('\x93NUMPY', 'latin1');
  start[6] = major;
  if (major === 1) start.writeUInt16LE(text.length, 8);
  else start.writeUInt32LE(text.length, 8);
  writeFileSync(path, Buffer.concat([start, text, data]));
  return path;
}

async function read(path: string): Promise<{ cloud: StoredTable; points: PointBatch }> {
  const cloud = (await openReadable(nodeFiles, path)) as StoredTable;
  for await (const points of readPoints(cloud)) return { cloud, points };
  throw new Error('no points');
}

const f4 = (...values: number[]) => new Uint8Array(Float32Array.from(values).buffer);

describe('an array of another program', () => {
  it('has rows of x, y, z, an intensity and more', async () => {
    const path = save(
      'rows.npy',
      "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 5)}",
      f4(1, 2, 3, 9, 8, 4, 5, 6, 10, 7),
    );
    const { cloud, points } = await read(path);
    expect([[...points.x], [...points.y], [...points.z], [...points.intensity]]).toEqual([
      [1, 4],
      [2, 5],
      [3, 6],
      [9, 10],
    ]);
    expect(cloud.warnings).toEqual(['arrays or fields that are not read: #5']);
  });

  it('has its columns one after the other', async () => {
    const path = save('fortran.npy', "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3)}", f4(1, 4, 2, 5, 3, 6));
    const { points } = await read(path);
    expect([[...points.x], [...points.y], [...points.z]]).toEqual([
      [1, 4],
      [2, 5],
      [3, 6],
    ]);
  });

  it('has fields of other types, orders, gaps and several numbers', async () => {
    const data = Buffer.alloc(2 * 33);
    for (const row of [0, 1]) {
      const at = 33 * row;
      for (let k = 0; k < 3; k++) data.writeFloatBE(10 * row + k, at + k * 4);
      data.writeBigInt64LE(BigInt(7 + row), at + 16);
      data.writeDoubleBE(1e8 + row, at + 24);
      data[at + 32] = row;
    }
    const head = `{"descr": [("xyz", ">f4", (3,)), ("", "|V4"), (("a title", "Instance"), "<i8"), ("GpsTime", ">f8"), ("é", "?")], "fortran_order": False, "shape": (2,), }`;
    const { cloud, points } = await read(save('fields.npy', head, data, 3));
    expect([[...points.x], [...points.z], [...points.instance], [...points.gpsTime]]).toEqual([
      [0, 10],
      [2, 12],
      [7, 8],
      [1e8, 1e8 + 1],
    ]);
    expect(cloud.warnings).toEqual(['arrays or fields that are not read: é']);
  });

  const XYZ = "('x', '<f4'), ('y', '<f4'), ('z', '<f4')";
  it.each([
    ['of objects', `{'descr': [${XYZ}, ('o', '|O')], 'fortran_order': False, 'shape': (1,)}`, /Python objects/],
    ['of no type', `{'descr': 'float', 'fortran_order': False, 'shape': (1,)}`, /none of NumPy/],
    ['of what must be run', `{'descr': __import__('os'), 'fortran_order': False, 'shape': (1,)}`, /no dictionary/],
    ['without a shape', `{'descr': [${XYZ}], 'fortran_order': False}`, /no shape/],
    ['with a shape that is none', `{'descr': [${XYZ}], 'fortran_order': False, 'shape': (-1,)}`, /no shape/],
    ['of three axes', `{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, 3)}`, /3 axes/],
    ['that is too short', `{'descr': [${XYZ}], 'fortran_order': False, 'shape': (2,)}`, /expected 24 for its 2 rows/],
    ['without z', `{'descr': [('x', '<f4'), ('y', '<f8')], 'fortran_order': False, 'shape': (1,)}`, /no z/],
    [
      'with x twice',
      `{'descr': [${XYZ}, ('X', '|V0'), ('X', '|S0')], 'fortran_order': False, 'shape': (1,)}`,
      undefined,
    ],
    ['of endless rows', `{'descr': '|u1', 'fortran_order': False, 'shape': (0, 999999)}`, /rows of 999999 bytes/],
    ['that nests', `${'('.repeat(60_000)}`, /no dictionary/],
  ])('%s', async (_, head, message) => {
    const opened = openReadable(nodeFiles, save('bad.npy', head, f4(1, 2, 3)));
    if (message === undefined) return expect((await opened).warnings[0]).toContain('X, X');
    const error: unknown = await opened.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toMatch(message);
  });
});

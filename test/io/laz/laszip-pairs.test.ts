import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readChunkIndex } from '../../../src/io/las-files/chunk-index.js';
import { openLas } from '../../../src/io/las-files/las-file.js';
import { openLasRecords } from '../../../src/io/las-files/open-records.js';
import { encodeChunkTable } from '../../../src/io/laz/chunk-table.js';
import { itemsOf, laszipVlr, VARIABLE_CHUNKS } from '../../../src/io/laz/laszip-record.js';
import { LazCodec } from '../../../src/io/laz/laz-codec.js';
import { isLayeredFormat, packedLayout } from '../../../src/io/laz/packed-layout.js';
import { memoryFiles } from '../las/memory-file.js';

/** Pairs of files with the same points, the compressed one written by LASzip 3.5. */
const FOLDER = new URL('../../../../shared/data/laz/', import.meta.url);
const names = existsSync(FOLDER)
  ? readdirSync(FOLDER)
      .filter((name) => name.endsWith('.laz'))
      .map((name) => name.slice(0, -4))
  : [];
if (names.length === 0)
  describe.skip('files of LASzip (skipped: ../shared/data/laz is not here)', () => {
    it('are compared', () => {});
  });

const read = (name: string) => new Uint8Array(readFileSync(new URL(name, FOLDER)));

async function pair(name: string) {
  const [bytes, plain] = [read(`${name}.laz`), read(`${name}.las`)];
  const file = await openLas(memoryFiles(bytes).files, 'a.laz');
  const { pointDataOffset, pointCount, recordLength } = await openLas(memoryFiles(plain).files, 'a.las').then(
    ({ header }) => header,
  );
  const records = plain.subarray(pointDataOffset, pointDataOffset + pointCount * recordLength);
  const { laszip } = file;
  const { pointFormat } = file.header;
  if (!laszip || !isLayeredFormat(pointFormat)) throw new Error(`${name} is not compressed in layers`);
  return {
    bytes,
    file,
    laszip,
    records,
    layout: packedLayout(pointFormat, recordLength, laszip.items[0].version),
    pointFormat,
  };
}

describe.skipIf(names.length === 0)('files of LASzip', () => {
  it('are all there', () => {
    expect(names.length).toBe(27);
  });

  it.each(names)('%s: its chunks and their table are ours, byte for byte', async (name) => {
    const { bytes, file, laszip, records, layout } = await pair(name);
    const codec = await LazCodec.create();
    const chunks = await readChunkIndex(file, laszip, codec);
    for (const { at, bytes: length, first, points } of chunks) {
      const own = codec.encode(
        records.subarray(first * layout.recordLength, (first + points) * layout.recordLength),
        layout,
      );
      expect(Buffer.compare(own, bytes.subarray(at, at + length)), `chunk at byte ${at}`).toBe(0);
    }
    const table = encodeChunkTable(codec, chunks, laszip.chunkSize === VARIABLE_CHUNKS);
    const tableAt = Number(new DataView(bytes.buffer).getBigInt64(file.header.pointDataOffset, true));
    expect(Buffer.compare(table, bytes.subarray(tableAt, tableAt + table.length))).toBe(0);
  });

  it.each(names)('%s: says of its compression what we say, its points are those of its twin', async (name) => {
    const { file, laszip, records, layout, pointFormat } = await pair(name);
    expect(laszip.items).toEqual(itemsOf(pointFormat, layout.recordLength, laszip.items[0].version));
    const { dataOffset, dataLength } = file.vlrs.find(({ recordId }) => recordId === 22204) ?? {};
    const theirs = read(`${name}.laz`).slice(dataOffset, (dataOffset ?? 0) + (dataLength ?? 0));
    expect([...theirs]).toEqual([...laszipVlr(laszip.items, laszip.chunkSize).data]);
    const source = await openLasRecords(file);
    for (const portion of [file.pointCount, 77]) {
      const target = new Uint8Array(Math.max(1, portion) * layout.recordLength);
      for (let first = 0; first < file.pointCount; first += portion) {
        const count = Math.min(portion, file.pointCount - first);
        await source.read(first, count, target);
        const expected = records.subarray(first * layout.recordLength, (first + count) * layout.recordLength);
        expect(Buffer.compare(target.subarray(0, expected.length), expected)).toBe(0);
      }
    }
    await source.close();
  });
});

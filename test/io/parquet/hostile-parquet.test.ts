/** Footers and heads of pages that announce more than they hold: refused before the library allocates for them. */
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { createWebFiles } from '../../../src/base/files/web-files.js';
import { createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import { openParquet } from '../../../src/io/parquet/open-parquet.js';
import { openParquetRecords } from '../../../src/io/parquet/parquet-records.js';
import { cloudHeader, sampleBatch } from '../sample-cloud.js';

const MEBI = 2 ** 20;
/** Of a core; most take a tenth. */
const SECONDS_MAX = 5;
const varint = (n: number): number[] => (n > 127 ? [(n & 127) | 128, ...varint(Math.floor(n / 128))] : [n]);

/** A file of this footer alone. */
function fileOf(footer: Uint8Array): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([Buffer.from('PAR1'), footer, length, Buffer.from('PAR1')]);
}

/** Field 2, the schema, as a list of `count` elements of `type`, and what follows. */
const schemaOf = (count: number, type: number, rest: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from([0x29, 0xf0 | type, ...varint(count)]), rest]);

/** The message with which a file is refused, the seconds of a core and the MiB that this took. */
async function refusal(footer: Uint8Array): Promise<{ message: string; seconds: number; mebibytes: number }> {
  const files = createWebFiles({ sources: { 'cloud.parquet': fileOf(footer) } });
  const [start, before] = [process.cpuUsage(), process.memoryUsage().rss];
  const error: unknown = await openReadable(files, 'cloud.parquet').catch((thrown: unknown) => thrown);
  const { user, system } = process.cpuUsage(start);
  const used = { seconds: (user + system) / 1e6, mebibytes: (process.memoryUsage().rss - before) / MEBI };
  if (!(error instanceof UserError)) throw error;
  expect(error.place).toEqual({ file: 'cloud.parquet' });
  return { message: error.message, ...used };
}

/** `depth` lists in each other, of 2²⁵ elements each. */
const nested = (depth: number): Uint8Array =>
  Buffer.from([0x29, ...Array.from({ length: depth }, () => [0xf9, ...varint(2 ** 25)]).flat()]);

/** Field 4, the row groups: an empty list; and the end. */
const NO_GROUPS = Uint8Array.of(0x29, 0x0c, 0);

const FOOTERS: readonly [what: string, footer: () => Uint8Array, reason: RegExp][] = [
  ['lists of lists that announce 2²⁵ elements each', () => nested(24), /a list of 33554432 values, longer than itself/],
  [
    'lists of lists as long as the footer',
    () => {
      const heads = Array.from({ length: 12 }, () => [0xf9, ...varint(16 * MEBI - 200)]).flat();
      return Buffer.concat([Buffer.from([0x29, ...heads]), Buffer.alloc(16 * MEBI)]);
    },
    /more than 16777216 values/,
  ],
  ['lists nested without end', () => Buffer.concat([Buffer.from([0x29]), Buffer.alloc(MEBI, 0x19)]), /16 deep/],
  [
    'structures nested without end',
    () => Buffer.concat([Buffer.from([0x29, 0x1c]), Buffer.alloc(MEBI, 0x1c)]),
    /nested more than 16 deep/,
  ],
  ['31 million empty structures', () => schemaOf(31 * MEBI, 12, Buffer.alloc(31 * MEBI)), /more than \d+ values/],
  ['8 million empty structures', () => schemaOf(8 * MEBI, 12, Buffer.alloc(8 * MEBI)), /lists, texts and structures/],
  ['8 million empty texts', () => schemaOf(8 * MEBI, 8, Buffer.alloc(8 * MEBI)), /lists, texts and structures/],
  [
    'a number of 800 kB',
    () => Buffer.concat([Buffer.from([0x16]), Buffer.alloc(800_000, 0xff), Buffer.from([1, 0])]),
    /a number of more than 10 bytes/,
  ],
  [
    'the size of a list of 800 kB',
    () => Buffer.concat([Buffer.from([0x29, 0xf9]), Buffer.alloc(800_000, 0xff), Buffer.from([1, 0])]),
    /a number of more than 5 bytes/,
  ],
  ['a text longer than the file', () => Buffer.from([0x68, ...varint(2 ** 31), 0]), /is cut off/],
  ['fields of any number', () => Buffer.concat([Buffer.alloc(MEBI, 0x11), Buffer.from([0])]), /has a field 256/],
];

describe('a Parquet file under fire', () => {
  it.each(FOOTERS)('refuses %s at once, and without their memory', async (_, footer, reason) => {
    const { message, seconds, mebibytes } = await refusal(footer());
    expect(message).toMatch(reason);
    expect(seconds).toBeLessThan(SECONDS_MAX);
    expect(mebibytes).toBeLessThan(200);
  });

  it('names a hundred thousand columns by a few of them', async () => {
    const element = Buffer.from([0x15, 10, 0x38, 1, 0x61, 0]);
    const root = Buffer.from([0x48, 1, 0x72, 0]);
    const many = Buffer.concat([root, ...Array.from({ length: 100_000 }, () => element)]);
    const { message, seconds } = await refusal(Buffer.concat([schemaOf(100_001, 12, many), NO_GROUPS]));
    expect(message).toMatch(/there is no column x, y, z of numbers; the columns are a, a, .* and \d+ more$/);
    expect(message.length).toBeLessThan(1000);
    expect(seconds).toBeLessThan(SECONDS_MAX);
  });

  it('refuses a page whose head announces a list of 2²⁵ elements, before it is made', async () => {
    const files = createWebFiles();
    const sink = await createPointSink({ path: 'cloud.parquet', format: 'parquet' }, cloudHeader(), { files });
    await sink.write(sampleBatch(4, 1));
    await sink.finish();
    const bytes = (await files.read('cloud.parquet')).slice();
    bytes.set([0x29, ...nested(3).subarray(1)], 4);
    const damaged = createWebFiles({ sources: { 'cloud.parquet': bytes } });
    const cloud = await openParquet(damaged, 'cloud.parquet');
    const source = await openParquetRecords(cloud);
    const read = source.read(0, 4, new Uint8Array(4 * cloud.recordLength));
    await expect(read).rejects.toThrow(/the page at byte 4, of the column \w+, has a list of 33554432 values/);
    await source.close();
  });
});

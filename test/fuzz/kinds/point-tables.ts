import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { createWebFiles } from '../../../src/base/files/web-files.js';
import { cloudJson, describeCloudFile } from '../../../src/cli/describe/describe-cloud.js';
import { OPTIONAL_KEYS } from '../../../src/cloud/point-batch.js';
import { type CloudFormatName, createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import { crc32c } from '../../../src/io/e57/crc32c.js';
import { crc32 } from '../../../src/io/npz/crc32.js';
import { describeCloud } from '../../../src/picture/cloud/node-describe-cloud.js';
import { cloudHeader, sampleBatch } from '../../io/sample-cloud.js';
import type { FuzzKind, FuzzSeed } from '../fuzz-kind.js';
import { filesOf, textSeed } from '../in-memory.js';
import type { Random } from '../mutate.js';
import { thriftStructure } from '../structures.js';

/** A cloud as subray writes it. */
async function written(format: CloudFormatName, count = 4): Promise<FuzzSeed> {
  const files = createWebFiles();
  const path = `cloud.${format}`;
  const batch = sampleBatch(count, 1, { colour: true });
  const optional = OPTIONAL_KEYS.filter((key) => key === 'rgb');
  const sink = await createPointSink({ path, format }, { ...cloudHeader(), optional }, { files });
  await sink.write(batch);
  await sink.finish();
  return { file: path, bytes: await files.read(path) };
}

/** Describes the cloud as `subray info` does; coordinates that are none are counted, not printed. */
async function use(bytes: Uint8Array, file: string): Promise<string | undefined> {
  const cloud = await describeCloud(await openReadable(filesOf({}, file, bytes), file), { threads: 1 });
  // Names of columns are the user's.
  const said = describeCloudFile(cloud).filter((line) => !/^(columns|warning:|made by|format) /.test(line));
  const wrong = said.find((line) => /\bNaN\b|\bundefined\b|\bInfinity\b|\[object/.test(line));
  if (wrong !== undefined) return `info prints "${wrong.slice(0, 500)}"`;
  const {
    title: _title,
    software: _software,
    columns: _columns,
    warnings: _warnings,
    ...numbers
  } = cloudJson(cloud) as Record<string, unknown>;
  return JSON.stringify(numbers).includes('null') ? `info --json prints ${JSON.stringify(numbers)}` : undefined;
}

const points = (
  format: CloudFormatName,
  { more, ...kind }: Pick<FuzzKind, 'weight' | 'isText' | 'dictionary' | 'grow' | 'mend'> & { more: FuzzSeed[] },
): FuzzKind => ({
  ...{ name: `points-${format}`, ...kind, use },
  seeds: async () => [await written(format), ...more],
});

const floats = (...values: number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);

/** A header and its data. */
const headed = (file: string, head: string, data: Uint8Array): FuzzSeed => ({
  file,
  bytes: new Uint8Array(Buffer.concat([Buffer.from(head), data])),
});

const PCD_HEAD = (data: string, width: number, height = 1) =>
  `# .PCD v0.7\nVERSION .7\nFIELDS x y z intensity\nSIZE 4 4 4 4\nTYPE F F F F\nCOUNT 1 1 1 1\nWIDTH ${width}\nHEIGHT ${height}\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS ${width * height}\nDATA ${data}\n`;

/** All literals, then eight bytes that repeat; compressed and full length before it. */
const LZF = (() => {
  const columns = floats(1, 2, 3, 4, 5, 6, 7, 7);
  const packed = Buffer.concat([Uint8Array.of(27), columns.subarray(0, 28), Uint8Array.of(0x40, 3)]);
  return Buffer.concat([new Uint8Array(Uint32Array.of(packed.length, 32).buffer), packed]);
})();

const PLY_HEAD = (format: string, more = '') =>
  `ply\nformat ${format} 1.0\ncomment by hand\n${more}element vertex 2\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\nend_header\n`;

const PLY_DATA = Buffer.concat([floats(1, 2, 3), Uint8Array.of(7), floats(4, 5, 6), Uint8Array.of(8)]);

const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;

/** Makes the sums of an archive right, as far as its directory can be followed. */
function mendArchive(bytes: Uint8Array): Uint8Array {
  const mended = bytes.slice();
  const view = new DataView(mended.buffer);
  for (let at = 0; at + 46 <= mended.length; at++) {
    if (view.getUint32(at, true) !== CENTRAL) continue;
    // Sizes and places of 64 bits, behind the name.
    const extra = at + 46 + view.getUint16(at + 28, true) + 4;
    if (extra + 24 > mended.length) continue;
    const [length, local] = [Number(view.getBigUint64(extra, true)), Number(view.getBigUint64(extra + 16, true))];
    if (local + 30 > mended.length || view.getUint32(local, true) !== LOCAL) continue;
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    view.setUint32(at + 16, crc32(mended.subarray(start, start + length)), true);
  }
  return mended;
}

/** Makes the sums of the pages of an E57 file right. */
function mendPages(bytes: Uint8Array): Uint8Array {
  const mended = bytes.slice();
  const view = new DataView(mended.buffer);
  for (let at = 0; at + 1024 <= mended.length; at += 1024)
    view.setUint32(at + 1020, crc32c(mended.subarray(at, at + 1020)));
  return mended;
}

/** Of another program: several scans, poses, numbers that begin within bytes. */
const TWO_SCANS: FuzzSeed = {
  file: 'cloud.e57',
  bytes: new Uint8Array(readFileSync(fileURLToPath(new URL('../../io/fixtures/two-scans.e57', import.meta.url)))),
};

/** Two scans, the second with colours. */
const TWO_GRIDS = [
  ...['2', '2', '0 0 0', '1 0 0', '0 1 0', '0 0 1', '1 0 0 0', '0 1 0 0', '0 0 1 0', '100 200 10 1'],
  ...['0 0 0 0.5', '1 0 0 0.25', '1 1 0 0.6', '1 2 0 0.7'],
  ...['1', '1', '0 0 0', '1 0 0', '0 1 0', '0 0 1', '0 1 0 0', '-1 0 0 0', '0 0 1 0', '0 0 0 1', '1 2 3 0 9 8 7', ''],
].join('\n');

/** An array of NumPy by its head. */
const npy = (head: string, data: Uint8Array): FuzzSeed => {
  const length = Uint8Array.of(head.length & 255, head.length >> 8);
  return {
    file: 'cloud.npy',
    bytes: new Uint8Array(Buffer.concat([Buffer.from('\x93NUMPY\x01\x00', 'latin1'), length, Buffer.from(head), data])),
  };
};

const NPY_WORDS = [
  ...["'<f8'", "'>f4'", "'|O'", "'<U8'", "'|V4'", "'shape': (", "'fortran_order': True", "('x', '<i8')"],
  ...["('xyz', '<f4', (3,))", '[(', ')]', '999999999999999', 'None'],
];

/** Columns as other programs write them: dictionaries, gaps, differences, whole numbers of 64 bits. */
function otherParquet(options: object): FuzzSeed {
  const rows = Array.from({ length: 60 }, (_, i) => i);
  const columnData: ColumnSource[] = [
    { name: 'X', data: rows.map((i) => (i % 5) / 4), encoding: 'RLE_DICTIONARY' },
    { name: 'y', data: rows.map((i) => (i % 7 === 3 ? null : i)), type: 'DOUBLE' },
    { name: 'z', data: rows.map((i) => BigInt(-i)), type: 'INT64' },
    { name: 'instance', data: rows.map((i) => i % 3), type: 'INT32', encoding: 'DELTA_BINARY_PACKED' },
    { name: 'intensity', data: rows.map((i) => 100 * i), type: 'INT32' },
  ];
  return { file: 'cloud.parquet', bytes: new Uint8Array(parquetWriteBuffer({ columnData, ...options })) };
}

/** A Parquet file of a footer alone: lists and structures in each other, of any announced length. */
function footer(random: Random): FuzzSeed {
  const bytes = Buffer.from(thriftStructure(random, 20_000));
  const length = new Uint8Array(Uint32Array.of(bytes.length).buffer);
  const [magic, name] = [Buffer.from('PAR1'), 'cloud.parquet'];
  return { file: name, bytes: new Uint8Array(Buffer.concat([magic, bytes, length, magic])) };
}

export const pointKinds: readonly FuzzKind[] = [
  points('ply', {
    weight: 6,
    isText: false,
    dictionary: [
      'element vertex 3\n',
      'property list uchar int i\n',
      'property double t\n',
      'end_header\n',
      'element face 0\n',
    ],
    more: [
      headed('cloud.ply', PLY_HEAD('binary_big_endian'), PLY_DATA),
      headed('cloud.ply', PLY_HEAD('ascii'), Buffer.from('1 2 3 7\n4 5e1 -6 8\n')),
    ],
  }),
  points('pcd', {
    weight: 6,
    isText: false,
    dictionary: [
      'FIELDS x y z',
      'SIZE 8 8 8',
      'TYPE U I F',
      'COUNT 1 33 1',
      'DATA binary_compressed\n',
      'rgb',
      'WIDTH 0\n',
    ],
    more: [
      headed('cloud.pcd', PCD_HEAD('ascii', 1, 2), Buffer.from('1 2 3 4\nnan nan nan 0\n')),
      headed('cloud.pcd', PCD_HEAD('binary_compressed', 2), LZF),
    ],
  }),
  points('csv', {
    weight: 6,
    isText: true,
    dictionary: ['x', 'y', 'z', 'intensity', 'gps_time', 'classification', 'nan', ',', ';', '\t', '#', '"'],
    more: [
      textSeed('cloud.csv', '"X";"Y";"Z";Intensity\n1;2;3;0.5\n4;5;6;1\n'),
      textSeed('cloud.csv', '# x y z\n1 2 3\n'),
    ],
  }),
  points('xyz', {
    weight: 6,
    isText: true,
    dictionary: ['//', '#', ' ', '\t', ',', 'nan', '1e400'],
    more: [
      textSeed('cloud.xyz', '1 2 3\n4 5 6\n'),
      textSeed('cloud.xyz', '-21.1645 -14.5361 0.0089 73691.1181 5.2500 1 2 97 3 2 518391.000480000\n'),
      textSeed('cloud.xyz', '// by hand\n1 2 3 255 0 0\n4 5 6 0 255 0\n'),
    ],
  }),
  points('pts', {
    weight: 3,
    isText: true,
    dictionary: [' ', '\n', '-2048', '99999999999', 'nan'],
    more: [textSeed('cloud.pts', '2\n1 2 3 -7\n4 5 6 8\n\n1\n7 8 9 10\n'), textSeed('cloud.pts', '1 2 3\n')],
  }),
  points('ptx', {
    weight: 3,
    isText: true,
    dictionary: [' ', '\n', '0 0 0', '999999999', 'nan', '1e400'],
    more: [textSeed('cloud.ptx', TWO_GRIDS)],
  }),
  points('npy', {
    weight: 4,
    isText: false,
    dictionary: NPY_WORDS,
    more: [
      npy("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }\n", floats(1, 2, 3, 4, 5, 6)),
      npy(
        "{'descr': [('xyz', '>f4', (3,)), ('', '|V1'), ('Classification', '|u1')], 'fortran_order': False, 'shape': (1,)}",
        Uint8Array.of(63, 128, 0, 0, 64, 0, 0, 0, 64, 64, 0, 0, 0, 2),
      ),
    ],
  }),
  points('parquet', {
    weight: 3,
    isText: false,
    dictionary: ['PAR1', 'classification', '\x15\x04\x19'],
    grow: footer,
    more: [otherParquet({ pageSize: 8 }), otherParquet({ codec: 'UNCOMPRESSED' })],
  }),
  points('e57', {
    weight: 3,
    isText: false,
    dictionary: [
      ...['type="Float"', 'type="ScaledInteger"', 'minimum="-9223372036854775808"', 'maximum="9223372036854775807"'],
      ...[
        'scale="1e300"',
        'recordCount="99999999"',
        'fileOffset="0"',
        'precision="single"',
        'sphericalRange',
        '<pose>',
      ],
    ],
    mend: mendPages,
    more: [TWO_SCANS],
  }),
  points('npz', {
    weight: 3,
    isText: false,
    dictionary: ['PK', 'NUMPY', '.npy', ...NPY_WORDS],
    mend: mendArchive,
    more: [],
  }),
];

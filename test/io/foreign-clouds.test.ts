import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import type { PointBatch } from '../../src/cloud/point-batch.js';
import { readPoints } from '../../src/io/clouds/read-points.js';
import { openReadable } from '../../src/io/clouds/readable-clouds.js';
import { temporaryFolder } from './sample-cloud.js';

const folder = temporaryFolder();

function write(name: string, ...parts: (string | Uint8Array)[]): string {
  const path = join(folder, name);
  writeFileSync(path, Buffer.concat(parts.map((part) => Buffer.from(part as string))));
  return path;
}

async function read(path: string): Promise<PointBatch & { warnings: string[] }> {
  const cloud = await openReadable(nodeFiles, path);
  for await (const batch of readPoints(cloud)) return { ...batch, warnings: cloud.warnings };
  throw new Error('no points');
}

const faultOf = (path: string) =>
  read(path).then(
    () => 'none',
    (error: Error & { format?(): string }) => error.format?.() ?? error.message,
  );

/** Numbers of a type, big- or little-endian. */
function f32(values: number[], little = true): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  for (const [k, value] of values.entries()) view.setFloat32(4 * k, value, little);
  return new Uint8Array(view.buffer);
}

/** An array of NumPy, version 1, of items of one type or of a list of fields. */
function npyBytes(descr: string | readonly string[], numbers: Float64Array, shape = '(1,)'): Uint8Array {
  const type = typeof descr === 'string' ? descr : `[${descr.join(', ')}]`;
  const head = `{'descr': ${type}, 'fortran_order': False, 'shape': ${shape}}\n`;
  const start = Buffer.from('\x93NUMPY\x01\0\0\0', 'latin1');
  start.writeUInt16LE(head.length, 8);
  return Buffer.concat([start, Buffer.from(head, 'latin1'), new Uint8Array(numbers.buffer)]);
}

/** A ZIP archive of files that are not compressed. */
function storedZip(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const [parts, central]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [name, bytes] of Object.entries(files)) {
    // Version, flags, method, time and date, then sum, sizes and the length of the name.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(bytes.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), Buffer.from(bytes));
    central.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), facts, place, Buffer.from(name));
    at += 30 + name.length + bytes.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  const [count, length] = [Object.keys(files).length, Buffer.concat(central).length];
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...central, end]);
}

const pcdHeader = (data: string, points = 2, fields = 'x y z intensity') => {
  const ones = fields.split(' ');
  return `VERSION .7\nFIELDS ${fields}\nSIZE ${ones.map(() => 4).join(' ')}\nTYPE ${ones.map(() => 'F').join(' ')}\nCOUNT ${ones.map(() => 1).join(' ')}\nWIDTH ${points}\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS ${points}\nDATA ${data}\n`;
};
const plyHeader = (format: string, count: number, rest = '') =>
  `ply\nformat ${format} 1.0\ncomment by hand\n${rest}element vertex ${count}\nproperty float x\nproperty float y\nproperty float z\nend_header\n`;

describe('PCD of others', () => {
  it('is read as text, with empty cells and packed colours', async () => {
    const path = write(
      'a.pcd',
      pcdHeader('ascii', 3, 'x y z rgb'),
      '1 2 3 4.2108e+06\nnan nan nan 0\n-1.5 2e1 +3 2.3418052e-38\n',
    );
    const { x, y, z, rgb } = await read(path);
    expect([...x]).toEqual([1, Number.NaN, -1.5]);
    expect([...y]).toEqual([2, Number.NaN, 20]);
    expect([...z]).toEqual([3, Number.NaN, 3]);
    expect([...(rgb ?? [])].slice(6)).toEqual([255 * 257, 0, 0]);
  });

  it('is read as compressed', async () => {
    // Two points, field by field, all as literals, then eight bytes that repeat.
    const columns = f32([1, 2, 3, 4, 5, 6, 7, 7]);
    const packed = Uint8Array.of(27, ...columns.subarray(0, 28), (2 << 5) | 0, 3);
    const lengths = new Uint8Array(Uint32Array.of(packed.length, 32).buffer);
    const { x, y, z, intensity } = await read(write('c.pcd', pcdHeader('binary_compressed'), lengths, packed));
    expect([...x, ...y, ...z, ...intensity]).toEqual([1, 2, 3, 4, 5, 6, 7, 7]);
  });

  it.each([
    ['DATA zip', pcdHeader('zip'), 'expected one of: ascii, binary, binary_compressed'],
    ['DATA alone', pcdHeader(''), 'DATA: found nothing, expected one of: ascii, binary, binary_compressed'],
    ['WIDTH alone', pcdHeader('ascii').replace('WIDTH 2', 'WIDTH'), 'WIDTH: found nothing, expected a whole number'],
    ['more types than fields', pcdHeader('ascii').replace('TYPE F', 'TYPE F F'), 'TYPE: expected one for each field'],
    ['VERSION alone', pcdHeader('zip').replace('VERSION .7', 'VERSION'), 'DATA: found "zip"'],
    ['fields of no number', pcdHeader('binary').replace(/COUNT.*/, 'COUNT 0 1 1 1'), 'it has no field x'],
    ['no fields', 'VERSION 0.7\nDATA ascii\n', 'no line FIELDS'],
    [
      'too many points',
      pcdHeader('binary', 2e14),
      'the header announces 200000000000000 points, the file holds 0 at most',
    ],
    [
      'points apart from rows',
      pcdHeader('ascii').replace('POINTS 2', 'POINTS 3'),
      'expected WIDTH × HEIGHT, which is 2',
    ],
    ['a type', pcdHeader('ascii').replace('TYPE F', 'TYPE Q'), 'field x: found type Q of 4 bytes'],
    ['no z', pcdHeader('ascii', 2, 'x y w'), 'it has no field z'],
    ['a word', `${pcdHeader('ascii')}1 2 3 4\n1 2 three 4\n`, '.pcd:12: column z: found "three", expected a number'],
    ['a short row', `${pcdHeader('ascii')}1 2 3 4.000\n1 2 3\n`, '.pcd:12: found 3 numbers, expected 4'],
    ['rows that end', `${pcdHeader('ascii')}1 2 3 4\n#                \n`, 'the file ends here; it announces 2 points'],
    ['a long row', `${pcdHeader('ascii')}1 2 3 4\n1 2 3 4 5\n`, '.pcd:12: found "5" after the last column, expected 4'],
    ['a field twice', pcdHeader('ascii', 2, 'x y z x'), '.pcd:2: it has the field x twice'],
    [
      'a colour of more bits',
      `${pcdHeader('ascii', 1, 'x y z rgb').replace('F F F F', 'F F F U')}1 2 3 4294967296\n`,
      '.pcd:11: column rgb: found 4294967296, expected a colour of 32 bits',
    ],
    ['a bomb', `${pcdHeader('binary_compressed', 1e9)}\0\0\0\0\0\0\0\0`, 'compressed points of 0 bytes'],
  ])('is refused with %s', async (_, text, message) => {
    expect(await faultOf(write('bad.pcd', text))).toContain(message);
  });

  it('may be of a version that is not named', async () => {
    const cloud = await openReadable(nodeFiles, write('v.pcd', pcdHeader('ascii', 0).replace('VERSION .7', 'VERSION')));
    expect(cloud).toMatchObject({ title: 'PCD 0.5, ascii', pointCount: 0 });
  });

  it('is refused with compressed points that are damaged', async () => {
    for (const packed of [[31, 1], [0xff], [32, 0], [0, 7, 0xe0, 255, 0]]) {
      const lengths = new Uint8Array(Uint32Array.of(packed.length, 32).buffer);
      const path = write('bad.pcd', pcdHeader('binary_compressed'), lengths, Uint8Array.from(packed));
      expect(await faultOf(path)).toContain('its compressed points cannot be unpacked');
    }
  });
});

describe('PLY of others', () => {
  it.each([
    ['ascii', ['1 2 3\n', '4 5 6\n']],
    ['binary_little_endian', [f32([1, 2, 3, 4, 5, 6])]],
    ['binary_big_endian', [f32([1, 2, 3, 4, 5, 6], false)]],
  ])('is read as %s', async (format, data) => {
    const { x, y, z } = await read(write('a.ply', plyHeader(format, 2), ...data));
    expect([...x, ...y, ...z]).toEqual([1, 4, 2, 5, 3, 6]);
  });

  it('is read behind elements of one length', async () => {
    const rest = 'element camera 2\nproperty double t\n';
    const { x } = await read(
      write('a.ply', plyHeader('binary_little_endian', 1, rest), new Uint8Array(16), f32([7, 8, 9])),
    );
    expect([...x]).toEqual([7]);
  });

  it.each([
    ['too many points', plyHeader('ascii', 1e15 - 1), 'the header announces 999999999999999 points'],
    ['no z', plyHeader('ascii', 0).replace('float z', 'float w'), 'its vertices have no property z'],
    [
      'a list',
      plyHeader('ascii', 0).replace('property float z', 'property list uchar int z'),
      'its vertices have a list',
    ],
    [
      'a property twice',
      plyHeader('ascii', 0).replace('property float y', 'property float x\nproperty float y'),
      '.ply:6: element "vertex" has the property "x" twice',
    ],
    ['a long row', `${plyHeader('ascii', 1)}1 2 3 4\n`, '.ply:9: found "4" after the last column, expected 3 numbers'],
    ['no end', 'ply\nformat ascii 1.0\n', 'the header does not end'],
  ])('is refused with %s', async (_, text, message) => {
    expect(await faultOf(write('bad.ply', text))).toContain(message);
  });
});

describe('text of others', () => {
  it.each([
    ['more columns than names', 'x,y,z\n1,2,3\n4,5,6,7\n', '.csv:3: found "7" after the last column, expected 3'],
    ['fewer', 'x,y,z\n1,2\n', '.csv:2: found 2 numbers, expected 3'],
    ['a column twice', 'x,y,z,x\n1,2,3,4\n', '.csv:1: the column x is there twice; the columns are x, y, z, x'],
    ['a column twice, once large', '# by hand\nx,y,z,X\n1,2,3,4\n', '.csv:2: the column X is there twice'],
    ['words in quotes', 'x,y,z\n1,2,"three"\n', '.csv:2: column z: found "three", expected a number'],
    ['a quote that stays open', 'x,y,z\n"1,2,3\n', '.csv:2: column x: found "\\"1,2,3", expected a number'],
  ])('is refused with %s', async (_, text, message) => {
    expect(await faultOf(write('bad.csv', text))).toContain(message);
  });

  it('may have empty cells at the end of its lines', async () => {
    const { x, z } = await read(write('e.csv', 'x,y,z\n1,2,3,\n4,5,6 , ,\n'));
    expect([...x, ...z]).toEqual([1, 4, 3, 6]);
  });

  it('may have its numbers in quotes, and separators in those of its words', async () => {
    const { x, y, z } = await read(write('q.csv', '"x","y","z","note"\n"1","2"," 3 ","a, b"\n"4.5", "-5" ,"","c"\n'));
    expect([...x, ...y, ...z]).toEqual([1, 4.5, 2, -5, 3, Number.NaN]);
  });

  it('names columns that mean the same as one before them as not read', async () => {
    const { classification, warnings } = await read(write('t.csv', 'x,y,z,classification,label\n1,2,3,4,300\n'));
    expect([...classification]).toEqual([4]);
    expect(warnings).toEqual(['columns that are not read: label']);
  });

  it('takes no time for each pair of its columns', async () => {
    const started = process.cpuUsage();
    const cells = Array.from({ length: 16_000 }, () => 4).join(' ');
    await read(write('wide.xyz', `1 2 3 ${cells}\n`));
    expect(process.cpuUsage(started).user).toBeLessThan(1.5e6);
  });

  it.each([
    ['X;Y;Z;Intensity\r\n1;2;3;4\r\n5;6;7;8', [1, 5, 2, 6, 3, 7, 4, 8]],
    ['\ufeffx,y,z,i\n1,2,3,4\n\n# more\n5,6,7,8\n', [1, 5, 2, 6, 3, 7, 4, 8]],
    ['1,2,3,4\n5,6,7,8\n', [1, 5, 2, 6, 3, 7, 4, 8]],
    ['tree, x, y, z, intensity\noak, 1, 2, 3, 4\nelm, 5, 6, 7, 8\n', [1, 5, 2, 6, 3, 7, 4, 8]],
    ['//X Y Z Scalar_Intensity\n1 2 3 4\n  5\t6   7 8  \n', [1, 5, 2, 6, 3, 7, 4, 8]],
  ])('is read: %j', async (text, numbers) => {
    const { x, y, z, intensity } = await read(write('a.csv', text));
    expect([...x, ...y, ...z, ...intensity]).toEqual(numbers);
  });

  it('has no place where a cell is empty', async () => {
    expect([...(await read(write('a.csv', 'x,y,z\n,2,3\n'))).x]).toEqual([Number.NaN]);
  });

  it('has colours of 8 bits', async () => {
    const { rgb } = await read(write('a.xyz', '1 2 3 255 0 1\n'));
    expect([...(rgb ?? [])]).toEqual([65535, 0, 257]);
  });

  it('names the columns that it leaves out', async () => {
    const { warnings } = await read(write('a.csv', 'x,y,z,mood\n1,2,3,4\n'));
    expect(warnings).toEqual(['columns that are not read: mood']);
  });

  it('has intensities from 0 to 1 made large, and says so', async () => {
    const { intensity, warnings } = await read(write('a.xyz', '1 2 3 0.5\n1 2 3 1\n'));
    expect([...intensity]).toEqual([32768, 65535]);
    expect(warnings).toEqual(['its intensities are from 0 to 1; they are shown times 65535']);
  });

  it('has intensities from 0 to 1 beside infinite ones and none', async () => {
    const { intensity, warnings } = await read(
      write('a.csv', 'x,y,z,i\n1,2,3,inf\n1,2,3,0.5\n1,2,3,nan\n1,2,3,-inf\n'),
    );
    expect([...intensity]).toEqual([65535, 32768, 0, 0]);
    expect(warnings).toContain('its intensities are from 0 to 1; they are shown times 65535');
    const whole = await read(write('b.csv', 'x,y,z,i\n1,2,3,inf\n1,2,3,0.2\n1,2,3,7\n'));
    expect([...whole.intensity]).toEqual([65535, 0, 7]);
  });

  it.each([
    ['time,value\n1,2\n', 'there is no column x, y, z; the columns are time, value'],
    ['x,y,z\n1,2\n', 'bad.csv:2: found 2 numbers, expected 3'],
    ['x,y,z\n1,2,3\n1,2 4,3\n', 'bad.csv:3: column y: found "2 4", expected a number'],
    [`x,y,z\n${' '.repeat(2 ** 20 + 5)}`, 'bad.csv:2: a line of more than 1048576 bytes'],
    ['', 'bad.csv: the file has no line with words or numbers, expected a line of names, then one for each point'],
    ['\n# nothing\n\n', 'the file has no line with words or numbers'],
  ])('is refused: %#', async (text, message) => {
    expect(await faultOf(write('bad.csv', text))).toContain(message);
  });
});

it('reads the points of HELIOS++ as text', async () => {
  const path = write(
    'leg000_points.xyz',
    '-21.1645 -14.5361 0.0089 73691.1181 5.2500 1 2 97 3 2 518391.000480000\n-12.8489 -17.7109 -0.0009 1594.2016 0.0000 2 2 97 4 6 518391.000965000\n',
  );
  const { warnings, ...batch } = await read(path);
  expect(warnings).toEqual([]);
  expect(batch).toMatchObject({
    count: 2,
    x: Float64Array.of(-21.1645, -12.8489),
    amplitude: Float32Array.of(73_691.1181e-9, 1594.2016e-9),
    intensity: Uint16Array.of(4829, 104),
    echoWidth: Float32Array.of(5.25e-9, 0),
    returnNumber: Uint8Array.of(1, 2),
    returnCount: Uint8Array.of(2, 2),
    pulse: Uint32Array.of(96, 96),
    instance: Uint32Array.of(4, 5),
    classification: Uint8Array.of(2, 6),
    gpsTime: Float64Array.of(518_391.000_48, 518_391.000_965),
  });
});

describe('names and counts of columns', () => {
  it.each([
    ['easting', 'Easting,Northing,Elevation\n500001,5400002,103\n'],
    ['units in brackets', 'X [m],Y [m],Z [m]\n500001,5400002,103\n'],
    ['units in parentheses', 'x(m);y(m);z(m)\n500001;5400002;103\n'],
    ['a count behind names', '//X;Y;Z\n1\n500001;5400002;103\n'],
    ['a count before names', '1\nX Y Z\n500001 5400002 103\n'],
    ['a count without names', '1\n500001,5400002,103\n'],
  ])('are those of others: %s', async (_, text) => {
    const points = await read(write('names.txt', text));
    expect([points.x, points.y, points.z].map((axis) => [...axis])).toEqual([[500_001], [5_400_002], [103]]);
    expect(points.warnings).toEqual([]);
  });

  /** A file of some format with one point. */
  const FILES: Readonly<Record<string, (names: readonly string[]) => Uint8Array | string>> = {
    csv: (names) => `${names.join(',')}\n500001,5400002,103\n`,
    npy: (names) =>
      npyBytes(
        names.map((name) => `('${name}', '<f8')`),
        Float64Array.of(500_001, 5_400_002, 103),
      ),
    npz: (names) =>
      storedZip(
        Object.fromEntries(
          names.map((name, k) => [`${name}.npy`, npyBytes("'<f8'", Float64Array.of([500_001, 5_400_002, 103][k]))]),
        ),
      ),
    parquet: (names) =>
      new Uint8Array(
        parquetWriteBuffer({
          columnData: names.map((name, k) => ({ name, data: Float64Array.of([500_001, 5_400_002, 103][k]) })),
        }),
      ),
    ply: (names) =>
      `ply\nformat ascii 1.0\nelement vertex 1\n${names.map((name) => `property double ${name}\n`).join('')}end_header\n500001 5400002 103\n`,
    pcd: (names) =>
      `VERSION 0.7\nFIELDS ${names.join(' ')}\nSIZE 8 8 8\nTYPE F F F\nCOUNT 1 1 1\nWIDTH 1\nHEIGHT 1\nPOINTS 1\nDATA ascii\n500001 5400002 103\n`,
  };
  const NAMES = [
    ['Easting', 'Northing', 'Elevation'],
    ['easting', 'northing', 'Height'],
    ['East', 'North', 'altitude'],
    ['X [m]', 'Y [m]', 'Z [m]'],
  ];
  it.each(
    Object.keys(FILES).flatMap((ending) =>
      // PLY and PCD have no blanks in names.
      NAMES.filter(([name]) => !(name.includes(' ') && /ply|pcd/.test(ending))).map(
        (names) => [ending, names] as const,
      ),
    ),
  )('are those of a map in every format: %s, %j', async (ending, names) => {
    const points = await read(write(`map.${ending}`, FILES[ending](names)));
    expect([points.x, points.y, points.z].map((axis) => [...axis])).toEqual([[500_001], [5_400_002], [103]]);
    expect(points.warnings).toEqual([]);
  });

  it('that are x, y and z in one array of NumPy count before others', async () => {
    const arrays = {
      'xyz.npy': npyBytes("'<f8'", Float64Array.of(1, 2, 3), '(1, 3)'),
      'height.npy': npyBytes("'<f8'", Float64Array.of(9)),
    };
    const points = await read(write('both.npz', storedZip(arrays)));
    expect([...points.z]).toEqual([3]);
  });

  it('that are x, y and z count before others of the same meaning', async () => {
    const points = await read(write('both.csv', 'elevation,x,y,z\n9,1,2,3\n'));
    expect([...points.z]).toEqual([3]);
    expect(points.warnings).toEqual(['columns that are not read: elevation']);
  });

  it('with another unit are no coordinates', async () => {
    expect(await faultOf(write('feet.csv', 'X [ft],Y [ft],Z [ft]\n1,2,3\n'))).toContain('there is no column x, y, z');
  });

  it('say where they do not hold', async () => {
    expect((await read(write('short.txt', '//X;Y;Z\n3\n1;2;3\n'))).warnings).toEqual([
      'it announces 3 points, and has 1; it may be cut off',
    ]);
    expect(await faultOf(write('late.txt', '//X;Y;Z\n1;2;3\n3\n'))).toContain('found 1 number, expected 3');
  });
});

/** Fields as drivers of Ouster write them: padding, of some bytes or none. */
const PADDED = (data: string): string =>
  `VERSION 0.7\nFIELDS x y z _ intensity _ ring\nSIZE 4 4 4 1 4 1 2\nTYPE F F F U F U U\nCOUNT 1 1 1 4 1 0 1\nWIDTH 2\nHEIGHT 1\nPOINTS 2\nDATA ${data}\n`;

it.each(['ascii', 'binary'])('a PCD may have fields of no numbers: %s', async (data) => {
  const rows = [
    [1, 2, 3, 70, 4],
    [5, 6, 7, 80, 9],
  ];
  const binary = rows.map(([x, y, z, intensity, ring]) =>
    Buffer.concat([f32([x, y, z]), Buffer.alloc(4), f32([intensity]), Uint8Array.of(ring, 0)]),
  );
  const text = rows.map(([x, y, z, intensity, ring]) => `${x} ${y} ${z} 0 0 0 0 ${intensity} ${ring}\n`);
  const points = await read(write(`padded-${data}.pcd`, PADDED(data), ...(data === 'ascii' ? text : binary)));
  expect([...points.z, ...points.intensity, ...(points.ring ?? [])]).toEqual([3, 7, 70, 80, 4, 9]);
  expect(points.warnings).toEqual([]);
});

describe('poses without names', () => {
  const matrix = (angle: number) => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)].map((value) => value.toFixed(6));
    return `${c} -${s} 0 ${angle} ${s} ${c} 0 2 0 0 1 3\n`;
  };
  const tum = (time: number) => `${time}.5 1 2 3 0 0.6 0 0.8\n`;

  it('are told from points, with what reads them', async () => {
    expect(await faultOf(write('kitti.txt', ...[0.1, 0.2, 0.3].map(matrix)))).toMatch(
      /kitti\.txt:1: rows of 12 numbers that are poses of KITTI \(three rows of a matrix\), not points\n {2}a leg follows them: trajectory: \{ file: kitti\.txt, format: kitti \}$/,
    );
    expect(await faultOf(write('tum.txt', '# timestamp tx ty tz qx qy qz qw\n', ...[1, 2, 3].map(tum)))).toMatch(
      /tum\.txt:2: rows of 8 numbers that are a trajectory of TUM \(time, place, quaternion\), not points\n {2}a leg follows them: trajectory: \{ file: tum\.txt, columns: \{ time: 1, /,
    );
  });

  it('are no points with a normal, nor rows whose first number falls', async () => {
    const normals = write('normals.txt', ...[1, 2, 3].map((x) => `${x} 1 2 3 0 0 1 0\n`));
    expect((await read(normals)).count).toBe(3);
    expect(await faultOf(write('falls.txt', ...[3, 2, 1].map(tum)))).toContain('return_number: found 0.6');
    expect((await read(write('twelve.txt', '1 2 3 4 5 6 7 8 9 10 11 12\n'.repeat(3)))).count).toBe(3);
  });
});

/*
 * E57 against a reader of the crate e57 (the package web-e57, which gives coordinates, colours and the XML), against
 * one after the words of the standard, and as libE57Format wrote it.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import type { Box3 } from '../../../src/base/vec3.js';
import { childOf, type XmlElement } from '../../../src/base/xml/xml-element.js';
import { OPTIONAL_KEYS, optionalArray, type PointBatch } from '../../../src/cloud/point-batch.js';
import { attributesOf, type FieldChoice } from '../../../src/cloud/point-fields.js';
import { createPointSink } from '../../../src/io/clouds/cloud-formats.js';
import { readPoints } from '../../../src/io/clouds/read-points.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import { packBits } from '../../../src/io/e57/bit-pack.js';
import { crc32c } from '../../../src/io/e57/crc32c.js';
import { indexPacket } from '../../../src/io/e57/packets.js';
import type { CloudHeader } from '../../../src/io/records/point-sink.js';
import { checkClose, checkSame } from '../../support/quick-checks.js';
import { testRandom } from '../../support/random.js';
import { cloudHeader, goldenCloud, LOCAL_BOX, sampleBatch, temporaryFolder } from '../sample-cloud.js';
import { type StrictScan, strictE57 } from '../strict-e57.js';

const folder = temporaryFolder();

/** The package as it is for bundlers: WebAssembly that imports its own JavaScript. */
let convert: (bytes: Uint8Array, format: string) => string;
beforeAll(async () => {
  const packaged = new URL(import.meta.resolve('web-e57'));
  const glue = await import(fileURLToPath(new URL('e57_bg.js', packaged)));
  const module = await WebAssembly.compile(readFileSync(new URL('e57_bg.wasm', packaged)));
  glue.__wbg_set_wasm((await WebAssembly.instantiate(module, { './e57_bg.js': glue })).exports);
  convert = glue.convertE57;
});

/** A cloud with every attribute. */
function fullBatch(count: number): PointBatch {
  const batch = sampleBatch(count, 7, { colour: true });
  for (const key of OPTIONAL_KEYS.filter((one) => one !== 'rgb')) {
    const array = optionalArray(batch, key);
    for (let i = 0; i < array.length; i++) array[i] = key === 'azimuth' ? (i % 300) / 100 : (i * 7) % 250;
  }
  return batch;
}

/** Of golden clouds. */
const GOLDEN = { optional: ['rgb'] } as const;

interface Written {
  bytes: Buffer;
  losses: unknown;
}

async function written(
  name: string,
  batches: readonly PointBatch[],
  fields: FieldChoice = 'standard',
  header: Partial<CloudHeader> = {},
): Promise<Written> {
  const path = join(folder, name);
  const sink = await createPointSink(
    { path, format: 'e57', fields },
    { ...cloudHeader(), optional: OPTIONAL_KEYS, ...header },
    { files: nodeFiles },
  );
  for (const batch of batches) await sink.write(batch);
  const { losses, bytes: size } = await sink.finish();
  const bytes = readFileSync(path);
  expect(bytes.length).toBe(size);
  return { bytes, losses };
}

const scanOf = (bytes: Buffer): StrictScan => strictE57(bytes).scans[0];

/** The text at the end of a path of elements. */
function textAt(element: XmlElement, ...names: string[]): string | undefined {
  let found: XmlElement | undefined = element;
  for (const name of names) found = found && childOf(found, name);
  return found?.text;
}

/** The element of an attribute, and the term that is added to its numbers. */
const ELEMENTS: Readonly<Record<string, [name: string, term?: number]>> = {
  x: ['cartesianX'],
  y: ['cartesianY'],
  z: ['cartesianZ'],
  intensity: ['intensity'],
  red: ['colorRed'],
  green: ['colorGreen'],
  blue: ['colorBlue'],
  return_number: ['returnIndex', 1],
  number_of_returns: ['returnCount'],
  gps_time: ['timeStamp', 3e8],
  nx: ['nor:normalX'],
  ny: ['nor:normalY'],
  nz: ['nor:normalZ'],
};

const STEPS: Readonly<Record<string, number>> = {
  ...{ x: 1e-4, y: 1e-4, z: 1e-4, true_x: 1e-4, true_y: 1e-4, true_z: 1e-4, range: 1e-4 },
  ...{ nx: 1e-3, ny: 1e-3, nz: 1e-3, scan_angle: 1e-4, azimuth: 1e-4, incidence_angle: 1e-3, echo_width: 1e-11 },
};

/** A number of an array, or its upper byte. */
const wanted = (array: Float64Array, i: number, isByte: boolean): number =>
  isByte ? Math.round(array[i] / 257) : array[i];

/** Expects every attribute of a cloud in a scan, to half a step. */
function expectAll(scan: StrictScan, batch: PointBatch, fields: FieldChoice, steps: typeof STEPS): void {
  const attributes = attributesOf({ optional: OPTIONAL_KEYS }, { fields });
  expect(scan.numbers.size).toBe(attributes.length);
  for (const { name, key, component, components } of attributes) {
    const [element, term = 0] = ELEMENTS[name] ?? [`subray:${name}`];
    const found = scan.numbers.get(element);
    const isByte = key === 'rgb' && fields !== 'all';
    // Numbers of f32 are read as f64.
    const most = name in steps ? 0.5 * steps[name] * (1 + 1e-5) : 0;
    let worst = 0;
    for (let i = 0; i < batch.count; i++)
      worst = Math.max(
        worst,
        Math.abs(
          (found?.[i] ?? Number.NaN) + term - wanted(batch[key] as Float64Array, components * i + component, isByte),
        ),
      );
    expect(worst, name).toBeLessThanOrEqual(most);
  }
}

describe('.e57', () => {
  it.each([
    ['all', {}],
    ['standard', STEPS],
  ] as const)('has every attribute with %s, in packets as the standard has them', async (fields, steps) => {
    const batch = fullBatch(3001);
    const { bytes, losses } = await written(`strict-${fields}.e57`, [batch], fields);
    const scan = scanOf(bytes);
    expect(scan.packets).toBeGreaterThan(3);
    expect(scan.indexed).toBe(scan.packets);
    expectAll(scan, batch, fields, steps);
    expect(losses).toBeUndefined();
  });

  it.each(['all', 'standard', 'minimal'] as const)('is read by the crate e57, with %s', async (fields) => {
    const batch = fullBatch(20_000);
    const { bytes } = await written(`crate-${fields}.e57`, [batch], fields);
    const lines = convert(bytes, 'XYZ').trimEnd().split('\n');
    expect(lines).toHaveLength(20_000);
    const step = fields === 'all' ? 0 : 5.0001e-5;
    lines.forEach((line, i) => {
      const [x, y, z, ...colours] = line.split(' ').map(Number);
      checkClose(x, batch.x[i], step, i);
      checkClose(y, batch.y[i], step, i);
      checkClose(z, batch.z[i], step, i);
      // The crate makes colours of 8 bits by the limits.
      const own = [...(batch.rgb ?? []).slice(3 * i, 3 * i + 3)];
      const wanted = own.map((value) => (fields === 'all' ? Math.trunc(value / 257) : Math.round(value / 257)));
      if (fields !== 'minimal') checkSame(colours.join(), wanted.join(), i);
    });
  });

  it('says where and when its points are, and what made it', async () => {
    const { bytes } = await written('stated.e57', [goldenCloud()], 'standard', {
      ...{ wkt: 'LOCAL_CS["<here> & \u0001"]', comment: 'axes: x forward' },
      ...{ viewpoint: { position: [1, 2, 3], orientation: [0.5, 0.5, 0.5, 0.5] }, inSensorFrame: true },
      optional: ['rgb'],
    });
    const { root, scans } = strictE57(bytes);
    const [{ element }] = scans;
    expect(textAt(root, 'coordinateMetadata')).toBe('LOCAL_CS["<here> & ?"]');
    expect(textAt(root, 'e57LibraryVersion')).toBe('subray 0.1.0');
    // The day of 2024-12-31T23:59:59Z begins in the GPS week 2347, at its second 172,818.
    expect(textAt(root, 'creationDateTime', 'dateTimeValue')).toBe(String(2347 * 604_800 + 172_818));
    expect(textAt(element, 'acquisitionStart', 'dateTimeValue')).toBe('1300000000');
    expect(['w', 'x', 'y', 'z'].map((axis) => textAt(element, 'pose', 'rotation', axis))).toEqual(Array(4).fill('0.5'));
    expect(['x', 'y', 'z'].map((axis) => textAt(element, 'pose', 'translation', axis))).toEqual(['1', '2', '3']);
    expect(
      ['xMinimum', 'xMaximum', 'yMinimum', 'yMaximum', 'zMinimum', 'zMaximum'].map((end) =>
        Number(textAt(element, 'cartesianBounds', end)).toFixed(6),
      ),
    ).toEqual(['-1.000600', '2.500000', '-80.000000', '90.000000', '-2.999600', '39.999600']);
    expect(textAt(element, 'intensityLimits', 'intensityMaximum')).toBe('65535');
    expect(textAt(element, 'colorLimits', 'colorBlueMaximum')).toBe('255');
    const guids = [root, element].map((one) => textAt(one, 'guid') ?? '');
    for (const guid of guids)
      expect(guid).toMatch(/^\{[0-9A-F]{8}-[0-9A-F]{4}-8[0-9A-F]{3}-8[0-9A-F]{3}-[0-9A-F]{12}\}$/);
    expect(guids[0]).not.toBe(guids[1]);
    expect(convert(bytes, 'XML')).toContain('<points type="CompressedVector" fileOffset="48" recordCount="3">');
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      'b67c8bccea01c80575088d63f352aef9c6946c2d6c6314f00bec8881b9a20f82',
    );
  });

  it('has a pose only where coordinates are those of the sensor, and no start of times of a week', async () => {
    const viewpoint = { position: [1, 2, 3], orientation: [0, 0, 0, 1] } as const;
    const { bytes } = await written('world.e57', [goldenCloud()], 'all', { viewpoint, weekTime: true, optional: [] });
    const { element, numbers } = scanOf(bytes);
    expect([childOf(element, 'pose'), childOf(element, 'acquisitionStart')]).toEqual([undefined, undefined]);
    expect(numbers.get('timeStamp')).toEqual([300_000_000.25, 300_000_000.25, 300_000_000.5]);
  });

  it('names the program in its last page, however long its XML is', async () => {
    for (let length = 0; length < 1100; length += 50) {
      const { bytes } = await written(`end-${length}.e57`, [goldenCloud()], [], { comment: 'x'.repeat(length) });
      expect(bytes.toString('latin1', bytes.length - 1024)).toContain('subray 0.1.0');
      expect(textAt(strictE57(bytes).root, 'e57LibraryVersion')).toBe('subray 0.1.0');
    }
  });

  it('has other identifiers for other points', async () => {
    const guid = ({ bytes }: Written) => textAt(strictE57(bytes).root, 'guid');
    const [one, other] = [goldenCloud(), goldenCloud()];
    other.classification[2]--;
    expect(guid(await written('one.e57', [one], 'all', GOLDEN))).not.toBe(
      guid(await written('other.e57', [other], 'all', GOLDEN)),
    );
  });

  it.each(['all', 'standard'] as const)('has rows and columns of organised points, with %s', async (fields) => {
    const batch = fullBatch(15);
    for (const i of [4, 14]) batch.x[i] = batch.y[i] = batch.z[i] = Number.NaN;
    const { bytes, losses } = await written(`grid-${fields}.e57`, [batch], fields, { grid: { width: 5, height: 3 } });
    const { numbers, element } = scanOf(bytes);
    expect(numbers.get('rowIndex')).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
    expect(numbers.get('columnIndex')).toEqual([0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4]);
    expect(numbers.get('cartesianInvalidState')).toEqual([0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
    expect(['rowMaximum', 'columnMaximum'].map((end) => textAt(element, 'indexBounds', end))).toEqual(['2', '4']);
    expect(Number(textAt(element, 'cartesianBounds', 'xMinimum'))).toBeCloseTo(
      Math.min(...batch.x.filter(Number.isFinite)),
      3,
    );
    expect(losses).toBeUndefined();
  });

  it('says what is beyond its steps, and writes the nearest', async () => {
    const batch = goldenCloud();
    batch.normal[0] = 2;
    batch.x[1] = LOCAL_BOX.max[0] + 1000;
    batch.y[0] = Number.NaN;
    batch.gpsTime[2] = 0.1;
    const { bytes, losses } = await written('beyond.e57', [batch], 'standard', { optional: [] });
    const held =
      'is beyond what its bits hold, and written as the nearest value, or no number, and written as 0 (fields: all has more)';
    expect(losses).toEqual([
      { of: 'x', what: held, points: 1 },
      { of: 'y', what: held, points: 1 },
      { of: 'nx', what: held, points: 1 },
      { of: 'gps_time', what: 'is far from that of the first point, and rounded', points: 1 },
    ]);
    expect(scanOf(bytes).numbers.get('nor:normalX')?.[0]).toBeCloseTo(1.023, 9);
    expect((await written('full.e57', [batch], 'all', { optional: [] })).losses).toHaveLength(1);
  });

  it('has f64 where steps would take more than 32 bits', async () => {
    const batch = goldenCloud();
    batch.x[1] = -4e8;
    const bounds = { min: [-4e8, -80, -3] as [number, number, number], max: [4e8, 90, 40] as [number, number, number] };
    const { bytes, losses } = await written('wide.e57', [batch], 'standard', { optional: [], bounds });
    expect(scanOf(bytes).numbers.get('cartesianX')).toEqual([1.0004, -4e8, 2.5]);
    expect(losses).toBeUndefined();
  });

  it('has values of its own between their bounds in national coordinates', async () => {
    const batch = sampleBatch(50, 3);
    const bounds: Box3 = { min: [349_000, 5_599_000, 100], max: [351_000, 5_601_000, 900] };
    for (let i = 0; i < batch.count; i++) {
      batch.x[i] += 350_000;
      batch.y[i] += 5_600_000;
      batch.z[i] += 400;
    }
    const scan = scanOf((await written('far.e57', [batch], 'standard', { optional: [], bounds })).bytes);
    expect(scan.points).toBe(50);
    for (const [i, x] of (scan.numbers.get('cartesianX') ?? []).entries())
      expect(Math.abs(x - batch.x[i])).toBeLessThan(1e-4);
  });

  it('is a file of no points', async () => {
    const { bytes } = await written('none.e57', [], 'standard');
    expect(scanOf(bytes)).toMatchObject({ points: 0, packets: 1, indexed: 1 });
    expect(convert(bytes, 'XYZ')).toBe('');
  });
});

it('packs numbers of any width as bits, the least significant first', () => {
  const random = testRandom(3);
  for (let bits = 1; bits <= 32; bits++)
    for (const count of [0, 1, 7, 8, 33]) {
      const numbers = Uint32Array.from({ length: count }, () => Math.floor(random() * 2 ** bits));
      const target = new Uint8Array(2 + Math.ceil((count * bits) / 8) + 1);
      const bytes = packBits(numbers, count, bits, target, 2);
      let all = 0n;
      numbers.forEach((number, i) => {
        all |= BigInt(number) << BigInt(i * bits);
      });
      const wanted = Array.from({ length: Math.ceil((count * bits) / 8) }, (_, k) =>
        Number((all >> BigInt(8 * k)) & 255n),
      );
      expect([bytes, ...target]).toEqual([wanted.length, 0, 0, ...wanted, 0]);
    }
});

it('sums as CRC-32C', () => {
  // RFC 3720, B.4; and the check of the catalogue of CRCs.
  expect(crc32c(new Uint8Array(32))).toBe(0x8a9136aa);
  expect(crc32c(Uint8Array.from({ length: 32 }, (_, i) => i))).toBe(0x46dd794e);
  expect(crc32c(new TextEncoder().encode('123456789'))).toBe(0xe3069283);
});

it('lists at most 2048 packets in its index, at equal distances', () => {
  const entriesOf = (packets: number) => {
    const packet = Buffer.from(indexPacket(packets, (k) => [100 * k, 48 + 1024 * k]));
    return { packet, count: packet.readUInt16LE(4) };
  };
  expect([1, 2048, 2049, 4096, 4097].map((packets) => entriesOf(packets).count)).toEqual([1, 2048, 1025, 2048, 1025]);
  const { packet, count } = entriesOf(10_000);
  expect(count).toBe(1250);
  for (let k = 0; k < count; k++)
    expect([0, 8].map((at) => Number(packet.readBigUInt64LE(16 + 16 * k + at)))).toEqual([800 * k, 48 + 8192 * k]);
});

/** The file of a path, opened, and its points. */
async function read(path: string) {
  const cloud = await openReadable(nodeFiles, path);
  const batches: PointBatch[] = [];
  for await (const batch of readPoints(cloud)) batches.push(batch);
  return { cloud, batches, points: batches[0] };
}

const faultOf = (path: string): Promise<string> =>
  read(path).then(
    () => 'none',
    (error: Error & { format?(): string }) => (error.format?.() ?? error.stack ?? '').replace(`${folder}/`, ''),
  );

describe('a file of libE57Format', () => {
  const path = fileURLToPath(new URL('../fixtures/two-scans.e57', import.meta.url));

  it('has the points of all scans in the frame of the file', async () => {
    const { cloud, points } = await read(path);
    expect(cloud).toMatchObject({ title: 'E57, 2 scans', pointCount: 264, bounds: undefined });
    expect(cloud.warnings).toEqual([
      'elements that are not read: ext:temperature',
      'scan 1 has no intensity, red, green, blue, return_number, number_of_returns, gps_time, nx, ny, nz, classification; its points have 0 there',
      'its intensities are from 0 to 1; they are shown times 65535',
    ]);
    for (let i = 0; i < 200; i++) {
      const isThere = i % 10 !== 9;
      // A quarter turn about z, and a shift.
      const place = [points.x[i], points.y[i], points.z[i]];
      if (isThere)
        for (const [k, wanted] of [100 - i / 1000, 200 + i / 10, i / 8 - 5].entries())
          expect(place[k]).toBeCloseTo(wanted, 5);
      else expect(place).toEqual([Number.NaN, Number.NaN, Number.NaN]);
      expect([...points.normal.subarray(3 * i, 3 * i + 3)].map((value) => Math.round(value) + 0)).toEqual(
        i % 2 ? [0, 1, 0] : [-1, 0, 0],
      );
      expect([...(points.rgb ?? new Uint16Array()).subarray(3 * i, 3 * i + 3)]).toEqual([
        257 * i,
        257 * (255 - i),
        257 * (i % 2),
      ]);
      expect(points.gpsTime[i]).toBe(300_000_000 + i / 1024);
      expect([points.returnNumber[i], points.returnCount[i], points.classification[i]]).toEqual([1 + (i % 5), 5, 7]);
      expect(points.intensity[i]).toBe(Math.round(((i % 64) / 64) * 65535));
    }
    for (let i = 0; i < 64; i++) {
      const [range, azimuth, elevation] = [10 + i / 16, i % 6, ((i % 31) - 15) / 10];
      expect(points.x[200 + i]).toBeCloseTo(range * Math.cos(elevation) * Math.cos(azimuth), 9);
      expect(points.y[200 + i]).toBeCloseTo(range * Math.cos(elevation) * Math.sin(azimuth), 9);
      expect(points.z[200 + i]).toBeCloseTo(range * Math.sin(elevation), 9);
    }
  });
});

/** A file with its sums made right again after `change`. */
function mended(bytes: Buffer, change: (contents: Buffer) => void): string {
  const pages = Array.from({ length: bytes.length / 1024 }, (_, k) => bytes.subarray(1024 * k, 1024 * k + 1020));
  const contents = Buffer.concat(pages);
  change(contents);
  const file = Buffer.alloc(bytes.length);
  for (let k = 0; k < pages.length; k++) {
    const page = contents.subarray(1020 * k, 1020 * k + 1020);
    file.set(page, 1024 * k);
    file.writeUInt32BE(crc32c(page), 1024 * k + 1020);
  }
  const path = join(folder, 'mended.e57');
  writeFileSync(path, file);
  return path;
}

/** Puts other text of the same length, or shorter, into the XML. */
const retold = (from: string, to: string) => (contents: Buffer) => {
  const at = contents.indexOf(from);
  expect(at).toBeGreaterThan(0);
  contents.write(to.padEnd(from.length), at);
};

describe('a file that is damaged', () => {
  let bytes: Buffer;
  beforeAll(async () => {
    ({ bytes } = await written('whole.e57', [goldenCloud()], ['classification']));
  });
  /** The first packet: its length, number of streams, and their lengths. */
  const PACKET = 80;

  it('is refused at the page whose sum is wrong', async () => {
    const path = join(folder, 'broken.e57');
    const broken = Buffer.from(bytes);
    broken[100] ^= 1;
    writeFileSync(path, broken);
    expect(await faultOf(path)).toContain('broken.e57: the sum of the page at byte 0 is wrong');
    expect(await faultOf(path)).toContain('the file is damaged');
  });

  it.each<[string, (contents: Buffer) => void, string]>([
    ['version', (c) => c.writeUInt32LE(2, 8), 'found version 2, expected 1'],
    ['pages', (c) => c.writeUInt32LE(512, 40), 'found pages of 512 bytes, expected 1024'],
    ['length', (c) => c.writeUInt32LE(99_999, 16), 'bytes, expected 99999'],
    ['place of the XML', (c) => c.writeUInt32LE(2044, 24), 'found an XML section of'],
    ['XML', retold('</e57Root>', '</e58Root>'), 'not well-formed XML'],
    ['entities', retold('<?xml version="1.0" encoding="UTF-8"?>', '<!DOCTYPE a [<!ENTITY b "c">]>'), '<!DOCTYPE'],
    ['count', retold('recordCount="3"', 'recordCount="x"'), 'recordCount of points: found "x"'],
    [
      'more points',
      retold('fileOffset="48" recordCount="3"', 'fileOffset="48" recordCount="9"'),
      'after 3 of 9 points',
    ],
    [
      'endless points',
      retold('type="CompressedVector" fileOffset="48" recordCount="3"', 'fileOffset="48" recordCount="99999999"'),
      'found 99999999 points of',
    ],
    ['section', retold('fileOffset="48"', 'fileOffset="52"'), 'there is no section of points at byte 52'],
    ['section before the file', retold('fileOffset="48"', 'fileOffset="-5"'), 'its section cannot begin at byte -5'],
    ['coordinates', retold('cartesianY', 'cartesianQ'), 'its points have no cartesianY'],
    ['elements', retold('subray:classification', 'cartesianX'), 'cartesianX is there twice'],
    ['range', retold('maximum="255"', 'maximum="-5"'), 'found 0 to -5'],
    ['type', retold('subray:classification type="Integer"', 'subray:classification type="String"'), 'found "String"'],
    [
      'codecs',
      retold('"Vector" allowHeterogeneousChildren="1"></codecs>', '"Vector"><a type="Integer"/></codecs>'),
      'codecs',
    ],
    ['type of packet', (c) => c.writeUInt8(7, PACKET), 'found a packet of type 7'],
    ['streams', (c) => c.writeUInt16LE(3, PACKET + 4), 'found a packet with 3 streams, expected 4'],
    ['length of a stream', (c) => c.writeUInt16LE(60_000, PACKET + 6), 'found streams of'],
    ['a stream of none', (c) => c.writeUInt16LE(0, PACKET + 6), 'its section ends after 0 of 3 points'],
    ['length of the section', (c) => c.writeUInt32LE(33, 56), 'its section ends after 0 of 3 points'],
    ['packet beyond the section', (c) => c.writeUInt32LE(40, 56), 'a packet reaches over the end of its section'],
  ])('by its %s is refused', async (_, change, message) => {
    expect(await faultOf(mended(bytes, change))).toContain(message);
  });
});

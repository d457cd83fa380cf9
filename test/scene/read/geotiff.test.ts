import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { unpackLzw } from '../../../src/scene/read/geotiff/lzw.js';
import { readModel } from '../../../src/scene/read/read-model.js';
import { type GeoValue, geoLists, UTM_32_BY_PARAMETERS } from '../../support/geo-keys.js';
import { WHOLE } from '../../support/reference-data.js';
import { cornersOf, faultOf, keepingLog, temporaryFolder } from '../scene-files.js';
import { deflated, geoKeys, geoTiff, HEIGHTS, samplesOf, type TiffTag } from './tiff-files.js';

const folder = temporaryFolder();
let files = 0;

async function read(bytes: Uint8Array) {
  const path = folder.write(`${files++}.tif`, bytes);
  const model = await readModel(path, { files: nodeFiles, log: keepingLog() });
  return { model, corners: cornersOf(model.meshes[0]) };
}
const fault = async (bytes: Uint8Array) => String(await faultOf(read(bytes)));

/** Heights 1 2 3 over 4 5 6 at x = 10, 12, 14 and y = 20, 16. */
const [a, b, c, d, e, f] = HEIGHTS.map((z, k) => [10 + 2 * (k % 3), k < 3 ? 20 : 16, z]);
const TRIANGLES = [
  [a, d, b],
  [d, e, b],
  [b, e, c],
  [e, f, c],
];

/** One row of 8 tiles of 16 × 16 float32 or so is more than these tests need: tiles of 2 × 2. */
const tile = (values: readonly number[]) => samplesOf('f4', values);

describe('GeoTIFF', () => {
  it.each(['f4', 'f8', 'i2', 'u1', 'u2', 'i4'] as const)('reads %s, little- and big-endian', async (kind) => {
    for (const littleEndian of [true, false])
      expect((await read(geoTiff(kind, { littleEndian }))).corners).toEqual(TRIANGLES);
  });

  it('reads BigTIFF', async () => {
    expect((await read(geoTiff('f4', { big: true }))).corners).toEqual(TRIANGLES);
  });

  it.each<[string, Parameters<typeof geoTiff>[1]]>([
    ['deflate', { compression: 8, blocks: [deflated(samplesOf('f4', HEIGHTS))] }],
    ['deflate by its old number', { compression: 32946, blocks: [deflated(samplesOf('f4', HEIGHTS))] }],
    ['PackBits', { compression: 32773, blocks: [Uint8Array.of(128, 23, ...samplesOf('f4', HEIGHTS))] }],
    [
      'strips of a row',
      {
        tags: [
          [278, 3, [1]],
          [279, 4, [12, 12]],
        ],
        blocks: [samplesOf('f4', [1, 2, 3]), samplesOf('f4', [4, 5, 6])],
      },
    ],
    [
      'tiles that reach beyond the raster',
      {
        tags: [
          [273, 4, []],
          [278, 3, []],
          [279, 4, []],
          [322, 3, [2]],
          [323, 3, [2]],
          [324, 4, 'blocks'],
          [325, 4, [16, 16]],
        ],
        blocks: [tile([1, 2, 4, 5]), tile([3, -1, 6, -1])],
      },
    ],
    [
      'several bands, pixel by pixel',
      {
        tags: [
          [277, 3, [2]],
          [258, 3, [32, 32]],
          [279, 4, [48]],
        ],
        blocks: [
          samplesOf(
            'f4',
            HEIGHTS.flatMap((z) => [z, 99]),
          ),
        ],
      },
    ],
    [
      'several bands, one after the other',
      {
        tags: [
          [277, 3, [2]],
          [258, 3, [32, 32]],
          [284, 3, [2]],
          [279, 4, [24, 24]],
        ],
        blocks: [samplesOf('f4', HEIGHTS), samplesOf('f4', [9, 9, 9, 9, 9, 9])],
      },
    ],
    [
      'a transformation',
      {
        tags: [
          [33550, 12, []],
          [33922, 12, []],
          [34264, 12, [2, 0, 0, 10, 0, -4, 0, 20, 0, 0, 0, 0, 0, 0, 0, 1]],
        ],
      },
    ],
    ['a tie point elsewhere', { tags: [[33922, 12, [1, 1, 0, 12, 16, 0]]] }],
  ])('reads %s', async (_, options) => {
    expect((await read(geoTiff('f4', options))).corners).toEqual(TRIANGLES);
  });

  it('undoes the differences of numbers in each row (predictor 2)', async () => {
    const blocks = [samplesOf('i2', [1, 1, 1, 4, 1, 1])];
    expect((await read(geoTiff('i2', { blocks, tags: [[317, 3, [2]]] }))).corners).toEqual(TRIANGLES);
    const pairs = [samplesOf('i2', [1, 9, 1, 0, 1, 0, 4, 9, 1, 0, 1, 0])];
    const tags: TiffTag[] = [
      [317, 3, [2]],
      [277, 3, [2]],
      [258, 3, [16, 16]],
    ];
    expect((await read(geoTiff('i2', { blocks: pairs, tags }))).corners).toEqual(TRIANGLES);
  });

  it('undoes the differences of the bytes of floats (predictor 3)', async () => {
    // Each row: highest bytes of all floats first, each byte as its difference from the one before.
    const row = (values: readonly number[]) => {
      const bytes = samplesOf('f4', values, false);
      const planes = [0, 1, 2, 3].flatMap((byte) => values.map((_, k) => bytes[4 * k + byte]));
      return planes.map((byte, k) => (k === 0 ? byte : (byte - planes[k - 1]) & 255));
    };
    const blocks = [Uint8Array.from([...row([1, 2, 3]), ...row([4, 5, 6])])];
    expect((await read(geoTiff('f4', { blocks, tags: [[317, 3, [3]]] }))).corners).toEqual(TRIANGLES);
  });

  it.each([
    ['-9999', [1, 2, -9999, 4, 5, 6], [TRIANGLES[0], TRIANGLES[1]]],
    ['nan', [NaN, 2, 3, 4, 5, 6], TRIANGLES.slice(1)],
    ['-9999.1', [1, 2, 3, 4, -9999.1, 6], [TRIANGLES[0]]],
    ['-3.4028234663852886e+38', [1, 2, 3, -3.4028234663852886e38, 5, 6], TRIANGLES.slice(2)],
  ])('leaves out corners of %s', async (nodata, values, triangles) => {
    const { corners, model } = await read(geoTiff('f4', { values, tags: [[42113, 2, `${nodata}\0`]] }));
    expect(corners).toEqual(triangles);
    expect(model.meshes[0].positions).toHaveLength(15);
  });

  it('reaches to the outer edges of pixels that are areas, and keeps a slope even', async () => {
    const AREA: TiffTag[] = [geoKeys({ 1025: 1 }), [33922, 12, [0, 0, 0, 9, 22, 0]]];
    const { model, corners } = await read(geoTiff('f4', { tags: AREA }));
    expect(corners).toHaveLength(2 * 4 * 3);
    const at = new Map(corners.flat().map(([x, y, z]) => [`${x} ${y}`, z]));
    const west = [at.get('9 22'), at.get('9 20'), at.get('9 16'), at.get('9 14')];
    expect([west, at.get('10 20'), at.get('15 14')]).toEqual([[-1, 0.5, 3.5, 5], 1, 8]);
    // Heights 1 … 6 are z = (x − 10) / 2 + 3 (20 − y) / 4 + 1: so are those of the edges.
    for (const [x, y, z] of corners.flat()) expect(z).toBe((x - 10) / 2 + (3 * (20 - y)) / 4 + 1);
    expect(model.meshes[0].positions).toHaveLength(3 * 20);
    const one = await read(
      geoTiff('f4', { tags: [...AREA, [256, 3, [1]], [257, 3, [1]], [279, 4, [4]]], values: [7] }),
    );
    expect(one.corners).toHaveLength(8);
    expect(new Set(one.corners.flat().map(([, , z]) => z))).toEqual(new Set([7]));
    const holes = await read(geoTiff('f4', { tags: AREA, values: [1, NaN, 3, 4, NaN, 6] }));
    expect(new Set(holes.corners.flat().map(([x]) => x))).toEqual(new Set([9, 10, 14, 15]));
  });

  it('ends in the middles of pixels where HELIOS++ is followed', async () => {
    const bytes = geoTiff('f4', { tags: [geoKeys({ 1025: 1 }), [33922, 12, [0, 0, 0, 9, 22, 0]]] });
    const path = folder.write('helios.tif', bytes);
    const physics = { gloss: 'plain', reflectance: 'as-written' } as const;
    const model = await readModel(path, { files: nodeFiles, log: keepingLog(), physics });
    expect(cornersOf(model.meshes[0])).toEqual(TRIANGLES);
  });

  const gdal = (items: string): TiffTag => [42112, 2, `<GDALMetadata>\n${items}</GDALMetadata>\0`];
  const role = (name: string, value: string, sample = 0) =>
    `<Item name="${name.toUpperCase()}" sample="${sample}" role="${name}">${value}</Item>\n`;

  it.each<[string, TiffTag[], number[]]>([
    ['a scale', [gdal(role('scale', '0.1'))], [0.1, 0.6]],
    ['an offset', [gdal(role('offset', '100'))], [101, 106]],
    ['both, of the first band', [gdal(role('scale', '2') + role('offset', '-1') + role('scale', '9', 1))], [1, 11]],
    ['centimetres', [gdal(role('unittype', 'cm'))], [0.01, 0.06]],
    ['feet beside metres', [gdal(role('unittype', 'US survey foot'))], [12 / 39.37, 72 / 39.37]],
    ['centimetres and an offset', [gdal(role('unittype', 'cm') + role('offset', '100'))], [1.01, 1.06]],
    ['feet of the keys', [geoKeys({ 1025: 2, 1024: 1, 3072: 25832, 4096: 5703, 4099: 9002 })], [0.3048, 6 * 0.3048]],
    ['metres beside feet', [geoKeys({ 1025: 2, 3072: 2225 }), gdal(role('unittype', 'm'))], [39.37 / 12, 39.37 / 2]],
    ['feet beside feet', [geoKeys({ 1025: 2, 3072: 2225 }), gdal(role('unittype', 'us-ft'))], [1, 6]],
  ])('reads heights by %s that the file states', async (_, tags, heights) => {
    const { corners } = await read(geoTiff('u2', { tags }));
    const all = corners.flat().map(([, , z]) => z);
    expect([Math.min(...all), Math.max(...all)]).toEqual(heights.map((height) => expect.closeTo(height, 5)));
  });

  it('warns of a unit and of metadata that it does not know', async () => {
    const log = keepingLog();
    for (const [k, tag] of [gdal(role('unittype', 'rods')), gdal(role('scale', 'x')), gdal('<a')].entries())
      await readModel(folder.write(`odd${k}.tif`, geoTiff('u2', { tags: [tag] })), { files: nodeFiles, log });
    expect(log.warnings.map((line) => line.replace(/.*tif: /, ''))).toEqual([
      'the unit of its heights, "rods", is not known: it is taken for that of the plane',
      'its GDAL metadata is left out: the scale of its band is "x"',
      expect.stringContaining('its GDAL metadata is left out: not well-formed XML'),
    ]);
  });

  it('compares the value of no height before the scale', async () => {
    const tags: TiffTag[] = [gdal(role('scale', '0.1')), [42113, 2, '3\0']];
    expect((await read(geoTiff('u2', { tags }))).corners).toHaveLength(2);
  });

  it.each<[string, Parameters<typeof geoTiff>[1]]>([
    ['pixel by pixel', { blocks: [samplesOf('u2', [1, 9, 2, 9, 3, 0, 4, 9, 5, 9, 6, 9])], tags: [[279, 4, [24]]] }],
    [
      'a plane of its own',
      {
        blocks: [samplesOf('u2', HEIGHTS), samplesOf('u2', [9, 9, 0, 9, 9, 9])],
        tags: [
          [279, 4, [12, 12]],
          [284, 3, [2]],
        ],
      },
    ],
  ])('leaves out cells without alpha (%s)', async (_, { blocks, tags = [] } = {}) => {
    const alpha: TiffTag[] = [
      [258, 3, [16, 16]],
      [277, 3, [2]],
      [338, 3, [2]],
    ];
    const { corners } = await read(geoTiff('u2', { blocks, tags: [...alpha, ...tags] }));
    expect(corners).toEqual(TRIANGLES.slice(0, 2));
  });

  it.each([
    [1, [0b11000000, 0b11100000]],
    [8, [255, 255, 0, 255, 255, 255]],
  ])('leaves out cells outside of a mask of %i bits', async (bits, mask) => {
    const next: TiffTag[] = [
      [254, 4, [4]],
      [256, 3, [3]],
      [257, 3, [2]],
      [258, 3, [bits]],
      [259, 3, [1]],
      [262, 3, [4]],
      [273, 4, 'blocks'],
      [277, 3, [1]],
      [278, 3, [2]],
      [279, 4, [mask.length]],
    ];
    const { corners } = await read(
      geoTiff('u2', { next, blocks: [samplesOf('u2', HEIGHTS)], nextBlock: Uint8Array.from(mask) }),
    );
    expect(corners).toEqual(TRIANGLES.slice(0, 2));
  });

  it('leaves out cells outside of a mask beside the file', async () => {
    const mask = geoTiff('u1', { values: [255, 255, 0, 255, 255, 255] });
    const path = folder.write('masked.tif', geoTiff('u2'));
    folder.write('masked.tif.msk', mask);
    const readMasked = () => readModel(path, { files: nodeFiles, log: keepingLog() });
    expect(cornersOf((await readMasked()).meshes[0])).toEqual(TRIANGLES.slice(0, 2));
    folder.write('masked.tif.msk', geoTiff('u1', { tags: [[256, 3, [2]]] }));
    expect(await faultOf(readMasked())).toContain('the mask has another size than masked.tif');
  });

  it('takes a usual value far below all others for no height, and says so', async () => {
    const log = keepingLog();
    const readHeights = async (values: number[]) => {
      const path = folder.write('undeclared.tif', geoTiff('f4', { values }));
      return cornersOf((await readModel(path, { files: nodeFiles, log })).meshes[0]);
    };
    expect(await readHeights([1, 2, -9999, 4, 5, 6])).toEqual(TRIANGLES.slice(0, 2));
    expect(log.warnings).toEqual([expect.stringMatching(/: 1 heights are -9999, which the file does not declare/)]);
    expect(await readHeights([-9998, -9990, -9999, -9980, -9970, -9999])).toHaveLength(4);
    expect(log.warnings).toHaveLength(1);
  });

  it('says that other bands are not read', async () => {
    const log = keepingLog();
    const tags: TiffTag[] = [
      [277, 3, [2]],
      [258, 3, [32, 32]],
      [279, 4, [48]],
    ];
    const blocks = [samplesOf('f4', [...HEIGHTS, ...HEIGHTS])];
    await readModel(folder.write('bands.tif', geoTiff('f4', { tags, blocks })), { files: nodeFiles, log });
    expect(log.warnings).toEqual([expect.stringContaining('has 2 bands; the heights are those of the first')]);
  });

  it('knows the unit of its coordinates from the reference system', async () => {
    expect((await read(geoTiff('f4', { tags: [geoKeys({ 1024: 1, 3072: 25832 })] }))).model.unit?.metres).toBe(1);
    expect((await read(geoTiff('f4', { tags: [geoKeys({ 1024: 1, 3072: 2225 })] }))).model.unit).toEqual({
      name: 'US survey foot',
      metres: 12 / 39.37,
    });
    expect((await read(geoTiff())).model.unit).toBeUndefined();
  });

  it('leaves out strips that are not there', async () => {
    const tags: TiffTag[] = [
      [257, 3, [3]],
      [278, 3, [1]],
      [273, 4, [8, 20, 0]],
      [279, 4, [12, 12, 0]],
    ];
    const blocks = [samplesOf('f4', [1, 2, 3, 4, 5, 6])];
    expect((await read(geoTiff('f4', { blocks, tags }))).corners).toEqual(TRIANGLES);
  });

  it('keeps millimetres of national coordinates', async () => {
    const tags: TiffTag[] = [
      [33922, 12, [0, 0, 0, 474500.126, 5474500.251, 0]],
      [33550, 12, [0.25, 0.25, 0]],
    ];
    const { corners } = await read(geoTiff('f8', { values: [100.123, 2, 3, 4, 5, 6], tags }));
    expect(corners[0][0][0]).toBeCloseTo(474500.126, 6);
    expect(corners[0][0][1]).toBeCloseTo(5474500.251, 6);
    expect(corners[0][0][2]).toBeCloseTo(100.123, 5);
  });

  it('is of class ground, in the system that its keys name', async () => {
    const { model } = await read(geoTiff('f4', { tags: [geoKeys({ 1024: 1, 1025: 1, 3072: 25832 })] }));
    expect(model.materials).toMatchObject([{ name: 'ground', classification: 2 }]);
    expect(model.crs).toBe('EPSG:25832');
    expect((await read(geoTiff('f4', { tags: [geoKeys({ 1024: 1, 3072: 32767 })] }))).model.crs).toBeUndefined();
    const crsOf = async (keys: Readonly<Record<number, GeoValue>>) =>
      (await read(geoTiff('f4', { tags: [geoKeys({ 1024: 1, ...keys })] }))).model.crs;
    expect(await crsOf({ 3072: 2056, 4096: 5729 })).toBe('EPSG:2056+5729');
    expect(await crsOf({ 3072: 28992, 4096: 5709, 4099: 9001 })).toBe('EPSG:28992+5709');
    // NAVD88 in feet; heights above the ellipsoid; a code that is none of heights.
    const others: Record<number, GeoValue>[] = [{ 4096: 5703, 4099: 9003 }, { 4096: 5030 }, { 4096: 4326 }];
    for (const heights of others) expect(await crsOf({ 3072: 26910, ...heights })).toBe('EPSG:26910');
  });

  it('names the system that its keys describe by parameters', async () => {
    const crsOf = async (keys: Readonly<Record<number, GeoValue>>) => {
      const { directory, doubles, texts } = geoLists(keys);
      const tags: TiffTag[] = [
        [34735, 3, [...directory]],
        [34736, 12, [...doubles]],
        ...(texts === '' ? [] : [[34737, 2, [...new TextEncoder().encode(`${texts}\0`)]] as TiffTag]),
      ];
      return (await read(geoTiff('f4', { tags }))).model.crs;
    };
    expect(await crsOf(UTM_32_BY_PARAMETERS)).toBe('EPSG:32632');
    expect(await crsOf({ ...UTM_32_BY_PARAMETERS, 3080: { double: 9.5 }, 3073: 'Site' })).toMatch(/^PROJCS\["Site",/);
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['a file of 8 bytes', Uint8Array.of(0x49, 0x49, 42, 0, 8, 0, 0, 0), /ends before its directory/],
    ['a directory outside', geoTiff().slice(0, 60), /ends before its directory/],
    [
      '10⁹ cells',
      geoTiff('f4', {
        tags: [
          [256, 4, [100_000]],
          [257, 4, [10_000]],
          [278, 4, [10_000]],
        ],
      }),
      /unpack to 4000000000 bytes/,
    ],
    [
      '10⁹ cells in bytes',
      geoTiff('u1', {
        tags: [
          [256, 4, [8000]],
          [257, 4, [8000]],
          [278, 4, [8000]],
        ],
      }),
      /has 64000000 cells; at most 4194304/,
    ],
    ['no cells', geoTiff('f4', { tags: [[256, 3, [0]]] }), /0/],
    ['strips outside', geoTiff('f4', { tags: [[273, 4, [60_000]]] }), /strip 0 of the TIFF lies outside the file/],
    [
      'a strip that is cut off',
      geoTiff('f4', { blocks: [deflated(samplesOf('f4', HEIGHTS)).slice(0, 9)], compression: 8 }),
      /strip 0 of the TIFF is damaged/,
    ],
    ['too few strips', geoTiff('f4', { tags: [[278, 3, [1]]] }), /lists 1 strips or tiles; its size needs 2/],
    [
      'a tile of 4 gigabytes',
      geoTiff('f4', {
        tags: [
          [322, 4, [32_768]],
          [323, 4, [32_768]],
          [324, 4, [8]],
          [325, 4, [24]],
        ],
      }),
      /unpack to 4294967296 bytes/,
    ],
    [
      'tiles without size',
      geoTiff('f4', {
        tags: [
          [322, 4, [0]],
          [323, 4, [16]],
          [324, 4, [8]],
          [325, 4, [24]],
        ],
      }),
      /0 × 16 pixels/,
    ],
    [
      'strips that are all the whole file',
      geoTiff('u1', {
        compression: 5,
        tags: [
          [257, 3, [40]],
          [278, 3, [1]],
          [273, 4, Array(40).fill(8)],
          [279, 4, Array(40).fill(300)],
        ],
      }),
      /strips or tiles of the TIFF have 12000 bytes, the file \d+/,
    ],
    ['JPEG', geoTiff('f4', { tags: [[259, 3, [7]]] }), /compressed by JPEG/],
    ...[
      [50000, 'ZSTD'],
      [34887, 'LERC'],
    ].map(([code, name]): [string, Uint8Array, RegExp] => [
      `${name}, with the command that repacks it`,
      geoTiff('f4', { tags: [[259, 3, [Number(code)]]] }),
      new RegExp(`compressed by ${name};[^]*gdal_translate -co COMPRESS=DEFLATE`),
    ]),
    ['colours', geoTiff('u1', { tags: [[262, 3, [2]]] }), /a picture in colours/],
    ['one bit', geoTiff('u1', { tags: [[258, 3, [1]]] }), /have 1 bits/],
    ['no place', geoTiff('f4', { tags: [[33922, 12, []]] }), /does not say where it lies/],
    ['degrees', geoTiff('f4', { tags: [geoKeys({ 1024: 2 })] }), /in degrees/],
    ['a turned raster', geoTiff('f4', { tags: [[34264, 12, [2, 1, 0, 9, 1, -4, 0, 22]]] }), /turned, mirrored/],
    ['rows that go north', geoTiff('f4', { tags: [[34264, 12, [2, 0, 0, 9, 0, 4, 0, 22]]] }), /turned, mirrored/],
    ['a height out of range', geoTiff('f4', { values: [1, 2, -3e38, 4, 5, 6] }), /column 3 of row 1/],
    ['no surface', geoTiff('f4', { values: [NaN, 2, NaN, 4, NaN, 6] }), /there is no surface/],
    ['a predictor of floats for numbers', geoTiff('i2', { tags: [[317, 3, [3]]] }), /predictor of the TIFF is 3/],
  ])('refuses %s', async (_, bytes, message) => {
    expect(await fault(bytes)).toMatch(message);
  });

  it('stops unpacking where the strip is full', async () => {
    const bomb = deflated(new Uint8Array(1 << 24));
    const { corners } = await read(geoTiff('u1', { compression: 8, blocks: [bomb] }));
    expect(corners).toHaveLength(4);
  });
});

describe('LZW', () => {
  it('unpacks the example of TIFF 6.0, section 13', () => {
    // Codes 256 7 258 8 8 258 6 6 257 of 9 bits: 7 7 7 8 8 7 7 6 6.
    const codes = [256, 7, 258, 8, 8, 258, 6, 6, 257];
    const bits = codes.map((code) => code.toString(2).padStart(9, '0')).join('');
    const packed = Uint8Array.from({ length: Math.ceil(bits.length / 8) }, (_, k) =>
      Number.parseInt(bits.slice(8 * k, 8 * k + 8).padEnd(8, '0'), 2),
    );
    const target = new Uint8Array(9);
    expect(unpackLzw(packed, target)).toBe(9);
    expect([...target]).toEqual([7, 7, 7, 8, 8, 7, 7, 6, 6]);
  });

  it('unpacks what an encoder of the text-book packs, over all widths of codes', () => {
    const text = Uint8Array.from({ length: 60_000 }, (_, k) => (k * k * 7 + (k >> 5)) & 63);
    const target = new Uint8Array(text.length);
    expect(unpackLzw(packLzw(text), target)).toBe(text.length);
    expect(target).toEqual(text);
  });

  it('refuses codes that cannot be there', () => {
    expect(unpackLzw(Uint8Array.of(0x80, 0x7f, 0xff), new Uint8Array(9))).toBeUndefined();
  });
});

/** TIFF 6.0, section 13, "LZW Encoding": with a code to clear before the table is full. */
function packLzw(text: Uint8Array): Uint8Array {
  const packed: number[] = [];
  let [held, bits, width] = [0, 0, 9];
  let table = new Map<string, number>();
  let next = 258;
  const put = (code: number) => {
    held = (held << width) | code;
    bits += width;
    for (; bits >= 8; bits -= 8) packed.push((held >> (bits - 8)) & 255);
    held &= (1 << bits) - 1;
  };
  const codeOf = (one: string) => (one.length === 1 ? one.charCodeAt(0) : table.get(one)!);
  put(256);
  let omega = '';
  for (const byte of text) {
    const longer = omega + String.fromCharCode(byte);
    if (longer.length === 1 || table.has(longer)) {
      omega = longer;
      continue;
    }
    put(codeOf(omega));
    table.set(longer, next++);
    if (next === 4095) {
      put(256);
      [table, next, width] = [new Map(), 258, 9];
    } else if (next === 1 << width) width++;
    omega = String.fromCharCode(byte);
  }
  put(codeOf(omega));
  put(257);
  packed.push((held << (8 - bits)) & 255);
  return Uint8Array.from(packed);
}

const HELIOS = join(WHOLE, 'helios/data');

describe.skipIf(!existsSync(HELIOS))('the elevation models of HELIOS++ (skipped where ../shared is absent)', () => {
  // Numbers of triangles, vertices, lowest and highest height: counted by a reader in Python.
  it.each([
    ['sceneparts/tiff/dem_hd.tif', 1480960, 742233, 34, 581, [465322.6258291361, 5482800.39029574, 25], 'EPSG:32632'],
    ['test/dem_hd_sub.tif', 46492, 23562, 78, 451, [474197.6258, 5475100.3903, 25], 'EPSG:25832'],
    ['test/dem_hd_sub2.tif', 8136, 4218, 106.00000762939453, 578, [479622.6257, 5474625.39026, 25], undefined],
    ['sceneparts/basic/groundplane/groundplane.tif', 80000, 40401, 0, 0, [-0.999994, 1, 0.01], undefined],
  ] as const)('%s', async (name, triangles, vertices, lowest, highest, [west, north, size], crs) => {
    const physics = { gloss: 'plain', reflectance: 'as-written' } as const;
    const model = await readModel(join(HELIOS, name), { files: nodeFiles, log: keepingLog(), physics });
    const [{ indices, positions, origin }] = model.meshes;
    const [x, y, z] = [0, 1, 2].map((axis) => {
      const values = positions.filter((_, k) => k % 3 === axis).toSorted();
      return [values[0] + origin[axis], values.at(-1)! + origin[axis]];
    });
    expect([indices.length / 3, positions.length / 3]).toEqual([triangles, vertices]);
    expect([z[0], z[1]]).toEqual([expect.closeTo(lowest, 4), expect.closeTo(highest, 4)]);
    expect(x[0]).toBeCloseTo(west + size / 2, 3);
    expect(y[1]).toBeCloseTo(north - size / 2, 3);
    expect(model.crs).toBe(crs);
  });
});

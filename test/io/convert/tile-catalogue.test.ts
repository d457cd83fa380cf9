/** The catalogue beside tiles. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { cataloguePath } from '../../../src/io/convert/tile-catalogue.js';
import { openLas } from '../../../src/io/las-files/las-file.js';
import { convertCloud } from '../../../src/node-clouds.js';
import { geoRecords } from '../../support/geo-keys.js';
import { lasBytes } from '../../support/las-files.js';
import { temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();

interface Item {
  id: string;
  bbox: number[];
  properties: Record<string, unknown> & { 'pc:schemas': { name: string }[] };
  assets: { data: { href: string } };
}

const itemsOf = (path: string): Item[] => JSON.parse(readFileSync(path, 'utf8')).features;

/** A cloud of three points around a place of UTM 32N, two tiles of 10 m. */
function tableAt([x, y]: readonly [number, number], name: string): string {
  const path = join(folder, `${name}.csv`);
  const rows = [0, 4, 12].map((shift) => `${x + shift},${y},5${shift},${shift}`);
  writeFileSync(path, ['x,y,z,intensity', ...rows].join('\n'));
  return path;
}

async function tiled(from: string, pattern: string, options: Parameters<typeof convertCloud>[2] = {}) {
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (text: string) => void warnings.push(text) };
  const report = await convertCloud(from, join(folder, pattern), { tile: 10, ...options, log });
  return { ...report, warnings };
}

const MUNICH = [691_600, 5_334_760] as const;
const UTM = { crs: 'EPSG:25832' };

describe('tiles', () => {
  it('have a catalogue that agrees with their heads, from attributes and from records, in each format of LAS', async () => {
    const whole = join(folder, 'whole.laz');
    await convertCloud(tableAt(MUNICH, 'munich'), whole, UTM);
    for (const [from, ending, options] of [
      [join(folder, 'munich.csv'), 'las', UTM],
      [whole, 'las', {}],
      [whole, 'laz', {}],
      [whole, 'copc.laz', {}],
    ] as const) {
      const place = `${ending}-${from === whole}`;
      const { catalogue, files } = await tiled(from, `${place}/city_%x_%y.${ending}`, options);
      expect(catalogue).toBe(join(folder, place, 'city.vpc'));
      const items = itemsOf(join(folder, place, 'city.vpc'));
      expect(items.map(({ assets }) => join(folder, place, assets.data.href)).sort()).toEqual(
        files.map(({ path }) => path).sort(),
      );
      expect(items.map(({ id }) => id)).toEqual(['city_69160_533476', 'city_69161_533476']);
      for (const { assets, bbox, properties } of items) {
        const las = await openLas(nodeFiles, join(folder, place, assets.data.href));
        expect(properties['pc:count']).toBe(las.pointCount);
        expect(properties['proj:bbox']).toEqual([...las.bounds.min, ...las.bounds.max]);
        expect(properties['proj:code']).toBe('EPSG:25832');
        expect(properties['pc:schemas'].map(({ name }) => name)).toEqual(expect.arrayContaining(['X', 'Intensity']));
        // By PROJ: EPSG:25832 (691607, 5334760) is at 11.5755443, 48.1372187.
        expect([Math.abs(bbox[0] - 11.5755), Math.abs(bbox[1] - 48.1372)].every((off) => off < 0.002)).toBe(true);
      }
    }
  });

  it('on a datum of their own have one with their places in WGS 84, and how far these may be off', async () => {
    // By PROJ: RD New (85163.8017, 447337.1838) is at 4.37, 52.01; LV95's origin, Bern, at 7.438632, 46.951083.
    for (const [crs, place, [longitude, latitude]] of [
      ['EPSG:7415', [85_160, 447_337], [4.37, 52.01]],
      ['EPSG:2056+5729', [2_600_000, 1_200_000], [7.4386, 46.9511]],
    ] as const) {
      const name = crs.replace(/\W/g, '-');
      const { catalogue, warnings } = await tiled(tableAt(place, name), `${name}/%x_%y.laz`, { crs });
      const [{ bbox }] = itemsOf(catalogue ?? '');
      expect([Math.abs(bbox[0] - longitude), Math.abs(bbox[1] - latitude)].every((off) => off < 5e-4)).toBe(true);
      expect(warnings.join()).toMatch(/its places are in WGS 84; they are by .* \(EPSG:\d+\), good to 1 m$/);
    }
  });

  it('in the feet of a state have one, too', async () => {
    // EPSG:2994 has its origin at 120.5° W, 41.75° N, 1312335.958 ft, 0; 304.8 km are 2.743° of latitude.
    const path = join(folder, 'oregon.las');
    const points = [{ x: 1_312_336, y: 1_000_000, z: 5 }];
    const vlrs = geoRecords({ 1024: 1, 3072: 2994, 3076: 9002 });
    writeFileSync(path, lasBytes({ minor: 2, format: 1, vlrs, points, scale: [1, 1, 1] }));
    const { warnings, form } = await tiled(path, 'feet/%x-%y.las');
    expect(form).toBe('records');
    expect(warnings.join()).not.toContain('no catalogue');
    const [{ bbox }] = itemsOf(join(folder, 'feet/tiles.vpc'));
    expect(bbox[0]).toBeCloseTo(-120.5, 2);
    expect(bbox[1]).toBeCloseTo(44.493, 2);
  });

  it('have none without a reference system, which a line says, and none in other formats', async () => {
    const from = tableAt(MUNICH, 'nowhere');
    const { warnings, catalogue } = await tiled(from, 'none/%x_%y.laz');
    expect(warnings.join()).toContain(
      `no catalogue ${join(folder, 'none/tiles.vpc')} is written, whose places are in WGS 84: the clouds name no reference system; --crs states one`,
    );
    expect(catalogue).toBeUndefined();
    expect((await tiled(from, 'ply/%x_%y.ply', UTM)).catalogue).toBeUndefined();
    for (const place of ['none', 'ply']) expect(existsSync(join(folder, place, 'tiles.vpc'))).toBe(false);
  });

  it('leave a catalogue that is there, unless it may be replaced', async () => {
    const from = tableAt(MUNICH, 'again');
    await tiled(from, 'again/%x_%y.laz', { ...UTM, crop: cropTo(MUNICH[0] + 10) });
    const path = join(folder, 'again/tiles.vpc');
    const before = readFileSync(path, 'utf8');
    const { warnings, catalogue } = await tiled(from, 'again/b_%x_%y.laz', UTM);
    expect([catalogue, warnings.join()]).toEqual([join(folder, 'again/b.vpc'), '']);
    const second = await tiled(from, 'again/_%x_%y.laz', UTM);
    expect(second.catalogue).toBeUndefined();
    expect(second.warnings.join()).toContain(`${path} is there and stays, without these tiles`);
    expect(readFileSync(path, 'utf8')).toBe(before);
    await tiled(from, 'again/%x_%y.laz', { ...UTM, force: true });
    expect(itemsOf(path)).toHaveLength(2);
  });
});

const cropTo = (x: number) => ({
  min: [-Infinity, -Infinity, -Infinity] as [number, number, number],
  max: [x, Infinity, Infinity] as [number, number, number],
});

it.each([
  ['%x_%y.laz', 'tiles.vpc'],
  ['out/city_%x_%y.laz', 'out/city.vpc'],
  ['out/%y/part %x.laz', 'out/tiles.vpc'],
  ['/data/row-%y/%x.copc.laz', '/data/row.vpc'],
])('the catalogue of %s is %s', (pattern, path) => expect(cataloguePath(pattern)).toBe(path));

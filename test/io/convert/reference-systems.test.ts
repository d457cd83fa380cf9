/** Reference systems and units of clouds, from one format to another. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { epsgSystem } from '../../../src/crs/epsg-table.js';
import { METRES } from '../../../src/crs/units.js';
import { openReadable } from '../../../src/io/clouds/readable-clouds.js';
import { LOCAL_WKT } from '../../../src/io/las/wkt.js';
import { openLas } from '../../../src/io/las-files/las-file.js';
import { convertCloud } from '../../../src/node-clouds.js';
import { type GeoValue, geoRecords, oregonByParameters, UTM_32_BY_PARAMETERS } from '../../support/geo-keys.js';
import { lasBytes, type StoredRecord, WKT_RECORD } from '../../support/las-files.js';
import { readInOne } from '../read-in-one.js';
import { temporaryFolder } from '../sample-cloud.js';

const folder = temporaryFolder();
let number = 0;
const fresh = (ending: string) => join(folder, `${number++}.${ending}`);

/** A file of LAS 1.2 with these records. */
function older(vlrs: readonly StoredRecord[]): string {
  const path = fresh('las');
  writeFileSync(path, lasBytes({ minor: 2, format: 1, vlrs }));
  return path;
}
const keyed = (keys: Readonly<Record<number, GeoValue>>) => older(geoRecords(keys));

const wktRecord = (text: string, userId = 'LASF_Projection'): StoredRecord => ({
  userId,
  recordId: 2112,
  data: new TextEncoder().encode(`${text}\0`),
});

async function converted(from: string | string[], ending: string, options: Parameters<typeof convertCloud>[2] = {}) {
  const out = fresh(ending);
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (text: string) => void warnings.push(text) };
  await convertCloud(from, out, { ...options, log });
  return { out, warnings, cloud: await openReadable(nodeFiles, out) };
}

const FEET = { 1024: 1, 3072: 2994, 3076: 9002 };
const MIXED = { 1024: 1, 3072: 26910, 4096: 6360, 4099: 9003 };

describe('a reference system that is converted', () => {
  it.each([
    ['of a code in feet', FEET, 'EPSG:2994', ['foot', 'foot']],
    [
      'of a plane in metres and heights in feet',
      MIXED,
      'NAD83 / UTM zone 10N + NAVD88 height (ftUS)',
      ['metre', 'US survey foot'],
    ],
    ['of degrees', { 1024: 2, 2048: 4326 }, 'EPSG:4326', ['degree', 'metre']],
    ['by its parameters', UTM_32_BY_PARAMETERS, 'EPSG:32632', ['metre', 'metre']],
    ['by its parameters, in feet', oregonByParameters(1312335.958), 'EPSG:2994', ['foot', 'foot']],
    [
      'of a name and a unit',
      { 1024: 1, 1026: 'County', 3072: 32767, 3076: 9003 },
      'County',
      ['US survey foot', 'US survey foot'],
    ],
  ] as [string, Record<number, GeoValue>, string, string[]][])(
    'stays what it is: %s',
    async (_, keys, title, units) => {
      const file = keyed(keys);
      for (const ending of ['laz', 'copc.laz', 'parquet']) {
        const { cloud, warnings } = await converted(file, ending);
        expect([cloud.crs?.code ?? cloud.crs?.name, cloud.units?.plane.name, cloud.units?.height.name], ending).toEqual(
          [title, ...units],
        );
        expect(warnings, ending).toEqual([]);
      }
      const { cloud } = await converted(file, 'las', { output: { pointFormat: 1, fields: 'minimal' } });
      expect([cloud.crs?.name, cloud.units]).toEqual(
        await openReadable(nodeFiles, file).then(({ crs, units }) => [crs?.name, units]),
      );
    },
  );

  it.each([
    ['of a code in feet', FEET, 'NAD83(HARN) / Oregon GIC Lambert (ft) in metres', [0.3048, 0.3048]],
    [
      'of a plane in metres and heights in feet',
      MIXED,
      'NAD83 / UTM zone 10N + NAVD88 height (ftUS) in metres',
      [1, 12 / 39.37],
    ],
    [
      'by its parameters, in feet',
      oregonByParameters(1312335.958),
      'NAD83(HARN) / Oregon GIC Lambert (ft) in metres',
      [0.3048, 0.3048],
    ],
    [
      'of a name and a unit',
      { 1024: 1, 1026: 'County', 3072: 32767, 3076: 9003 },
      'County in metres',
      [12 / 39.37, 12 / 39.37],
    ],
  ] as [string, Record<number, GeoValue>, string, [number, number]][])(
    'is written in metres where the format holds these: %s',
    async (_, keys, name, [plane, height]) => {
      const file = keyed(keys);
      const { cloud, warnings, out } = await converted(file, 'e57');
      expect([cloud.crs, cloud.units]).toEqual([{ name }, METRES]);
      expect(warnings).toEqual([
        expect.stringMatching(
          /e57 holds metres by its standard: .* become metres; .* is written in metres, without its code$/,
        ),
      ]);
      const [before, after] = [await readInOne(file), await readInOne(out)];
      const scaledBy = (values: Float64Array, factor: number) =>
        [...values].map((value) => expect.closeTo(value * factor, 6));
      expect([...after.points.x]).toEqual(scaledBy(before.points.x, plane));
      expect([...after.points.y]).toEqual(scaledBy(before.points.y, plane));
      expect([...after.points.z]).toEqual(scaledBy(before.points.z, height));
    },
  );

  it('in metres is the plane that it was, and boxes and tiles are in the unit of the clouds', async () => {
    const file = keyed(FEET);
    const { cloud } = await converted(file, 'e57');
    // EPSG Dataset: 1312335.958 ft are 400 km, to a ten-thousandth of a foot.
    const [, easting] = /"false_easting",([\d.]+)/.exec(cloud.wkt as string) ?? [];
    expect(Number(easting)).toBeCloseTo(400_000, 4);
    expect(cloud.wkt).not.toMatch(/2994|foot|9002/);
    const { points } = await readInOne(file);
    const [x, y] = [points.x[0], points.y[0]];
    const crop = { min: [x - 1, y - 1, -Infinity], max: [x + 1, y + 1, Infinity] } as const;
    const inside = [...points.x].filter((value, k) => Math.abs(value - x) < 1 && Math.abs(points.y[k] - y) < 1).length;
    expect((await converted(file, 'e57', { crop: crop as never })).cloud.pointCount).toBe(inside);
  });

  it('of degrees stays in degrees, which no factor makes metres', async () => {
    const { cloud, warnings } = await converted(keyed({ 1024: 2, 2048: 4326 }), 'e57');
    expect([cloud.crs?.code, cloud.units?.plane.name]).toEqual(['EPSG:4326', 'degree']);
    expect(warnings).toEqual([
      expect.stringContaining('e57 holds metres by its standard: coordinates stay in the unit degree'),
    ]);
  });

  it('is none where the cloud had none, and the local one of a scene where it had that', async () => {
    const { cloud, out } = await converted(older([]), 'laz');
    expect([cloud.wkt, cloud.crs, cloud.warnings]).toEqual([undefined, undefined, []]);
    expect((await openLas(nodeFiles, out)).vlrs.map(({ recordId }) => recordId)).not.toContain(2112);
    const local = fresh('las');
    writeFileSync(local, lasBytes({ vlrs: [WKT_RECORD] }));
    expect((await converted(local, 'laz', { output: { fields: 'minimal' } })).cloud.wkt).toBe(LOCAL_WKT);
  });

  it.each(['LASF_Projection', 'liblas'])('is read from the WKT of %s', async (owner) => {
    const wkt = await epsgSystem(2994).then((system) => (system?.kind === 'projected' ? system.wkt : ''));
    const { cloud, warnings } = await converted(older([wktRecord(wkt, owner)]), 'laz');
    expect([cloud.crs?.code, cloud.units?.plane.symbol, warnings]).toEqual(['EPSG:2994', 'ft', []]);
    const stated = await converted(older([wktRecord(wkt, owner)]), 'las', { crs: 'EPSG:25832' });
    expect((await openLas(nodeFiles, stated.out)).vlrs.map(({ userId, recordId }) => [userId, recordId])).toEqual([
      ['LASF_Projection', 2112],
    ]);
  });

  it('has the heights that ArcGIS writes behind a comma', async () => {
    const plane = await epsgSystem(25832).then((system) => (system?.kind === 'projected' ? system.wkt : ''));
    const text = `${plane},VERTCS["NAVD_1988",VDATUM["North_American_Vertical_Datum_1988"],UNIT["Meter",1.0]]`;
    const { cloud, warnings } = await converted(older([wktRecord(text)]), 'laz');
    expect([cloud.crs?.name, warnings]).toEqual(['ETRS89 / UTM zone 32N + NAVD_1988', []]);
    expect(cloud.wkt).toMatch(/^COMPD_CS\[.*VERT_CS\["NAVD_1988",VERT_DATUM\[/);
  });

  it('is taken from the keys where the WKT is none', async () => {
    const { cloud, warnings } = await converted(older([wktRecord('EPSG:1'), ...geoRecords(FEET)]), 'laz');
    expect(cloud.crs?.code).toBe('EPSG:2994');
    expect(warnings).toEqual([expect.stringContaining('the reference system is no WKT')]);
  });

  it('is the same under keys, parameters and a code, and merges', async () => {
    const wkt = await epsgSystem(32632).then((system) => (system?.kind === 'projected' ? system.wkt : ''));
    const bare = wkt.replace(/,AUTHORITY\["EPSG","\d+"\]/g, '').replace('DATUM["', 'DATUM["D_');
    const files = [keyed(UTM_32_BY_PARAMETERS), keyed({ 1024: 1, 3072: 32632 }), older([wktRecord(bare)])];
    const { cloud, warnings } = await converted(files, 'laz', { merge: true });
    expect([cloud.crs?.code, cloud.pointCount, warnings]).toEqual(['EPSG:32632', 3, []]);
  });

  it('is named with its unit where a format has no place for it', async () => {
    const { out, warnings } = await converted(keyed(MIXED), 'xyz');
    expect(warnings).toContain(
      `${out} does not name the reference system, NAD83 / UTM zone 10N + NAVD88 height (ftUS) (EPSG:26910+6360): its format has no place for it; its coordinates are in the unit metre, heights in US survey foot`,
    );
  });

  it('is told of where it is lost', async () => {
    const unknown = await converted(keyed({ 1024: 1, 3072: 12345, 3076: 9001 }), 'laz');
    expect(unknown.cloud.crs).toBeUndefined();
    expect(unknown.warnings).toContain(
      `${unknown.out} does not name the reference system, EPSG:12345 (EPSG:12345): what this code means is not known here`,
    );
    const broken = await converted(older([wktRecord('EPSG:1')]), 'laz');
    expect(broken.warnings).toContainEqual(expect.stringContaining('not carried over: records LASF_Projection 2112'));
  });
});

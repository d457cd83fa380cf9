import { describe, expect, it } from 'vitest';
import { readGeoKeys } from '../../src/crs/geo-keys.js';
import { geoKeySystem } from '../../src/crs/geo-keys-crs.js';
import { parseWkt } from '../../src/crs/wkt-node.js';
import { type GeoValue, geoLists, oregonByParameters, UTM_32_BY_PARAMETERS } from '../support/geo-keys.js';

const systemOf = (keys: Readonly<Record<number, GeoValue>>) => geoKeySystem(readGeoKeys(geoLists(keys)));

/** Name, code and units of a system of keys. */
async function factsOf(keys: Readonly<Record<number, GeoValue>>) {
  const { name, code, units, wkt, doubts } = (await systemOf(keys)) ?? {};
  if (wkt !== undefined) parseWkt(wkt);
  return { name, code, plane: units?.plane.name, height: units?.height.name, doubts };
}

describe('the system of GeoTIFF keys', () => {
  it.each<[string, Record<number, GeoValue>, string, string, string, string]>([
    [
      'of metres',
      { 1024: 1, 3072: 28992, 4096: 5709 },
      'Amersfoort / RD New + NAP height',
      '28992+5709',
      'metre',
      'metre',
    ],
    ['of feet', { 1024: 1, 3072: 2994, 3076: 9002 }, 'NAD83(HARN) / Oregon GIC Lambert (ft)', '2994', 'foot', 'foot'],
    [
      'of a plane of metres and heights of feet',
      { 1024: 1, 3072: 26910, 4096: 6360, 4099: 9003 },
      'NAD83 / UTM zone 10N + NAVD88 height (ftUS)',
      '26910+6360',
      'metre',
      'US survey foot',
    ],
    ['of degrees', { 1024: 2, 2048: 4326 }, 'WGS 84', '4326', 'degree', 'metre'],
    [
      'with both a geographic and a projected code',
      { 2048: 4289, 3072: 28992 },
      'Amersfoort / RD New',
      '28992',
      'metre',
      'metre',
    ],
    [
      'of a code that is not known here',
      { 1024: 1, 3072: 12345, 3076: 9003 },
      'EPSG:12345',
      '12345',
      'US survey foot',
      'US survey foot',
    ],
  ])('is the one of its codes: %s', async (_, keys, name, code, plane, height) => {
    expect(await factsOf(keys)).toEqual({ name, code: `EPSG:${code}`, plane, height, doubts: [] });
  });

  it.each([
    ['UTM', UTM_32_BY_PARAMETERS, 'EPSG:32632', 'metre'],
    [
      'UTM by the code of its zone',
      { 1024: 1, 2048: 4326, 3072: 32767, 3074: 16132, 3076: 9001 },
      'EPSG:32732',
      'metre',
    ],
    ['a grid in feet on a datum by code', oregonByParameters(1312335.95800525), 'EPSG:2994', 'foot'],
    ['a grid in feet with its false easting in metres', oregonByParameters(399999.99999999994), 'EPSG:2994', 'foot'],
  ])('is found by the parameters of a user-defined one: %s', async (_, keys, code, plane) => {
    expect(await factsOf(keys)).toMatchObject({ code, plane, doubts: [] });
  });

  it('is written out by its parameters where EPSG has no such system', async () => {
    const keys = {
      ...UTM_32_BY_PARAMETERS,
      ...{ 2048: 32767, 2049: 'GCS Name = mine|', 2057: { double: 6378388 }, 2059: { double: 297 }, 3073: 'Site grid' },
      ...{ 3076: 9003, 3080: { double: 9.5 } },
    };
    const { name, wkt } = (await systemOf(keys)) ?? {};
    expect(name).toBe('Site grid');
    expect(wkt).toBe(
      'PROJCS["Site grid",GEOGCS["mine",DATUM["unknown",SPHEROID["unknown",6378388,297]],PRIMEM["Greenwich",0],' +
        'UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9102"]]],PROJECTION["Transverse_Mercator"],' +
        'PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",9.5],PARAMETER["scale_factor",0.9996],' +
        'PARAMETER["false_easting",500000],PARAMETER["false_northing",0],' +
        'UNIT["US survey foot",0.304800609601219,AUTHORITY["EPSG","9003"]],AXIS["Easting",EAST],AXIS["Northing",NORTH]]',
    );
  });

  it('has the name and the unit that are stated where nothing else is', async () => {
    expect(await factsOf({ 1024: 1, 1026: 'County grid', 3072: 32767, 3076: 9003 })).toEqual({
      ...{ name: 'County grid', code: undefined, plane: 'US survey foot', height: 'US survey foot', doubts: [] },
    });
    expect(await factsOf({ 1024: 1, 3072: 32767 })).toMatchObject({
      name: 'user-defined',
      plane: 'metre',
      doubts: ['"user-defined" has no unit (GeoTIFF key 3076): its coordinates are taken as metres'],
    });
    expect(await systemOf({ 1025: 1 })).toBeUndefined();
  });

  it('takes the WKT that ArcGIS writes into a citation', async () => {
    const citation =
      'ESRI PE String = PROJCS["Mine",GEOGCS["G",DATUM["D",SPHEROID["S",6378137,298]]],UNIT["Foot",0.3048]]';
    expect(await factsOf({ 1024: 1, 3072: 32767, 3073: citation })).toMatchObject({ name: 'Mine', plane: 'foot' });
  });

  it('has heights in the unit of their key, whatever the unit of their code', async () => {
    const keys = { 1024: 1, 3072: 26910, 4096: 5703, 4099: 9003 };
    expect(await factsOf(keys)).toMatchObject({
      name: 'NAD83 / UTM zone 10N + NAVD88 height (ftUS)',
      height: 'US survey foot',
    });
    expect((await systemOf(keys))?.wkt).toContain(
      'VERT_CS["NAVD88 height (ftUS)",VERT_DATUM["North American Vertical Datum 1988",2005],UNIT["US survey foot"',
    );
    expect(await factsOf({ 1024: 1, 3072: 26910, 4099: 9003 })).toMatchObject({ height: 'US survey foot' });
    expect(await factsOf({ 1024: 1, 3072: 26910, 4096: 5103 })).toMatchObject({ code: 'EPSG:26910+5703' });
  });

  it('tells of keys that contradict each other', async () => {
    expect((await factsOf({ 1024: 1, 3072: 26910, 3076: 9003 })).doubts).toEqual([
      'EPSG:26910 is in the unit metre, GeoTIFF key 3076 says US survey foot: the former is taken',
    ]);
  });

  it('reads no further than the lists', async () => {
    const { directory } = geoLists(UTM_32_BY_PARAMETERS);
    expect(await geoKeySystem(readGeoKeys({ directory }))).toMatchObject({
      name: 'user-defined',
      wkt: expect.stringContaining('LOCAL_CS'),
      doubts: ['values of the GeoTIFF keys 3080, 3081, 3082, 3083, 3092 are not in their record'],
    });
    expect(await geoKeySystem(readGeoKeys({ directory: directory.subarray(0, 6) }))).toBeUndefined();
    expect(await geoKeySystem(readGeoKeys({ directory: [] }))).toBeUndefined();
  });
});

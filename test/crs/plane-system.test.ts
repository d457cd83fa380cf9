import { describe, expect, it } from 'vitest';
import { epsgSystem } from '../../src/crs/epsg-table.js';
import { type PlaneSystem, planeSystem } from '../../src/crs/plane-system.js';

/** The system of a code, in any unit. */
async function systemOf(code: string, height?: number): Promise<PlaneSystem> {
  const plane = await epsgSystem(Number(code.slice('EPSG:'.length)));
  const above = height === undefined ? undefined : await epsgSystem(height);
  if (plane === undefined || plane.kind === 'other') throw new Error(`${code} has no WKT`);
  const wkt = above && above.kind !== 'other' ? `COMPD_CS["both",${plane.wkt},${above.wkt}]` : plane.wkt;
  const found = await planeSystem(wkt);
  if (found.kind === 'unknown') throw new Error(found.reason);
  return found.system;
}

/**
 * Longitude and latitude from Greenwich on the system's own datum, degrees, and the coordinates by PROJ 9.5.1 (pyproj
 * 3.7.2) in the unit of the system, a projection or more of each kind that national grids have.
 */
const BY_PROJ: [code: string, place: [number, number], plane: [number, number]][] = [
  ['EPSG:28992', [4.37, 52.01], [85142.6071, 447229.6518]], // oblique stereographic
  ['EPSG:2953', [-66.6, 45.9], [2492240.1991, 7433317.0142]],
  ['EPSG:3844', [26.1, 44.4], [587627.126, 322809.7291]],
  ['EPSG:2056', [8.5, 47.2], [2680338.1519, 1228065.9553]], // Swiss oblique Mercator
  ['EPSG:23700', [19.05, 47.5], [650107.6023, 239532.9105]],
  ['EPSG:29873', [116.1, 5.9], [711611.8845, 653400.6684]], // Hotine oblique Mercator, variant B
  ['EPSG:3376', [114.1, 4.4], [490494.4491, 486847.9954]], // variant A
  ['EPSG:3167', [101.7, 3.1], [20458.1322, 17052.8379]], // in chains
  ['EPSG:5514', [15.2, 49.8], [-691688.5484, -1082108.4261]], // Krovak
  ['EPSG:3035', [13.4, 52.5], [4551801.9733, 3271028.9832]], // Lambert azimuthal equal area
  ['EPSG:2154', [5.7, 45.2], [911957.4843, 6459255.5187]], // Lambert conformal conic
  ['EPSG:31370', [4.35, 50.85], [148768.5373, 171006.2133]],
  ['EPSG:31287', [13.3, 47.5], [397489.7108, 400000.5384]],
  ['EPSG:3301', [24.7, 59.4], [539764.9427, 6584881.5805]],
  ['EPSG:27572', [2.35, 48.85], [600937.8043, 2427953.7993]], // from Paris, in grads
  ['EPSG:27700', [-3.2, 55.95], [325071.3271, 673641.6856]], // transverse Mercator
  ['EPSG:31467', [9.2, 48.8], [3514691.0718, 5406852.9759]],
  ['EPSG:3003', [9.2, 45.5], [1515626.0873, 5038610.4755]],
  ['EPSG:2193', [174.8, -41.3], [1750697.5213, 5426376.6232]],
  ['EPSG:27200', [172.6, -43.5], [2477671.2425, 5745380.1557]], // New Zealand map grid
  ['EPSG:3005', [-123.1, 49.3], [1211046.6482, 480285.1404]], // Albers
  ['EPSG:5880', [-46.6, -23.5], [5755509.5869, 7380629.9182]], // polyconic
  ['EPSG:2314', [-61.4, 10.4], [259848.4574, 199382.6682]], // Cassini-Soldner, in Clarke's feet
  ['EPSG:3032', [110.5, -66.3], [7695666.4812, 7985370.3638]], // polar stereographic, variant B
  ['EPSG:3002', [119.5, -5.1], [4954240.2541, 337063.1101]], // Mercator, variant A
  ['EPSG:3388', [50.3, 40.4], [-57996.5027, 3644368.9377]], // variant B
];

const dms = (degrees: number, minutes: number, seconds: number) => degrees + minutes / 60 + seconds / 3600;

/** Examples of IOGP's guidance note 7-2, "Coordinate conversions and transformations including formulas", to 1 cm. */
const BY_EPSG: [code: string, place: [number, number], plane: [number, number]][] = [
  ['EPSG:28992', [6, 53], [196105.283, 557057.739]],
  ['EPSG:24200', [-dms(76, 56, 37.26), dms(17, 55, 55.8)], [255966.58, 142493.51]],
  ['EPSG:32040', [-96, 28.5], [2963503.91, 254759.8]],
  ['EPSG:5514', [dms(16, 50, 59.179), dms(50, 12, 32.442)], [-568991, -1050538.63]],
  ['EPSG:29873', [dms(115, 48, 19.8196), dms(5, 23, 14.1129)], [679245.73, 596562.78]],
  ['EPSG:30200', [-62, 10], [66644.94, 82536.22]],
  ['EPSG:27700', [0.5, 50.5], [577274.99, 69740.5]],
  ['EPSG:3035', [5, 50], [3962799.45, 2999718.85]],
  ['EPSG:5041', [44, 73], [3320416.75, 632668.43]],
  ['EPSG:3032', [120, -75], [7255380.79, 7053389.56]],
  ['EPSG:3002', [120, -3], [5009726.58, 569150.82]],
  ['EPSG:3388', [53, 53], [165704.29, 5171848.07]],
];

describe('the plane of a system', () => {
  it.each(BY_PROJ)('%s takes %o where PROJ does, and back, to a tenth of a millimetre', async (code, place, plane) => {
    const grid = (await systemOf(code)).grid();
    const [easting, northing] = grid.fromDegrees(...place);
    expect(Math.abs(easting - plane[0])).toBeLessThan(1e-4);
    expect(Math.abs(northing - plane[1])).toBeLessThan(1e-4);
    const [longitude, latitude] = grid.toDegrees(easting, northing);
    expect(Math.abs(longitude - place[0])).toBeLessThan(1e-8);
    expect(Math.abs(latitude - place[1])).toBeLessThan(1e-8);
  });

  it.each(BY_EPSG)('%s takes %o where the example of EPSG does', async (code, place, plane) => {
    const [easting, northing] = (await systemOf(code)).grid().fromDegrees(...place);
    expect(Math.abs(easting - plane[0])).toBeLessThan(0.011);
    expect(Math.abs(northing - plane[1])).toBeLessThan(0.011);
  });

  it('has the Rigi where swisstopo has it ("Formeln und Konstanten", 2016)', async () => {
    const grid = (await systemOf('EPSG:21781')).grid();
    const [easting, northing] = grid.fromDegrees(dms(8, 29, 11.11127154), dms(47, 3, 28.95659233));
    expect(easting).toBeCloseTo(679_520.05, 2);
    expect(northing).toBeCloseTo(212_273.44, 2);
  });

  it.each([
    ['EPSG:5513', /\(Krovak\) is not known here/],
    ['EPSG:2065', /\(Krovak\) is not known here/],
    ['EPSG:2054', /\(Transverse_Mercator_South_Orientated\) is not known here/],
    ['EPSG:3857', /\(Mercator_1SP\) is not known here/],
    ['EPSG:9311', /\(Lambert_Azimuthal_Equal_Area\) is not known here/],
    ['EPSG:4326', /^WGS 84 is no projected system/],
  ])('is unknown for %s, whose axes or formula are others', async (code, reason) => {
    await expect(systemOf(code)).rejects.toThrow(reason);
  });
});

describe('the way of a datum to WGS 84', () => {
  /** By PROJ 9.5.1: a pipeline of cart, helmert with these parameters, cart and the projection. */
  it.each([
    ['EPSG:28992', 'Amersfoort to WGS 84 (4) (EPSG:4833)', 1, [4.37, 52.01], [85163.8017, 447337.1838]],
    ['EPSG:27700', 'OSGB36 to WGS 84 (6) (EPSG:1314)', 2, [-3.2, 55.95], [325160.2969, 673646.563]],
    ['EPSG:27572', 'NTF to WGS 84 (1) (EPSG:1193)', 2, [2.35, 48.85], [600990.8922, 2427961.5117]],
  ] as const)('%s is the best of EPSG at the place: %s, good to %d m', async (code, name, accuracy, place, plane) => {
    const system = await systemOf(code);
    const [longitude, latitude] = place;
    const shift = system.shiftAt(longitude, latitude);
    expect(shift).toMatchObject({ name, accuracy });
    expect(system.isGlobal).toBe(false);
    if (shift === undefined) return;
    const [easting, northing] = system.grid(shift).fromDegrees(longitude, latitude);
    expect(Math.hypot(easting - plane[0], northing - plane[1])).toBeLessThan(1e-3);
  });

  it('depends on the place, and is unknown far away', async () => {
    const dhdn = await systemOf('EPSG:31468');
    expect(dhdn.shiftAt(11.5, 51)?.name).toBe('DHDN to WGS 84 (3) (EPSG:15869)');
    expect(dhdn.shiftAt(11.5, 48)?.name).toBe('DHDN to WGS 84 (2) (EPSG:1777)');
    expect(dhdn.shiftAt(-70, -30)).toBeUndefined();
  });

  it('takes global datums for WGS 84 where EPSG has no parameters, and says so', async () => {
    const china = await systemOf('EPSG:4547');
    expect(china.isGlobal).toBe(true);
    expect(china.shiftAt(114, 30)).toEqual({ name: 'taking China_2000 for WGS 84', parameters: [0, 0, 0] });
    expect((await systemOf('EPSG:25832')).shiftAt(9, 50)).toMatchObject({ accuracy: 1, parameters: [0, 0, 0] });
    expect((await systemOf('EPSG:2345')).shiftAt(117, 30)).toBeUndefined();
  });

  it('is that of TOWGS84 where a text has it', async () => {
    const rd = await epsgSystem(28992);
    if (rd?.kind !== 'projected') throw new Error('RD is missing');
    const stated = rd.wkt
      .replace(/(DATUM\["Amersfoort",SPHEROID\[.*?\]\])/, '$1,TOWGS84[565.2,50,465.6,-0.4,0.35,-1.87,4.08]')
      .replace(/,AUTHORITY\["EPSG","28992"\]\]$/, ']');
    const found = await planeSystem(stated);
    if (found.kind === 'unknown') throw new Error(found.reason);
    expect(found.system.shiftAt(0, 0)).toEqual({
      name: 'the TOWGS84 of Amersfoort',
      parameters: [565.2, 50, 465.6, -0.4, 0.35, -1.87, 4.08],
    });
  });

  it('has heights by name if they are above a geoid', async () => {
    expect((await systemOf('EPSG:28992', 5709)).heights).toBe('NAP height');
    expect((await systemOf('EPSG:28992')).heights).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { epsgSystem } from '../../src/crs/epsg-table.js';
import { readCrs } from '../../src/crs/read-crs.js';
import { toWgs84 } from '../../src/crs/wgs84.js';

/** PROJ 9 (pyproj), from the plane to the longitude and latitude of the system's own datum, degrees. */
const PLACES: [string, [number, number], [number, number]][] = [
  ['EPSG:25832', [691607, 5334760], [11.575544270947772, 48.13721877118779]],
  ['EPSG:25832', [420000, 6100000], [7.748093740569697, 55.040369059347015]],
  ['EPSG:25832+7837', [420000, 6100000], [7.748093740569697, 55.040369059347015]],
  ['EPSG:32733', [300000, 6200000], [12.826229238430015, -34.32200505219241]],
  ['EPSG:2193', [1748735, 5427916], [174.77619351535787, -41.28650441352499]],
  ['EPSG:2154', [652469.02, 6862035.26], [2.3521999630139847, 48.8566000050153]],
  ['EPSG:2154', [1000000, 6200000], [6.666842058447229, 42.83677486559809]],
  ['EPSG:3034', [4000000, 2800000], [10, 52]],
  ['EPSG:3035', [4321000, 3210000], [10, 52]],
];

describe('the way to WGS 84', () => {
  it.each(PLACES)('leads by %s from %o to the point of PROJ', async (code, [easting, northing], expected) => {
    const way = await toWgs84((await readCrs(code)).wkt, [easting, northing]);
    if (way.kind !== 'known') throw new Error(way.reason);
    const [longitude, latitude] = way.toDegrees(easting, northing);
    // A tenth of a millimetre.
    expect(Math.abs(longitude - expected[0])).toBeLessThan(1e-9);
    expect(Math.abs(latitude - expected[1])).toBeLessThan(1e-9);
  });

  it.each([
    [4326, [11, 48], undefined],
    [4258, [11, 48], undefined],
    [4289, [11, 48], /^they are degrees of Amersfoort, which may be some hundred metres off$/],
    // Gons, from 2.33722917 degrees east of Greenwich.
    [4807, [9.9 + 2.337_229_17, 43.2], /^they are degrees of NTF \(Paris\)/],
  ] as const)('leads from the angles of EPSG:%i to degrees', async (code, expected, doubt) => {
    const system = await epsgSystem(code);
    if (system?.kind !== 'geographic') throw new Error(`EPSG:${code} is not geographic`);
    const way = await toWgs84(system.wkt, [11, 48]);
    if (way.kind !== 'known') throw new Error(way.reason);
    const place = way.toDegrees(11, 48);
    for (const axis of [0, 1]) expect(place[axis]).toBeCloseTo(expected[axis], 9);
    if (doubt) expect(way.doubt).toMatch(doubt);
    else expect(way.doubt).toBeUndefined();
  });

  it.each([
    // By PROJ 9.5.1 (pyproj).
    [
      'EPSG:7415',
      [85_163.8017, 447_337.1838],
      [4.37, 52.01],
      /by Amersfoort to WGS 84 \(4\) \(EPSG:4833\), good to 1 m/,
    ],
    ['EPSG:2056', [2_600_000, 1_200_000], [7.438_632, 46.951_083], /by CH1903\+ to WGS 84/],
    ['EPSG:31467', [3_500_000, 5_400_000], [8.998_970_82, 48.737_539_26], /DHDN to WGS 84/],
  ] as const)('leads by the datum of %s, and says so', async (code, [x, y], [longitude, latitude], doubt) => {
    const way = await toWgs84((await readCrs(code)).wkt, [x, y]);
    if (way.kind !== 'known') throw new Error(way.reason);
    const found = way.toDegrees(x, y);
    // A metre.
    expect(Math.abs(found[0] - longitude)).toBeLessThan(1e-5);
    expect(Math.abs(found[1] - latitude)).toBeLessThan(1e-5);
    expect(way.doubt).toMatch(doubt);
  });

  it('keeps the own degrees where no way is known, and says so', async () => {
    // Lisbon in a zone of Germany.
    const way = await toWgs84((await readCrs('EPSG:31467')).wkt, [2_000_000, 4_400_000]);
    expect(way.kind === 'known' && way.doubt).toMatch(/no way from the datum of DHDN .* some hundred metres off/);
  });

  it.each([
    ['EPSG:5513', /projection of .* \(Krovak\)/],
    ['EPSG:4978', /no projected system/],
    ['LOCAL_CS["yard",LOCAL_DATUM["yard",0],UNIT["metre",1]]', /^yard is no projected system/],
  ])('is unknown for %s, in words', async (given, reason) => {
    const way = await toWgs84(given.startsWith('EPSG') ? (await readCrs(given)).wkt : given, [0, 0]);
    expect(way.kind === 'unknown' && way.reason).toMatch(reason);
  });
});

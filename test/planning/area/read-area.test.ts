import { describe, expect, it } from 'vitest';
import type { UserError } from '../../../src/base/errors.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { readCrs } from '../../../src/crs/read-crs.js';
import { sizeOf } from '../../../src/planning/area/polygons.js';
import { readArea } from '../../../src/planning/area/read-area.js';
import { sceneFolder } from '../plain-scenes.js';

const folder = sceneFolder();
const utm = await readCrs('EPSG:25832');

/** Places of UTM 32N in WGS 84, made with PROJ's formula of the central meridian: x = 500000 is 9° east. */
const RING = [
  [9, 48],
  [9.01, 48],
  [9.01, 48.01],
  [9, 48.01],
  [9, 48],
];
const HOLE = [[9.004, 48.004], [9.006, 48.004], [9.006, 48.006], [9.004, 48.006], [9.004, 48.004]]; // biome-ignore format: a ring
const feature = (geometry: object) => ({ type: 'Feature', properties: {}, geometry });
const read = (name: string, text: string, crs = utm) => readArea(nodeFiles, folder.write(name, text), crs);
const geojson = (content: object) => read('area.geojson', JSON.stringify(content));

describe('the area of a GeoJSON file', () => {
  it('is brought from degrees to the plane of the survey, with its holes', async () => {
    const [polygon, ...more] = await geojson({
      type: 'FeatureCollection',
      features: [feature({ type: 'Polygon', coordinates: [RING, HOLE] })],
    });
    expect(more).toEqual([]);
    expect(polygon.outline.corners).toHaveLength(4);
    expect(polygon.outline.corners[0][0]).toBeCloseTo(500_000, 3);
    // Karney 2011: the meridian arc to 48° north is 5318 km, times 0.9996.
    expect(polygon.outline.corners[0][1] / 1000).toBeCloseTo(5316.3, 1);
    expect(polygon.holes).toHaveLength(1);
    // 746 m by 1112 m, without a twenty-fifth.
    expect(sizeOf([polygon]) / 1e4).toBeCloseTo(0.0745 * 1111.8 * (1 - 1 / 25), -1);
  });

  it('has the polygons of all collections', async () => {
    const far = RING.map(([x, y]) => [x + 0.1, y]);
    const polygons = await geojson({
      type: 'GeometryCollection',
      geometries: [
        { type: 'MultiPolygon', coordinates: [[RING], [far]] },
        { type: 'Polygon', coordinates: [RING.map(([x, y]) => [x, y + 0.1])] },
      ],
    });
    expect(polygons).toHaveLength(3);
  });

  it('may be in the system of the survey itself', async () => {
    const metres = [[0, 0], [100, 0], [100, 50], [0, 0]]; // biome-ignore format: a ring
    const named = (name: string) =>
      geojson({ type: 'Polygon', crs: { type: 'name', properties: { name } }, coordinates: [metres] });
    const [polygon] = await named('urn:ogc:def:crs:EPSG::25832');
    expect(polygon.outline.corners).toEqual(metres.slice(0, 3));
    await expect(named('urn:ogc:def:crs:EPSG::2056')).rejects.toThrow(/found the system CH1903\+ .*, expected ETRS89/);
  });

  it.each([
    ['that is no JSON', '{', /not well-formed JSON/],
    ['of a line', JSON.stringify(feature({ type: 'LineString', coordinates: RING })), /geometry: found "LineString"/],
    ['without polygons', '{"type":"FeatureCollection","features":[]}', /the file has no polygons/],
    [
      'with a place of no numbers',
      '{"type":"Polygon","coordinates":[[[9,"a"]]]}',
      /coordinates\[0\]\[0\]: expected two/,
    ],
    ['in metres', '{"type":"Polygon","coordinates":[[[500000,5300000],[500100,5300000],[500000,5300100]]]}', /expected longitude and latitude/], // biome-ignore format: rows
    ['of too many corners', JSON.stringify({ type: 'Polygon', coordinates: [Array.from({ length: 10_001 }, (_, k) => [k / 1e4, 1])] }), /found 10001 corners, at most 10000/], // biome-ignore format: rows
    ['without any corner', '{"type":"Polygon","coordinates":[[]]}', /coordinates\[0\] encloses nothing/],
    ['of one corner twice', '{"type":"Polygon","coordinates":[[[9,48],[9,48]]]}', /coordinates\[0\] encloses nothing/],
    [
      'with a hole of nothing',
      JSON.stringify({ type: 'Polygon', coordinates: [RING, []] }),
      /coordinates\[1\] encloses nothing/,
    ],
    [
      'of a system that is not known',
      JSON.stringify({ type: 'Polygon', crs: { properties: { name: 'EPSG:999999' } }, coordinates: [RING] }),
      /crs\.properties\.name: EPSG:999999 is no system/,
    ],
    ['nested without end', `${'{"type":"Feature","geometry":'.repeat(40)}null${'}'.repeat(40)}`, /more than 32 levels/],
  ])('is refused %s', async (_, text, message) => {
    await expect(read('bad.geojson', text)).rejects.toThrow(message);
  });

  it('asks for degrees before it looks for a way to a datum, and says which number comes first', async () => {
    const swiss = await readCrs('EPSG:2056');
    const at = (name: string, [x, y]: readonly [number, number]) =>
      read(name, JSON.stringify({ type: 'Polygon', coordinates: [[[x, y], [x + 0.01, y], [x, y + 0.01]]] }), swiss); // biome-ignore format: a ring
    await expect(at('metres.geojson', [2_600_000, 1_200_000])).rejects.toThrow(
      /expected longitude and latitude in degrees/,
    );
    const swapped = await at('swapped.geojson', [46.95, 7.44]).catch((error: UserError) => error);
    expect(swapped).toMatchObject({
      message: expect.stringContaining('known at longitude 46.95, latitude 7.44'),
      hint: expect.stringContaining('longitude comes first'),
    });
  });

  it('needs a system to be brought to', async () => {
    const file = folder.write('free.geojson', JSON.stringify({ type: 'Polygon', coordinates: [RING] }));
    await expect(readArea(nodeFiles, file, undefined)).rejects.toThrow(/degrees need a survey with a reference system/);
  });
});

describe('the area of a KML file', () => {
  const words = (ring: number[][]) => ring.map((point) => `${point.join(',')},0`).join('\n ');
  const linear = (ring: number[][]) => `<LinearRing><coordinates> ${words(ring)} </coordinates></LinearRing>`;
  const kml = (content: string) =>
    `<?xml version="1.0"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark>${content}</Placemark></Document></kml>`;

  it('is that of the same polygon in GeoJSON', async () => {
    const text = kml(
      `<MultiGeometry><Polygon><outerBoundaryIs>${linear(RING)}</outerBoundaryIs><innerBoundaryIs>${linear(HOLE)}</innerBoundaryIs></Polygon></MultiGeometry>`,
    );
    const same = await geojson({ type: 'Polygon', coordinates: [RING, HOLE] });
    const found = await read('area.kml', text);
    expect(found[0].outline.corners).toEqual(same[0].outline.corners);
    expect(found[0].holes[0].corners).toEqual(same[0].holes[0].corners);
  });

  it.each([
    ['of a way', kml('<LineString><coordinates>9,48 9,49</coordinates></LineString>'), /found a LineString/],
    ['without an outline', kml('<Polygon></Polygon>'), /expected one outerBoundaryIs/],
    ['with a word', kml(`<Polygon><outerBoundaryIs>${linear(RING).replace('9,48', 'east')}</outerBoundaryIs></Polygon>`), /found "east,0", expected longitude,latitude/], // biome-ignore format: rows
  ])('is refused %s, with its line', async (_, text, message) => {
    await expect(read('bad.kml', text)).rejects.toThrow(message);
    await expect(read('bad.kml', text)).rejects.toMatchObject({ place: { line: expect.any(Number) } });
  });
});

import { describe, expect, it } from 'vitest';
import { readCrs } from '../../src/crs/read-crs.js';
import { parseWkt, type WktNode } from '../../src/crs/wkt-node.js';
import { wkt2Of } from '../../src/crs/wkt2.js';

const wkt2 = async (code: string) => wkt2Of((await readCrs(code)).wkt);

/** PROJ 9.5.1 takes each of these for its code: pyproj's `CRS.from_wkt(text).equals(CRS(code))`. */
describe('WKT 2 of a system', () => {
  it('has the words of EPSG', async () => {
    expect(await wkt2('EPSG:25832')).toBe(
      [
        'PROJCRS["ETRS89 / UTM zone 32N",',
        'BASEGEOGCRS["ETRS89",DATUM["European Terrestrial Reference System 1989",',
        'ELLIPSOID["GRS 1980",6378137,298.257222101,LENGTHUNIT["metre",1]],ID["EPSG",6258]],',
        'PRIMEM["Greenwich",0,ANGLEUNIT["degree",0.0174532925199433]],ID["EPSG",4258]],',
        'CONVERSION["unnamed",METHOD["Transverse Mercator",ID["EPSG",9807]],',
        'PARAMETER["Latitude of natural origin",0,ANGLEUNIT["degree",0.0174532925199433],ID["EPSG",8801]],',
        'PARAMETER["Longitude of natural origin",9,ANGLEUNIT["degree",0.0174532925199433],ID["EPSG",8802]],',
        'PARAMETER["Scale factor at natural origin",0.9996,SCALEUNIT["unity",1],ID["EPSG",8805]],',
        'PARAMETER["False easting",500000,LENGTHUNIT["metre",1],ID["EPSG",8806]],',
        'PARAMETER["False northing",0,LENGTHUNIT["metre",1],ID["EPSG",8807]]],',
        'CS[Cartesian,2],AXIS["easting (E)",east,ORDER[1]],AXIS["northing (N)",north,ORDER[2]],',
        'LENGTHUNIT["metre",1],ID["EPSG",25832]]',
      ].join(''),
    );
  });

  it.each([
    ['EPSG:28992', 9809, [8801, 8802, 8805, 8806, 8807]],
    ['EPSG:2056', 9815, [8811, 8812, 8813, 8814, 8815, 8816, 8817]],
    ['EPSG:2154', 9802, [8821, 8822, 8823, 8824, 8826, 8827]],
    ['EPSG:3005', 9822, [8823, 8824, 8821, 8822, 8826, 8827]],
    ['EPSG:29873', 9815, [8811, 8812, 8813, 8814, 8815, 8816, 8817]],
    ['EPSG:3168', 9812, [8811, 8812, 8813, 8814, 8815, 8806, 8807]],
    ['EPSG:3832', 9804, [8802, 8805, 8806, 8807]],
  ])('has the method and the parameters of EPSG: %s', async (code, method, parameters) => {
    const conversion = parseWkt((await wkt2(code)) ?? '').nodes.find(({ keyword }) => keyword === 'CONVERSION');
    const idOf = ({ nodes }: WktNode) => nodes.find(({ keyword }) => keyword === 'ID')?.numbers[0];
    const [found, ...others] = conversion?.nodes ?? [];
    expect(idOf(found)).toBe(method);
    expect(others.map(idOf).toSorted()).toEqual([...parameters].sort());
  });

  it.each([
    ['EPSG:7415', 'COMPOUNDCRS["Amersfoort / RD New + NAP height",PROJCRS["Amersfoort', ',ID["EPSG",7415]]'],
    [
      'EPSG:25832+7837',
      'COMPOUNDCRS["ETRS89 / UTM zone 32N + DHHN2016 height",',
      'LENGTHUNIT["metre",1],ID["EPSG",7837]]]',
    ],
  ])('has the heights of %s', async (code, start, end) => {
    const text = (await wkt2(code)) ?? '';
    expect(text.startsWith(start)).toBe(true);
    expect(text.endsWith(end)).toBe(true);
    expect(text).toContain('CS[vertical,1],AXIS["gravity-related height (H)",up],LENGTHUNIT["metre",1]');
  });

  it('is a text that is WKT 2 already', async () => {
    const text = (await wkt2('EPSG:25832')) ?? '';
    expect(wkt2Of(text)).toBe(text);
  });

  it.each(['EPSG:3031', 'EPSG:5514', 'EPSG:4978'])(
    'is none of %s: another method, axes to the south, no plane',
    async (code) => {
      expect(await wkt2(code)).toBeUndefined();
    },
  );

  it('is none of a local system', () => {
    expect(wkt2Of('LOCAL_CS["yard",LOCAL_DATUM["yard",0],UNIT["metre",1]]')).toBeUndefined();
  });
});

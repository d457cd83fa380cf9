import { describe, expect, it } from 'vitest';
import { metricWkt } from '../../src/crs/metric-wkt.js';
import { METRES } from '../../src/crs/units.js';
import { parseWkt } from '../../src/crs/wkt-node.js';
import { wktUnits } from '../../src/crs/wkt-units.js';

const BASE =
  'GEOGCS["NAD83",DATUM["D",SPHEROID["GRS 1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4269"]]';
const plane = (unit: string, more = '') =>
  `PROJCS["A plane",${BASE},PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",40],PARAMETER["scale_factor",0.9999],PARAMETER["false_easting",2000],PARAMETER["false_northing",-1000],${unit},AXIS["X",EAST],AXIS["Y",NORTH]${more}]`;

describe('WKT in metres', () => {
  it('has the false origin in metres, and no code or text of PROJ of its own', () => {
    const feet = plane(
      'UNIT["foot",0.3048,AUTHORITY["EPSG","9002"]]',
      ',EXTENSION["PROJ4","+units=ft"],AUTHORITY["EPSG","1"]',
    );
    const wkt = plane('UNIT["metre",1,AUTHORITY["EPSG","9001"]]')
      .replace('2000', '609.6')
      .replace('-1000', '-304.8')
      .replace('A plane', 'A plane in metres');
    expect(metricWkt(feet)).toBe(wkt);
  });

  it('leaves what is in metres', () => {
    const metres = plane('UNIT["metre",1]', ',AUTHORITY["EPSG","1"]');
    expect(metricWkt(metres)).toBe(metres);
    const heights = 'VERT_CS["H ""ft""",VERT_DATUM["V",2005],UNIT["foot",0.3048],AXIS["Up",UP],AUTHORITY["EPSG","2"]]';
    const wkt = metricWkt(`COMPD_CS["both",${metres},${heights},AUTHORITY["EPSG","3"]]`);
    expect(wkt).toBe(
      `COMPD_CS["both in metres",${metres},VERT_CS["H ""ft"" in metres",VERT_DATUM["V",2005],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Up",UP]]]`,
    );
  });

  it('knows WKT 2, whose parameters have units of their own', () => {
    const two = (unit: string) =>
      `PROJCRS["P",BASEGEOGCRS["NAD83",DATUM["D",ELLIPSOID["GRS 1980",6378137,298.25,LENGTHUNIT["metre",1]]]],CONVERSION["c",METHOD["TM"],PARAMETER["False easting",2000,LENGTHUNIT["foot",0.3048]]],CS[Cartesian,2],AXIS["x",east,ORDER[1],${unit}],AXIS["y",north,ORDER[2],${unit}]`;
    const wkt = metricWkt(`${two('LENGTHUNIT["foot",0.3048]')},ID["EPSG",1]]`);
    expect(wkt).toBe(`${two('LENGTHUNIT["metre",1]').replace('"P"', '"P in metres"')}]`);
    expect(wktUnits(parseWkt(wkt as string))).toMatchObject(METRES);
  });

  it('is none of degrees', () => {
    expect(metricWkt(BASE)).toBeUndefined();
    expect(() => metricWkt('PROJCS["open"')).toThrow('expected');
  });
});

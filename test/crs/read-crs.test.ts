import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { crsTitle } from '../../src/crs/crs.js';
import { readCrs } from '../../src/crs/read-crs.js';

/** Output of PROJ 9.5.1: `CRS.from_epsg(25832).to_wkt('WKT1_GDAL')` of pyproj 3.7.2. */
const UTM32 =
  'PROJCS["ETRS89 / UTM zone 32N",GEOGCS["ETRS89",DATUM["European_Terrestrial_Reference_System_1989",SPHEROID["GRS 1980",6378137,298.257222101,AUTHORITY["EPSG","7019"]],AUTHORITY["EPSG","6258"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4258"]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",9],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AXIS["Northing",NORTH],AUTHORITY["EPSG","25832"]]';
const DHHN2016 =
  'VERT_CS["DHHN2016 height",VERT_DATUM["Deutsches Haupthoehennetz 2016",2005,AUTHORITY["EPSG","1170"]],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Gravity-related height",UP],AUTHORITY["EPSG","7837"]]';

/** Form of Esri's programs: no codes, and another order. */
const ESRI =
  'PROJCS["ETRS_1989_UTM_Zone_32N",GEOGCS["GCS_ETRS_1989",DATUM["D_ETRS_1989",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",9.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';

/** EPSG:25832 in PROJJSON, shortened by its remarks. */
const PROJJSON = {
  $schema: 'https://proj.org/schemas/v0.7/projjson.schema.json',
  type: 'ProjectedCRS',
  name: 'ETRS89 / UTM zone 32N',
  base_crs: {
    type: 'GeographicCRS',
    name: 'ETRS89',
    datum_ensemble: {
      name: 'European Terrestrial Reference System 1989 ensemble',
      members: [{ name: 'ETRF89', id: { authority: 'EPSG', code: 1178 } }],
      ellipsoid: { name: 'GRS 1980', semi_major_axis: 6378137, inverse_flattening: 298.257222101 },
      accuracy: '0.1',
    },
    coordinate_system: { subtype: 'ellipsoidal', axis: [] as object[] },
    id: { authority: 'EPSG', code: 4258 },
  },
  conversion: {
    name: 'UTM zone 32N',
    method: { name: 'Transverse Mercator', id: { authority: 'EPSG', code: 9807 } },
    parameters: [
      { name: 'Latitude of natural origin', value: 0, unit: 'degree', id: { authority: 'EPSG', code: 8801 } },
      { name: 'Longitude of natural origin', value: 9, unit: 'degree' },
      { name: 'Scale factor at natural origin', value: 0.9996, unit: 'unity' },
      { name: 'False easting', value: 500000, unit: 'metre' },
      { name: 'False northing', value: 0, unit: 'metre' },
    ],
  },
  coordinate_system: {
    subtype: 'Cartesian',
    axis: [
      { name: 'Easting', abbreviation: 'E', direction: 'east', unit: 'metre' },
      { name: 'Northing', abbreviation: 'N', direction: 'north', unit: 'metre' },
    ],
  },
  area: 'Europe between 6°E and 12°E',
  id: { authority: 'EPSG', code: 25832 },
};
delete (PROJJSON.base_crs as Partial<typeof PROJJSON.base_crs>).coordinate_system;

async function faultOf(given: string | number | object): Promise<string> {
  try {
    await readCrs(given);
  } catch (error) {
    if (error instanceof UserError) return error.format();
    throw error;
  }
  return 'no error';
}

describe('readCrs of codes', () => {
  it.each([
    'EPSG:25832',
    'epsg::25832',
    '25832',
    25832,
    'urn:ogc:def:crs:EPSG::25832',
    'https://www.opengis.net/def/crs/EPSG/0/25832',
  ])('reads %s', async (given) => {
    expect(await readCrs(given)).toEqual({ name: 'ETRS89 / UTM zone 32N', code: 'EPSG:25832', wkt: UTM32 });
  });

  it('joins a plane with heights', async () => {
    const crs = await readCrs('EPSG:25832+7837');
    expect(crs).toEqual({
      name: 'ETRS89 / UTM zone 32N + DHHN2016 height',
      code: 'EPSG:25832+7837',
      wkt: `COMPD_CS["ETRS89 / UTM zone 32N + DHHN2016 height",${UTM32},${DHHN2016}]`,
    });
    expect(crsTitle(crs)).toBe('ETRS89 / UTM zone 32N + DHHN2016 height (EPSG:25832+7837)');
  });

  it('reads compound and geocentric systems', async () => {
    const compound = await readCrs('EPSG:7415');
    expect(compound.name).toBe('Amersfoort / RD New + NAP height');
    expect(compound.wkt).toMatch(
      /^COMPD_CS\["Amersfoort \/ RD New \+ NAP height",PROJCS\[.*,VERT_CS\["NAP height".*\]\]$/,
    );
    expect((await readCrs('EPSG:4978')).wkt).toMatch(/^GEOCCS\["WGS 84",/);
  });

  it.each([
    ['UTM north of WGS 84', 32601, 32660],
    ['UTM south of WGS 84', 32701, 32760],
    ['UTM of ETRS89', 25828, 25838],
    ['UTM of NAD83', 26901, 26923],
    ['UTM south of SIRGAS 2000', 31977, 31985],
    ['MGA of GDA2020', 7846, 7859],
    ['Gauss and Krüger of DHDN', 31466, 31469],
    ['planes of Japan, JGD2011', 6669, 6687],
  ])('knows every zone of %s', async (_grid, first, last) => {
    for (let code = first; code <= last; code++) expect((await readCrs(code)).code).toBe(`EPSG:${code}`);
  });

  it.each([
    [27700, 'OSGB36 / British National Grid'],
    [28992, 'Amersfoort / RD New'],
    [2154, 'RGF93 v1 / Lambert-93'],
    [2056, 'CH1903+ / LV95'],
    [31287, 'MGI / Austria Lambert'],
    [31370, 'BD72 / Belgian Lambert 72'],
    [3067, 'ETRS89 / TM35FIN(E,N)'],
    [3006, 'SWEREF99 TM'],
    [2180, 'ETRF2000-PL / CS92'],
    [5514, 'S-JTSK / Krovak East North'],
    [3794, 'Slovenia 1996 / Slovene National Grid'],
    [2193, 'NZGD2000 / New Zealand Transverse Mercator 2000'],
    [3347, 'NAD83 / Statistics Canada Lambert'],
    [5070, 'NAD83 / Conus Albers'],
    [2157, 'IRENET95 / Irish Transverse Mercator'],
    [3763, 'ETRS89 / Portugal TM06'],
  ])('knows the national grid EPSG:%i', async (code, name) => {
    expect((await readCrs(code)).name).toBe(name);
  });

  it.each([
    ['EPSG:4326', 'found EPSG:4326, WGS 84, with the unit degree; expected a system in metres'],
    ['EPSG:2263', 'with the unit US survey foot; expected a system in metres'],
    ['EPSG:5773', 'found "EGM96 height", a system of heights alone'],
    ['EPSG:25832+25833', 'found "ETRS89 / UTM zone 33N" for the heights, expected a vertical system'],
    ['EPSG:7837+25832', 'found "ETRS89 / UTM zone 32N" for the heights, expected a vertical system'],
    ['EPSG:999999', 'EPSG:999999 is no system that is known here\n  give its WKT instead'],
    ['EPSG:6247', 'which WKT 1 cannot hold\n  give its WKT 2 instead'],
    ['EPSG:12', 'found "EPSG:12", expected an EPSG code (EPSG:25832), WKT or PROJJSON'],
    ['hello', 'found "hello", expected an EPSG code (EPSG:25832), WKT or PROJJSON'],
    ['', 'found "", expected an EPSG code'],
  ])('refuses %s', async (given, message) => {
    expect(await faultOf(given)).toContain(message);
  });
});

describe('readCrs of WKT', () => {
  it('keeps the text as it is, and names the system', async () => {
    expect(await readCrs(`\uFEFF${ESRI}\r\n`)).toEqual({ name: 'ETRS_1989_UTM_Zone_32N', wkt: ESRI });
    const local = 'LOCAL_CS["mine",LOCAL_DATUM["d",32767],UNIT["metre",1],AXIS["X",EAST],AXIS["Y",NORTH]]';
    expect(await readCrs(local)).toEqual({ name: 'mine', wkt: local });
  });

  it('reads WKT 2, bound systems too', async () => {
    const plane =
      'PROJCRS["p",BASEGEOGCRS["b",DATUM["d",ELLIPSOID["e",6378137,298.25,LENGTHUNIT["metre",1]]]],CONVERSION["c",METHOD["m"]],CS[Cartesian,2],AXIS["e",east,LENGTHUNIT["metre",1]],AXIS["n",north,LENGTHUNIT["metre",1]],ID["EPSG",1234]]';
    expect(await readCrs(plane)).toMatchObject({ name: 'p', code: 'EPSG:1234' });
    const bound = `BOUNDCRS[SOURCECRS[${plane}],TARGETCRS[${plane}]]`;
    expect(await readCrs(bound)).toEqual({ name: 'p', code: 'EPSG:1234', wkt: bound });
    expect(await readCrs('GEODCRS["g",DATUM["d"],CS[Cartesian,3],LENGTHUNIT["metre",1]]')).toMatchObject({ name: 'g' });
  });

  it.each([
    ['PROJCS["broken', 'expected a text that ends in "'],
    ['UNIT["metre",1]', 'found UNIT, expected WKT of a coordinate reference system'],
    ['GEOGCS["WGS 84",UNIT["degree",0.0174532925199433]]', 'found "WGS 84", a system of longitude and latitude'],
    ['GEODCRS["WGS 84",CS[ellipsoidal,2]]', 'found "WGS 84", a system of longitude and latitude'],
    ['VERT_CS["NAP",UNIT["metre",1]]', 'a system of heights alone; expected a projected or a local system, in metres'],
    ['PROJCS["f",UNIT["foot",0.3048]]', 'found "f" with the unit "foot", expected metres'],
    ['PROJCRS["f",AXIS["e",east,LENGTHUNIT["foot",0.3048]]]', 'found "f" with the unit "foot", expected metres'],
    ['PROJCS["f",UNIT["nothing"]]', 'found "f" with the unit "nothing", expected metres'],
    ['PROJCS[UNIT["metre",1]]', 'found PROJCS without a name'],
    ['COMPD_CS["c",PROJCS["p",UNIT["metre",1]]]', 'found a compound system of 1 others, expected a plane and heights'],
    [
      'COMPD_CS["c",PROJCS["p",UNIT["metre",1]],VERT_CS["v",UNIT["foot",0.3048]]]',
      'found "v" with the unit "foot", expected metres',
    ],
    ['BOUNDCRS["x"]', 'found BOUNDCRS without SOURCECRS'],
  ])('refuses %s', async (given, message) => {
    expect(await faultOf(given)).toContain(message);
  });
});

describe('numbers of WKT', () => {
  it.each([
    ['PARAMETER["central_meridian",9]', 'PARAMETER["central_meridian",NaN]'],
    ['PARAMETER["central_meridian",9]', 'PARAMETER["central_meridian",1e999]'],
    ['SPHEROID["GRS 1980",6378137,298.257222101', 'SPHEROID["GRS 1980",6378137'],
    ['PRIMEM["Greenwich",0,', 'PRIMEM["Greenwich",'],
  ])('are finite, and where they belong: not %s as %s', async (right, wrong) => {
    expect(UTM32).toContain(right);
    expect(await faultOf(UTM32.replace(right, wrong))).toMatch(/found (PARAMETER|SPHEROID|PRIMEM)\[.*\], expected/);
  });
});

describe('readCrs of PROJJSON', () => {
  it('takes the system of its code', async () => {
    expect((await readCrs(PROJJSON)).wkt).toBe(UTM32);
    expect((await readCrs(JSON.stringify(PROJJSON))).wkt).toBe(UTM32);
  });

  it('writes WKT 2 of a system without a code', async () => {
    const { id: _, ...own } = { ...PROJJSON, name: 'my "own"' };
    // Output of PROJ 9.5.1, but for line breaks, its number formats and usage.
    expect(await readCrs(own)).toEqual({
      name: 'my "own"',
      wkt:
        'PROJCRS["my ""own""",BASEGEOGCRS["ETRS89",ENSEMBLE["European Terrestrial Reference System 1989 ensemble",' +
        'MEMBER["ETRF89",ID["EPSG",1178]],ELLIPSOID["GRS 1980",6378137,298.257222101,LENGTHUNIT["metre",1]],' +
        'ENSEMBLEACCURACY[0.1]],ID["EPSG",4258]],CONVERSION["UTM zone 32N",METHOD["Transverse Mercator",ID["EPSG",9807]],' +
        'PARAMETER["Latitude of natural origin",0,ANGLEUNIT["degree",0.0174532925199433],ID["EPSG",8801]],' +
        'PARAMETER["Longitude of natural origin",9,ANGLEUNIT["degree",0.0174532925199433]],' +
        'PARAMETER["Scale factor at natural origin",0.9996,SCALEUNIT["unity",1]],' +
        'PARAMETER["False easting",500000,LENGTHUNIT["metre",1]],PARAMETER["False northing",0,LENGTHUNIT["metre",1]]],' +
        'CS[Cartesian,2],AXIS["Easting (E)",east,ORDER[1],LENGTHUNIT["metre",1]],' +
        'AXIS["Northing (N)",north,ORDER[2],LENGTHUNIT["metre",1]]]',
    });
  });

  it('reads heights with a plane, and spheres', async () => {
    const up = [{ name: 'Height', abbreviation: 'H', direction: 'up', unit: 'metre' }];
    const heights = {
      type: 'VerticalCRS',
      name: 'h',
      datum: { name: 'v' },
      coordinate_system: { subtype: 'vertical', axis: up },
    };
    const { id: _, ...plane } = PROJJSON;
    const ball = {
      name: 'ball',
      ellipsoid: {
        name: 'b',
        radius: { value: 6371, unit: { type: 'LinearUnit', name: 'km', conversion_factor: 1000 } },
      },
    };
    const round = {
      ...plane,
      base_crs: { name: 'g', datum: { ...ball, prime_meridian: { name: 'P', longitude: 2.3 } } },
    };
    const { wkt } = await readCrs({ type: 'CompoundCRS', name: 'both', components: [round, heights] });
    expect(wkt).toContain(
      'DATUM["ball",ELLIPSOID["b",6371,0,LENGTHUNIT["km",1000]]],PRIMEM["P",2.3,ANGLEUNIT["degree"',
    );
    expect(wkt).toContain(
      'VERTCRS["h",VDATUM["v"],CS[vertical,1],AXIS["Height (H)",up,ORDER[1],LENGTHUNIT["metre",1]]]]',
    );
  });

  it.each([
    [{ type: 'BoundCRS' }, 'found a map that is no PROJJSON of a projected, compound or local system (type: '],
    [{ ...PROJJSON, conversion: 3 }, '(conversion: '],
    [{ ...PROJJSON, coordinate_system: { axis: [{}] } }, '(coordinate_system.subtype: missing)'],
    ['{ not json', 'found a text that begins with {, but is no JSON'],
    [`{"a": "${'x'.repeat(70_000)}"}`, 'characters of PROJJSON, expected 65534 at most'],
  ])('refuses %j', async (given, message) => {
    expect(await faultOf(given)).toContain(message);
  });
});

import { describe, expect, it } from 'vitest';
import { readCrs } from '../../src/crs/read-crs.js';
import { wholeWkt } from '../../src/crs/wkt-systems.js';

const PLANE =
  'PROJCS["P",GEOGCS["G",DATUM["D",SPHEROID["S, of \\"[",6378137,298]],PRIMEM["Greenwich",0]],UNIT["metre",1]]'.replaceAll(
    '\\"',
    '""',
  );

describe('wholeWkt', () => {
  it('makes a compound system of a plane and the heights that ArcGIS writes behind a comma', async () => {
    const text = `${PLANE},VERTCS["NAVD_1988",VDATUM["North_American"],PARAMETER["Vertical_Shift",0.0],PARAMETER["Direction",1.0],UNIT["Foot_US",0.3048006096012192]]`;
    expect(wholeWkt(text)).toBe(
      `COMPD_CS["P + NAVD_1988",${PLANE},VERT_CS["NAVD_1988",VERT_DATUM["North_American",2005],` +
        'UNIT["US survey foot",0.304800609601219,AUTHORITY["EPSG","9003"]],AXIS["Gravity-related height",UP]]]',
    );
    const metric = `${PLANE},\n VERTCS["W",DATUM["D_W",SPHEROID["S",6378137,298]],PARAMETER["Direction",-1.0],UNIT["Meter",1]]`;
    expect(wholeWkt(metric)).toContain(
      'VERT_DATUM["D_W",2002],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Depth",DOWN]',
    );
    expect(await readCrs(metric)).toMatchObject({ name: 'P + W' });
  });

  it.each([PLANE, `COMPD_CS["c",${PLANE},VERT_CS["v",UNIT["metre",1]]]`, 'nonsense, and more', ''])(
    'keeps %j',
    (text) => {
      expect(wholeWkt(text)).toBe(text);
    },
  );
});

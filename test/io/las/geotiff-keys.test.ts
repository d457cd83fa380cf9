import { describe, expect, it } from 'vitest';
import { readGeoKeys } from '../../../src/crs/geo-keys.js';
import { METRES, unitOfCode } from '../../../src/crs/units.js';
import { geotiffDirectory, geotiffLists } from '../../../src/io/las/geotiff-keys.js';
import { geoRecords, UTM_32_BY_PARAMETERS } from '../../support/geo-keys.js';

describe('GeoTIFF keys of LAS', () => {
  it('are read from their three records', () => {
    const [directory, doubles, texts] = geoRecords({ ...UTM_32_BY_PARAMETERS, 1026: 'mine' }).map(({ data }) => data);
    const { numbers, texts: words } = readGeoKeys(geotiffLists({ directory, doubles, texts }));
    expect([numbers.get(3072), numbers.get(3092), words.get(1026)]).toEqual([32767, 0.9996, 'mine']);
    expect(geotiffLists({ directory: directory.subarray(0, 15), doubles: doubles.subarray(0, 7) })).toMatchObject({
      doubles: new Float64Array(0),
      directory: { length: 7 },
    });
  });

  it('are written with the units of the system', () => {
    const foot = unitOfCode(9003) ?? METRES.plane;
    const keysOf = (units: typeof METRES) =>
      Object.fromEntries(readGeoKeys(geotiffLists(geotiffDirectory({ plane: 2225, height: 6360 }, units))).numbers);
    expect(keysOf({ plane: foot, height: foot })).toEqual({ 1024: 1, 3072: 2225, 3076: 9003, 4096: 6360, 4099: 9003 });
    const odd = { ...foot, code: undefined };
    expect(keysOf({ plane: odd, height: odd })).toEqual({ 1024: 1, 3072: 2225, 4096: 6360 });
  });
});

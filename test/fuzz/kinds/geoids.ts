import { SILENT_LOG } from '../../../src/base/log.js';
import { readGeoid } from '../../../src/survey/legs/recording-place.js';
import { gtxBytes } from '../../crs/gtx-bytes.js';
import { geoKeys, geoTiff } from '../../scene/read/tiff-files.js';
import type { FuzzKind } from '../fuzz-kind.js';
import { filesOf } from '../in-memory.js';

/** Places in degrees, on and off the grids, some of them absurd. */
const PLACES = [-1e9, -360, -180, 0, 7.99, 8, 8.5, 9, 10, 180, 359.999, 360, 1e9];
const LATITUDES = [-90, 0, 46.9, 47, 47.5, 48, 48.1, 90];

/** Reads a geoid as a leg does: each height is a finite number, or none. */
async function use(bytes: Uint8Array, file: string): Promise<string | undefined> {
  const geoid = await readGeoid(filesOf({}, file, bytes), file, file, SILENT_LOG);
  for (const longitude of PLACES)
    for (const latitude of LATITUDES) {
      const height = geoid(longitude, latitude);
      if (typeof height !== 'number' || Math.abs(height) === Infinity)
        return `the height at ${longitude}°, ${latitude}° is ${height}`;
    }
  return undefined;
}

const ROWS = [
  [10, 20, 30],
  [30, 60, -88.8888],
];

/** Geoids: GTX, and GeoTIFF in degrees. */
export const geoids: FuzzKind = {
  name: 'geoid',
  weight: 1,
  isText: false,
  dictionary: ['II*', 'MM'],
  seeds: async () => [
    { file: 'geoid.gtx', bytes: gtxBytes({ south: 47, west: 8, rows: ROWS }) },
    { file: 'geoid.gtx', bytes: gtxBytes({ south: -90, west: -180, step: 120, rows: ROWS }) },
    {
      file: 'geoid.tif',
      bytes: geoTiff('f4', {
        values: ROWS.flat(),
        tags: [geoKeys({ 1024: 2, 1025: 2, 2048: 4326 }), [33550, 12, [1, 1, 0]], [33922, 12, [0, 0, 0, 8, 48, 0]]],
      }),
    },
  ],
  use,
};

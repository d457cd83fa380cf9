import { SILENT_LOG } from '../base/log.js';
import type { Crs } from '../crs/crs.js';
import type { EarthPlace } from '../platform/earth-poses.js';
import { NO_GEOID, readGeoid } from '../survey/legs/recording-place.js';
import { isWhole, noteFault, noteMessage, noting, pathIn, type Reading } from '../survey/resolve/reading.js';

/**
 * The place on the earth of a survey in the system `crs`, whose heights are above the `geoid` that the `section` names.
 * Notes a system that is missing or not known here, and heights above a geoid that nobody names; undefined then.
 */
export async function resolveEarthPlace(
  reading: Reading,
  { section, file, geoid }: { section: string; file: string; geoid?: string },
  crs: Crs | undefined,
): Promise<EarthPlace | undefined> {
  if (crs === undefined) {
    if (isWhole(reading, ['crs']))
      noteFault(
        reading,
        [section, 'file'],
        file,
        'a survey with crs, such as crs: EPSG:25832, for longitudes and latitudes',
      );
    return undefined;
  }
  const { planeSystem } = await import('../crs/plane-system.js');
  const found = await planeSystem(crs.wkt);
  if (found.kind === 'unknown') {
    noteMessage(reading, [section, 'file'], `no longitudes and latitudes for ${file}: ${found.reason}`);
    return undefined;
  }
  const { system } = found;
  if (geoid === undefined && system.heights !== undefined) {
    const expected = `a path to the geoid of ${system.heights} (GTX or GeoTIFF), or none: heights are written as they are`;
    noteFault(reading, [section, 'geoid'], undefined, expected);
  }
  if (geoid === undefined || geoid === NO_GEOID) return { system };
  const grid = await noting(reading, [section, 'geoid'], () =>
    readGeoid(reading.files, pathIn(reading, geoid), geoid, SILENT_LOG),
  );
  return { system, geoid: grid };
}

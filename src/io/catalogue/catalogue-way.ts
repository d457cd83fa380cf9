import type { Log } from '../../base/log.js';
import type { Box3 } from '../../base/vec3.js';
import { toWgs84 } from '../../crs/wgs84.js';
import type { CatalogueFacts } from './vpc.js';

/** What is known of the files of a catalogue. */
interface Catalogued {
  /** Their reference system; absent: they name none. */
  wkt?: string;
  bounds: Box3;
  /** What to do about files that name none, for the log. */
  remedy: string;
}

/**
 * The system of the files of the catalogue `name`, and its way to WGS 84, in which catalogues place them; undefined if
 * it is unknown, which is reported to the log.
 */
export async function wayToWgs84(
  name: string,
  { wkt, bounds, remedy }: Catalogued,
  log: Log,
): Promise<Pick<CatalogueFacts, 'wkt' | 'toDegrees'> | undefined> {
  const [x, y] = bounds.min;
  const way = wkt === undefined ? undefined : await toWgs84(wkt, [x, y]);
  if (wkt !== undefined && way?.kind === 'known') {
    if (way.doubt !== undefined) log.warn(`${name}: its places are in WGS 84; ${way.doubt}`);
    return { wkt, toDegrees: way.toDegrees };
  }
  const reason = way?.kind === 'unknown' ? way.reason : remedy;
  log.warn(`no catalogue ${name} is written, whose places are in WGS 84: ${reason}`);
  return undefined;
}

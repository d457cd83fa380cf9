import type { Crs } from '../../crs/crs.js';
import { LOCAL_WKT } from '../las/wkt.js';
import type { LasFile } from '../las-files/las-file.js';
import type { ReadableCloud } from '../records/readable-cloud.js';

/** The reference system of a cloud, if it names a known one. */
export function cloudCrs(cloud: ReadableCloud & Pick<Partial<LasFile>, 'crs' | 'wkt'>): Omit<Crs, 'wkt'> | undefined {
  return cloud.wkt === LOCAL_WKT ? undefined : cloud.crs;
}

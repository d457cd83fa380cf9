import type { Crs } from '../../crs/crs.js';
import type { ComparedCrs } from '../../crs/same-system.js';
import { LOCAL_WKT } from '../las/wkt.js';
import type { ReadableCloud } from '../records/readable-cloud.js';

/** The reference system of a cloud, if it names a known one. */
export const cloudCrs = ({ wkt, crs }: Pick<ReadableCloud, 'wkt' | 'crs'>): Omit<Crs, 'wkt'> | undefined =>
  wkt === LOCAL_WKT ? undefined : crs;

/** The same with its WKT, to hold it against another. */
export function comparedCrs(cloud: ReadableCloud): ComparedCrs | undefined {
  const crs = cloudCrs(cloud);
  return crs && (cloud.wkt === undefined ? crs : { ...crs, wkt: cloud.wkt });
}

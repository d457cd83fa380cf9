import { UserError } from '../base/errors.js';
import type { Crs } from '../crs/crs.js';
import { identifyWkt } from '../crs/inspect-wkt.js';
import type { LasFile } from './las/las-file.js';
import { LOCAL_WKT } from './las/wkt.js';
import type { ReadableCloud } from './readable-cloud.js';

/** The reference system of a cloud, if it has one that the world knows. */
export function cloudCrs(cloud: ReadableCloud & Pick<Partial<LasFile>, 'crs' | 'wkt'>): Omit<Crs, 'wkt'> | undefined {
  return cloud.wkt === LOCAL_WKT ? undefined : cloud.crs;
}

/**
 * The reference system that a file names by `text`; none where that is no WKT, since some programs write other texts
 * there.
 */
export function referenceNamed(text: unknown): { wkt?: string; crs?: Omit<Crs, 'wkt'> } {
  // A damaged file may have a number in its place.
  if (typeof text !== 'string') return {};
  try {
    return { wkt: text, crs: identifyWkt(text) };
  } catch (error) {
    if (error instanceof UserError) return {};
    throw error;
  }
}

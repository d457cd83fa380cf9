import { UserError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { type Crs, crsTitle } from '../../crs/crs.js';
import { sameSystem } from '../../crs/same-system.js';
import { cloudCrs, comparedCrs } from '../clouds/cloud-crs.js';
import { LOCAL_WKT } from '../las/wkt.js';
import type { LasReference } from '../las-files/las-reference.js';
import type { ReadableCloud } from '../records/readable-cloud.js';

type Named = Omit<Crs, 'wkt'>;

/** The reference system of an output. */
export interface Reference extends Pick<LasReference, 'wkt' | 'geotiff' | 'units'> {
  /** The system that the clouds name, if any; without `wkt` it is known by its code alone. */
  named?: Named;
  /** Whether the clouds are in coordinates of their scene. */
  isLocal?: boolean;
  /** Whether the user states it, regardless of the clouds. */
  isStated: boolean;
}

/**
 * The reference system of a file with the points of `clouds`: the one that the user states, with a warning if a cloud
 * names another, or their own. Throws UserError if clouds have different ones and the user states none.
 */
export function outputReference(clouds: readonly ReadableCloud[], stated: Crs | undefined, log: Log): Reference {
  if (stated) {
    for (const cloud of clouds) {
      const own = comparedCrs(cloud);
      if (own && sameSystem(own, stated) !== 'same')
        log.warn(`${cloud.path} says that it is in ${crsTitle(own)}; the output says ${crsTitle(stated)}, as stated`);
    }
    return { named: stated, wkt: stated.wkt, isStated: true };
  }
  const named = clouds.find((cloud) => cloudCrs(cloud) !== undefined);
  if (!named) return { isLocal: clouds.every(({ wkt }) => wkt === LOCAL_WKT), isStated: false };
  for (const cloud of clouds) checkAgreement(named, cloud, log);
  const { wkt, geotiff, units }: LasReference = named;
  return { named: cloudCrs(named), wkt, geotiff, units, isStated: false };
}

function checkAgreement(first: ReadableCloud, cloud: ReadableCloud, log: Log): void {
  const [own, other] = [comparedCrs(first), comparedCrs(cloud)];
  if (!own) return;
  if (!other) log.warn(`${cloud.path} names no reference system; its points are taken to be in ${crsTitle(own)}`);
  else if (sameSystem(own, other) !== 'same')
    throw new UserError(`is in ${crsTitle(other)}, and ${first.path} in ${crsTitle(own)}`, {
      place: { file: cloud.path },
      hint: 'transform one of them first, or state with --crs what all are in',
    });
}

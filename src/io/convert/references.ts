import { UserError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { type Crs, crsTitle } from '../../crs/crs.js';
import { readCrs } from '../../crs/read-crs.js';
import { cloudCrs } from '../clouds/cloud-crs.js';
import type { LasFile } from '../las-files/las-file.js';
import type { ReadableCloud } from '../records/readable-cloud.js';

type Named = Omit<Crs, 'wkt'>;

/** The reference system of an output. */
export interface Reference {
  /** The system that the clouds name, if any. */
  named?: Named;
  /** Absent: no system, or one that is known only by its code and has no WKT in metres. */
  wkt?: string;
  /** Whether the user states it, regardless of the clouds. */
  isStated: boolean;
}

/**
 * The reference system of a file with the points of `clouds`: the one that the user states, with a warning if a cloud
 * names another, or their own. Throws UserError if clouds have different ones and the user states none.
 */
export async function outputReference(
  clouds: readonly ReadableCloud[],
  stated: Crs | undefined,
  log: Log,
): Promise<Reference> {
  if (stated) {
    for (const cloud of clouds) {
      const own = cloudCrs(cloud);
      if (own && !isSame(own, stated))
        log.warn(`${cloud.path} says that it is in ${crsTitle(own)}; the output says ${crsTitle(stated)}, as stated`);
    }
    return { named: stated, wkt: stated.wkt, isStated: true };
  }
  const named = clouds.find((cloud) => cloudCrs(cloud) !== undefined);
  if (!named) return { isStated: false };
  const own = cloudCrs(named) as Named;
  for (const cloud of clouds) checkAgreement(named, own, cloud, log);
  return { named: own, wkt: await wktOf(named, own), isStated: false };
}

function checkAgreement(first: ReadableCloud, own: Named, cloud: ReadableCloud, log: Log): void {
  const other = cloudCrs(cloud);
  if (!other) log.warn(`${cloud.path} names no reference system; its points are taken to be in ${crsTitle(own)}`);
  else if (!isSame(own, other))
    throw new UserError(`is in ${crsTitle(other)}, and ${first.path} in ${crsTitle(own)}`, {
      place: { file: cloud.path },
      hint: 'transform one of them first, or state with --crs what all are in',
    });
}

/** Compares codes if both have one, otherwise names. */
const isSame = (a: Named, b: Named): boolean =>
  a.code !== undefined && b.code !== undefined ? a.code === b.code : a.name === b.name;

/** The WKT that a cloud states, or that of the codes it names; undefined if it is not a system in metres. */
async function wktOf(
  cloud: ReadableCloud & Pick<Partial<LasFile>, 'wkt'>,
  { code }: Named,
): Promise<string | undefined> {
  if (cloud.wkt !== undefined || code === undefined) return cloud.wkt;
  return readCrs(code).then(
    ({ wkt }) => wkt,
    (error: unknown) => {
      if (error instanceof UserError) return undefined;
      throw error;
    },
  );
}

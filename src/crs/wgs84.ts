import { planeSystem } from './plane-system.js';

/** The conversion from a system to WGS 84, or the reason why there is none, as the end of a sentence. */
export type ToWgs84 =
  | { readonly kind: 'known'; readonly toDegrees: (easting: number, northing: number) => [number, number] }
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * The conversion from the plane coordinates of a system, in its own unit, to longitude and latitude in WGS 84, degrees.
 * Supports datums that agree with WGS 84 to a few metres, such as ETRS89, NAD83 and GDA; the difference is ignored.
 * Throws UserError for a text that is not WKT.
 */
export async function toWgs84(wkt: string): Promise<ToWgs84> {
  const found = await planeSystem(wkt);
  if (found.kind === 'unknown') return found;
  const { system } = found;
  if (!system.isGlobal)
    return { kind: 'unknown', reason: `the datum of ${system.name} is another than that of WGS 84` };
  return { kind: 'known', toDegrees: system.grid().toDegrees };
}

import { UserError } from '../../base/errors.js';
import { readGeoKeys } from '../../crs/geo-keys.js';
import { geoKeySystem } from '../../crs/geo-keys-crs.js';
import { geotiffLists } from '../las/geotiff-keys.js';
import { readWkt } from '../las/wkt.js';
import type { GeotiffRecords } from '../records/geotiff-records.js';
import { type NamedReference, referenceOfWkt } from '../records/named-reference.js';

/** What a file says of its reference system. */
export interface LasReference extends NamedReference {
  /** Its GeoTIFF keys, if the system is known by these. */
  geotiff?: GeotiffRecords;
}

/**
 * The reference system of a LAS file: of its record with WKT or, without one that can be read, of its GeoTIFF keys.
 * Faults and doubts become `warnings`.
 */
export async function lasReference(
  wktData: Uint8Array | undefined,
  geotiff: GeotiffRecords | undefined,
  warnings: string[],
): Promise<LasReference> {
  const text = wktData && readWkt(wktData);
  if (text !== undefined && text.trim() !== '')
    try {
      return referenceOfWkt(text, warnings);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      warnings.push(`the reference system is no WKT: ${error.message}`);
    }
  const system = geotiff && (await geoKeySystem(readGeoKeys(geotiffLists(geotiff))));
  // A text that is no WKT is shown as it is.
  if (!system) return text === undefined ? {} : { wkt: text };
  const { name, code, wkt, units, doubts } = system;
  warnings.push(...doubts);
  return { crs: code === undefined ? { name } : { name, code }, ...(wkt !== undefined && { wkt }), units, geotiff };
}

import { viewOf } from './bytes.js';

/*
 * GeoTIFF keys, in which LAS 1.0 to 1.3 name their reference system: ASPRS LAS 1.4 – R15, section 3.2; OGC GeoTIFF
 * 19-008r4, section 7. A directory is a list of four 16-bit numbers; the first four are version, revision and count.
 */

export const GEOTIFF_USER_ID = 'LASF_Projection';
export const GEOTIFF_RECORD_ID = 34735;

const ENTRY_BYTES = 8;
const KEY = Object.freeze({ geographic: 2048, projected: 3072, vertical: 4096 });
/** Codes above are of the user; 32767 says so. */
const CODE_MAX = 32_766;

/** EPSG codes of the plane, projected or else geographic, and of the heights, as far as the keys name them. */
export function geotiffCodes(directory: Uint8Array): { plane?: number; height?: number } {
  const view = viewOf(directory);
  const codes = new Map<number, number>();
  for (let at = ENTRY_BYTES; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
    const [key, location, value] = [
      view.getUint16(at, true),
      view.getUint16(at + 2, true),
      view.getUint16(at + 6, true),
    ];
    if (location === 0 && value > 0 && value <= CODE_MAX) codes.set(key, value);
  }
  return { plane: codes.get(KEY.projected) ?? codes.get(KEY.geographic), height: codes.get(KEY.vertical) };
}

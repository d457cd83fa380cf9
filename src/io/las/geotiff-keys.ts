import { viewOf } from '../bytes/byte-fields.js';
import type { Vlr } from './vlr.js';

/*
 * GeoTIFF keys, in which LAS 1.0 to 1.3 name their reference system: ASPRS LAS 1.4 – R15, section 3.2; OGC GeoTIFF
 * 19-008r4, section 7. A directory is a list of four 16-bit numbers; the first four are version, revision and count.
 */

export const GEOTIFF_USER_ID = 'LASF_Projection';
export const GEOTIFF_RECORD_ID = 34735;

const ENTRY_BYTES = 8;
const KEY = Object.freeze({
  model: 1024,
  geographic: 2048,
  projected: 3072,
  linearUnits: 3076,
  vertical: 4096,
  verticalUnits: 4099,
});
/** GTModelTypeGeoKey of projected systems; EPSG code of the metre. */
const [PROJECTED, METRE] = [1, 9001];
/** Higher codes belong to users; 32767 means user-defined. */
const CODE_MAX = 32_766;

/** Whether a key can hold an EPSG code. */
export const isGeotiffCode = (code: number): boolean => code <= CODE_MAX;

/** The record that names a projected system in metres by its EPSG code, and its heights, if any. */
export function geotiffVlr({ plane, height }: { plane: number; height?: number }): Vlr {
  const keys: [key: number, value: number][] = [
    [KEY.model, PROJECTED],
    [KEY.projected, plane],
    [KEY.linearUnits, METRE],
  ];
  if (height !== undefined) keys.push([KEY.vertical, height], [KEY.verticalUnits, METRE]);
  const data = new Uint8Array(ENTRY_BYTES * (1 + keys.length));
  const view = viewOf(data);
  // Version 1, revision 1.0; each key is stored here (location 0) with one value.
  const numbers = [1, 1, 0, keys.length, ...keys.flatMap(([key, value]) => [key, 0, 1, value])];
  for (let k = 0; k < numbers.length; k++) view.setUint16(2 * k, numbers[k], true);
  return { userId: GEOTIFF_USER_ID, recordId: GEOTIFF_RECORD_ID, description: 'GeoTIFF GeoKeyDirectoryTag', data };
}

/** EPSG codes of the plane, projected or else geographic, and of the heights, as far as the keys state them. */
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

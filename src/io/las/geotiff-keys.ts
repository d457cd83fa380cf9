import { latin1 } from '../../base/latin1.js';
import {
  GEO_DIRECTORY,
  GEO_DOUBLES,
  GEO_KEY,
  GEO_MODEL,
  GEO_TEXTS,
  type GeoKeyLists,
  geoKeyDirectory,
} from '../../crs/geo-keys.js';
import type { CrsUnits } from '../../crs/units.js';
import { viewOf } from '../bytes/byte-fields.js';
import type { GeotiffRecords } from '../records/geotiff-records.js';
import type { Vlr } from './vlr.js';

/*
 * GeoTIFF keys, in which LAS 1.0 to 1.3 name their reference system: ASPRS LAS 1.4 – R15, section 3.2.
 */

export const GEOTIFF_USER_ID = 'LASF_Projection';
/** Records of the directory, the doubles and the texts have the numbers of the tags in TIFF. */
export const GEOTIFF_RECORD_ID = GEO_DIRECTORY;

const DOUBLE_BYTES = 8;

/** The lists of keys in the records. */
export function geotiffLists({ directory, doubles, texts }: GeotiffRecords): GeoKeyLists {
  const view = viewOf(directory);
  const numbers = doubles && viewOf(doubles);
  const count = doubles ? Math.floor(doubles.length / DOUBLE_BYTES) : 0;
  return {
    directory: Uint16Array.from({ length: Math.floor(directory.length / 2) }, (_, k) => view.getUint16(2 * k, true)),
    doubles: Float64Array.from({ length: count }, (_, k) => numbers?.getFloat64(DOUBLE_BYTES * k, true) ?? 0),
    texts: texts && latin1(texts),
  };
}

/** The records as they are written. */
export const geotiffVlrs = ({ directory, doubles, texts }: GeotiffRecords): Vlr[] => [
  geotiffRecord(GEO_DIRECTORY, 'GeoTIFF GeoKeyDirectoryTag', directory),
  ...(doubles ? [geotiffRecord(GEO_DOUBLES, 'GeoTIFF GeoDoubleParamsTag', doubles)] : []),
  ...(texts ? [geotiffRecord(GEO_TEXTS, 'GeoTIFF GeoAsciiParamsTag', texts)] : []),
];

const geotiffRecord = (recordId: number, description: string, data: Uint8Array): Vlr => ({
  userId: GEOTIFF_USER_ID,
  recordId,
  description,
  data,
});

/** The directory that names a projected system by its EPSG code, its heights, if any, and the units. */
export function geotiffDirectory(
  { plane, height }: { plane: number; height?: number },
  units: CrsUnits,
): GeotiffRecords {
  const keys = new Map<number, number>([
    [GEO_KEY.model, GEO_MODEL.projected],
    [GEO_KEY.projected, plane],
  ]);
  if (units.plane.code !== undefined) keys.set(GEO_KEY.linearUnits, units.plane.code);
  if (height !== undefined) keys.set(GEO_KEY.vertical, height);
  if (height !== undefined && units.height.code !== undefined) keys.set(GEO_KEY.verticalUnits, units.height.code);
  const numbers = geoKeyDirectory(keys);
  const directory = new Uint8Array(2 * numbers.length);
  const view = viewOf(directory);
  for (let k = 0; k < numbers.length; k++) view.setUint16(2 * k, numbers[k], true);
  return { directory };
}

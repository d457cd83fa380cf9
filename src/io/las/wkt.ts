import { UserError } from '../../base/errors.js';
import { counted } from '../../base/text.js';
import { VLR_DATA_MAX, type Vlr } from './vlr.js';

export const WKT_USER_ID = 'LASF_Projection';
export const WKT_RECORD_ID = 2112;

/** The owner of the same record in files of libLAS. */
const LIBLAS_USER_ID = 'liblas';

/** Whether a record has the reference system as WKT. */
export const isWktRecord = ({ userId, recordId }: { userId: string; recordId: number }): boolean =>
  recordId === WKT_RECORD_ID && (userId === WKT_USER_ID || userId === LIBLAS_USER_ID);

/**
 * A local system in metres, for clouds of a survey without a reference system. The grammar is
 * that of OGC 01-009, named by LAS 1.4; datum type 32767 is GDAL's "unknown". It has two axes, because PROJ refuses a
 * LOCAL_CS with three.
 */
export const LOCAL_WKT =
  'LOCAL_CS["Local coordinates of the scene",LOCAL_DATUM["Scene",32767],UNIT["metre",1],AXIS["X",EAST],AXIS["Y",NORTH]]';

/** The record of the coordinate reference system: `wkt` in UTF-8, ended by a zero. */
export function wktVlr(wkt: string): Vlr {
  const text = new TextEncoder().encode(wkt);
  if (text.includes(0)) throw new UserError('the WKT of the coordinate reference system holds a NUL character');
  if (text.length + 1 > VLR_DATA_MAX)
    throw new UserError(
      `the WKT of the coordinate reference system has ${counted(text.length, 'byte')}; LAS holds ${VLR_DATA_MAX - 1} at most`,
    );
  const data = new Uint8Array(text.length + 1);
  data.set(text);
  return { userId: WKT_USER_ID, recordId: WKT_RECORD_ID, description: 'Coordinate reference system', data };
}

/** The text of a WKT record, without its end mark. */
export function readWkt(data: Uint8Array): string {
  const end = data.indexOf(0);
  return new TextDecoder().decode(end < 0 ? data : data.subarray(0, end));
}

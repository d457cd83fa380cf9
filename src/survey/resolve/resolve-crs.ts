import { UserError } from '../../base/errors.js';
import { describeSystemError } from '../../base/files/file-error.js';
import { readFileWithin } from '../../base/files/read-bounded.js';
import { memberOf } from '../../base/yaml/cuts.js';
import { decodeText } from '../../base/yaml/read-text.js';
import type { Crs } from '../../crs/crs.js';
import type { SurveyDefinition } from '../schema/survey-schema.js';
import { noteFault, noting, pathIn, type Reading } from './reading.js';

/** Bytes of the record of a LAS file, which holds the text. */
const CRS_FILE_BYTES_MAX = 65_534;

/** The reference system that a survey names, itself or by a file. Notes a fault and returns undefined if it is none. */
export async function resolveCrs(reading: Reading, crs: SurveyDefinition['crs']): Promise<Crs | undefined> {
  if (crs === undefined) return undefined;
  // Few surveys have one, and a table of all systems comes with it.
  const { readCrs } = await import('../../crs/read-crs.js');
  if (typeof crs !== 'object' || !isFile(crs)) return noting(reading, ['crs'], () => readCrs(crs));
  try {
    const wanted = { what: 'a reference system', bytesMax: CRS_FILE_BYTES_MAX };
    return await readCrs(decodeText(await readFileWithin(reading.files, pathIn(reading, crs.file), wanted), crs.file));
  } catch (error) {
    const reason = error instanceof UserError ? error.message : describeSystemError(error);
    noteFault(reading, ['crs', 'file'], crs.file, `a file with WKT, PROJJSON or an EPSG code (${reason})`);
  }
  return undefined;
}

/** The same for what moves in a `scene`, without noting its faults; undefined if nothing needs it. */
export async function crsOfScene(
  reading: Reading,
  { parts, traffic }: { parts: readonly object[]; traffic?: unknown },
  crs: SurveyDefinition['crs'],
): Promise<Crs | undefined> {
  const isRecorded = (part: object) => memberOf(memberOf(part, 'motion'), 'trajectory') !== undefined;
  const isNeeded = traffic !== undefined || parts.some(isRecorded);
  return isNeeded ? resolveCrs({ ...reading, faults: [] }, crs) : undefined;
}

const isFile = (crs: object): crs is { file: string } => 'file' in crs && typeof crs.file === 'string';

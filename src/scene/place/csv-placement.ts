import type { Affine } from '../../base/affine.js';
import { DEGREE } from '../../base/angle.js';
import { UserError } from '../../base/errors.js';
import type { Files } from '../../base/files/files.js';
import { type Log, SILENT_LOG } from '../../base/log.js';
import type { Steps } from '../../base/steps.js';
import { readWholeText } from '../read/scene-file.js';
import { parseRows, type TableRow } from './table-rows.js';
import { uprightTransform } from './transforms.js';

const COLUMNS = ['x', 'y', 'z', 'heading', 'scale'] as const;
type Column = (typeof COLUMNS)[number];
const REQUIRED: readonly Column[] = ['x', 'y'];

/** A larger table is refused: it holds more places than a scene may have, or is something else. */
const TABLE_BYTES_MAX = 2 ** 28;

/** The text of a table of places. Throws UserError if it cannot be read, is too large or is not text. */
export const readPlacementTable = (files: Files, path: string): Promise<string> =>
  readWholeText(files, path, TABLE_BYTES_MAX);

/**
 * A transform for each row of a table, as read by `parseRows`: columns x, y, z, heading (degrees clockwise from +y) and
 * scale; an object of the scale 0 is left out of the scene, and keeps its number. Throws UserError with line and
 * column.
 */
export function parsePlacements(text: string, file: string, log: Log = SILENT_LOG): Steps<Affine[]> {
  return parseRows(text, file, { columns: COLUMNS, required: REQUIRED }, placementOf, log);
}

function placementOf(row: TableRow<Column>): Affine {
  const [x = 0, y = 0, z = 0, heading = 0, scale = 1] = COLUMNS.map((name) => row.number(name));
  if (scale < 0) throw new UserError(`scale is ${scale}; it takes a number from 0 on`, { place: row.placeOf('scale') });
  return uprightTransform([x, y, z], heading * DEGREE, scale);
}

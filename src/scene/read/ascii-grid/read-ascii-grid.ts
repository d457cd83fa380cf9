import { finishInTurns, ROUNDS_A_STEP, type Steps } from '../../../base/steps.js';
import { quoteText } from '../../../base/yaml/faults.js';
import type { ElevationRaster, GridHeights } from '../elevation-raster.js';
import { checkCells } from '../raster-model.js';
import type { ReadModelOptions } from '../read-model-options.js';
import { TextCursor } from '../text-cursor.js';
import { type GridHeader, readGridHeader } from './grid-header.js';

/** Heights this near to the "no height" value are missing. */
const NODATA_TOLERANCE = 1e-7;

/**
 * The heights of ESRI's ASCII grid (ArcGIS: Esri ASCII raster format). Throws UserError with the
 * line, also where more heights follow than the header says; AbortedError.
 */
export async function readAsciiGrid(bytes: Uint8Array, options: ReadModelOptions): Promise<ElevationRaster> {
  const text = new TextCursor(bytes, options.file);
  const header = readGridHeader(text);
  const { columns, rows, x, y, dx, dy, isArea } = header;
  checkCells(columns, rows, bytes.length, options.file);
  // Each height takes a digit and a blank: nothing is allocated for heights that are not in the file.
  if (2 * columns * rows > text.bytes.length - text.at + 1)
    throw text.fault(`the grid has ${columns} × ${rows} cells, for which the file is too short`);
  const heights = await finishInTurns(readHeights(text, header), options.signal);
  return { columns, rows, x, y: y + (rows - 1) * dy, dx, dy, heights, isArea };
}

function* readHeights(text: TextCursor, { columns, rows, nodata }: GridHeader): Steps<GridHeights['heights']> {
  const heights = new Float64Array(columns * rows);
  for (let cell = 0; cell < heights.length; cell++) {
    if (cell % ROUNDS_A_STEP === 0) yield;
    const height = readHeight(text);
    heights[cell] = Math.abs(height - nodata) <= NODATA_TOLERANCE ? NaN : height;
  }
  // Heights of rows of another length would lie aslant.
  if (text.skipBlanks())
    throw text.fault(`found ${quoteText(text.word())} after the last height of ${columns} × ${rows} cells`);
  return heights;
}

const LETTER_N = 110;
const LOWER_CASE = 32;

function readHeight(text: TextCursor): number {
  text.skipBlanks();
  // GDAL writes "nan" for missing heights.
  if ((text.bytes[text.at] | LOWER_CASE) === LETTER_N && text.word() === 'nan') return NaN;
  return text.number('a height');
}

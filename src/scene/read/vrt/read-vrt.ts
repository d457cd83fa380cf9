import { UserError } from '../../../base/errors.js';
import { turnTaker } from '../../../base/steps.js';
import { quoteText } from '../../../base/yaml/faults.js';
import type { ElevationRaster } from '../elevation-raster.js';
import { fileFault } from '../file-fault.js';
import { metresInUnit } from '../length-unit.js';
import { dropMissing } from '../missing-heights.js';
import { checkCells } from '../raster-model.js';
import type { ReadContext } from '../read-context.js';
import type { ReadModelOptions } from '../read-model-options.js';
import { findBeside } from '../scene-file.js';
import { type CellRectangle, type VrtDocument, type VrtSource, vrtDocument } from './vrt-document.js';

/** More tiles than national models have. */
const SOURCES_MAX = 50_000;

/**
 * The heights of a virtual raster: those of its sources in the cells that it names, later sources over earlier ones;
 * the nearest height where a source has other cells. Sources lie in the folder of the file and below, as all files that
 * scene files name. Throws UserError with the place; AbortedError.
 */
export async function readVrt(
  bytes: Uint8Array,
  options: ReadModelOptions,
  context: ReadContext,
): Promise<ElevationRaster> {
  const { file, log } = options;
  const document = vrtDocument(bytes, file);
  const { columns, rows, west, north, dx, dy, sources, unit } = document;
  if (sources.length > SOURCES_MAX)
    throw fileFault(file, `has ${sources.length} sources; at most ${SOURCES_MAX} are read`);
  const bytesOf = await sizesOf(document, options, context);
  checkCells(columns, rows, sum(bytesOf.values()), file);
  const heights = new Float64Array(columns * rows).fill(NaN);
  await fill(heights, document, bytesOf, options);
  dropMissing(heights, document.nodata);
  const metres = unit === undefined ? undefined : metresInUnit(unit);
  if (unit !== undefined && metres === undefined)
    log.warn(`${file}: the unit of its heights, ${quoteText(unit)}, is not known: it is taken for that of the plane`);
  const [scale, offset] = [document.scale, document.offset].map((value) => value * (metres ?? 1));
  if (scale !== 1 || offset !== 0)
    for (let cell = 0; cell < heights.length; cell++) heights[cell] = heights[cell] * scale + offset;
  const reference = await referenceOf(document, file);
  return { columns, rows, x: west + dx / 2, y: north - dy / 2, dx, dy, heights, isArea: true, ...reference };
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0);

/** Bytes of the sources by their names, each once. */
async function sizesOf(
  { sources }: VrtDocument,
  { file }: ReadModelOptions,
  { files, modelFolders }: ReadContext,
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const { file: name } of sources)
    if (!sizes.has(name)) sizes.set(name, (await findBeside(files, file, name, modelFolders)).size);
  return sizes;
}

async function fill(
  heights: Float64Array,
  document: VrtDocument,
  bytesOf: ReadonlyMap<string, number>,
  { file, signal, readRasterBeside }: ReadModelOptions,
): Promise<void> {
  if (readRasterBeside === undefined) throw fileFault(file, 'a VRT within a VRT, or alone, is not read');
  const takeTurn = turnTaker(signal);
  const bytesMax = OVERLAP_MAX * sum(bytesOf.values());
  let held: { name: string; raster: ElevationRaster } | undefined;
  let [copied, bytes] = [0, 0];
  for (const source of document.sources) {
    const name = source.file;
    if (held?.name !== name) {
      bytes += bytesOf.get(name) ?? 0;
      held = { name, raster: await readRasterBeside(name) };
    }
    await takeTurn();
    copied += copyTile(heights, document, source, held.raster);
    if (copied > OVERLAP_MAX * heights.length + FREE_CELLS || bytes > bytesMax)
      throw fileFault(file, `its sources lie over each other, or come again, more than ${OVERLAP_MAX} times`);
  }
}

const OVERLAP_MAX = 8;
const FREE_CELLS = 1 << 22;

/** Writes the cells of a source that have heights; returns the number of cells passed. */
function copyTile(
  heights: Float64Array,
  { columns, rows }: VrtDocument,
  { from, to, nodata, ratio, offset }: VrtSource,
  tile: ElevationRaster,
): number {
  const source: CellRectangle = from ?? { column: 0, row: 0, columns: tile.columns, rows: tile.rows };
  const target = to ?? source;
  // Programs write shares of cells, by which GDAL rounds.
  const clamp = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)));
  const [left, right] = [clamp(target.column, columns), clamp(target.column + target.columns, columns)];
  const [top, bottom] = [clamp(target.row, rows), clamp(target.row + target.rows, rows)];
  for (let row = top; row < bottom; row++) {
    const sourceRow = Math.floor(source.row + ((row + 0.5 - target.row) * source.rows) / target.rows);
    if (!(sourceRow >= 0 && sourceRow < tile.rows)) continue;
    for (let column = left; column < right; column++) {
      const sourceColumn = Math.floor(
        source.column + ((column + 0.5 - target.column) * source.columns) / target.columns,
      );
      if (!(sourceColumn >= 0 && sourceColumn < tile.columns)) continue;
      const height = tile.heights[sourceRow * tile.columns + sourceColumn];
      if (!Number.isNaN(height) && height !== nodata) heights[row * columns + column] = height * ratio + offset;
    }
  }
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}

/** The reference system that the file states. Throws UserError for one of degrees. */
async function referenceOf({ srs }: VrtDocument, file: string): Promise<Pick<ElevationRaster, 'crs' | 'unit'>> {
  if (srs === undefined) return {};
  if (/^\s*GEOG/i.test(srs))
    throw fileFault(
      file,
      'the raster is in degrees of longitude and latitude; a scene is in metres',
      'Project it: gdalwarp -t_srs EPSG:CODE OLD.vrt NEW.tif',
    );
  const { readCrs } = await import('../../../crs/read-crs.js');
  try {
    return { crs: (await readCrs(srs)).code ?? srs, unit: { name: 'metre', metres: 1 } };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { crs: srs };
  }
}

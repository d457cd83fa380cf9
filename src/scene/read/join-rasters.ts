import type { ElevationRaster } from './elevation-raster.js';
import { fileFault } from './file-fault.js';
import { CELLS_MAX } from './raster-model.js';

/** A raster and the name of its file. */
export interface NamedRaster {
  file: string;
  raster: ElevationRaster;
}

/** Share of a cell by which places and sizes of cells may differ: files have rounded numbers. */
const TOLERANCE = 1e-2;

/**
 * Rasters on one grid as one raster; later ones lie over earlier ones. Throws UserError for rasters whose cells have
 * other sizes or lie between those of the first, that differ in reference system or kind of cells, or that are too far
 * apart.
 */
export function joinRasters(tiles: readonly NamedRaster[]): ElevationRaster {
  const [{ raster: first }] = tiles;
  const places = tiles.map((tile) => placeOn(first, tile, tiles[0].file));
  const left = Math.min(...places.map(({ column }) => column));
  const top = Math.min(...places.map(({ row }) => row));
  const columns = Math.max(...tiles.map(({ raster }, k) => places[k].column + raster.columns)) - left;
  const rows = Math.max(...tiles.map(({ raster }, k) => places[k].row + raster.rows)) - top;
  if (columns * rows > CELLS_MAX)
    throw fileFault(
      tiles[0].file,
      `it and its tiles reach over ${columns} × ${rows} cells; at most ${CELLS_MAX} are read`,
      'Make parts of them, or their cells larger: gdal_translate -tr …',
    );
  const heights = new Float64Array(columns * rows).fill(NaN);
  for (const [k, { raster }] of tiles.entries())
    for (let row = 0; row < raster.rows; row++) {
      const at = (places[k].row - top + row) * columns + places[k].column - left;
      for (let column = 0; column < raster.columns; column++) {
        const height = raster.heights[row * raster.columns + column];
        if (!Number.isNaN(height)) heights[at + column] = height;
      }
    }
  return { ...first, columns, rows, x: first.x + left * first.dx, y: first.y - top * first.dy, heights };
}

/** Cells from the first raster's first cell to that of a tile. */
function placeOn(
  first: ElevationRaster,
  { file, raster }: NamedRaster,
  firstFile: string,
): { column: number; row: number } {
  const across = (raster.x - first.x) / first.dx;
  const down = (first.y - raster.y) / first.dy;
  const [column, row] = [Math.round(across), Math.round(down)];
  const isNear = (a: number, b: number) => Math.abs(a - b) <= TOLERANCE;
  const sizes = [(raster.dx / first.dx - 1) * raster.columns, (raster.dy / first.dy - 1) * raster.rows];
  if (!isNear(across, column) || !isNear(down, row) || !sizes.every((share) => isNear(share, 0)))
    throw fileFault(
      file,
      `its cells are none of the grid of ${firstFile}, of which it is a tile`,
      'Make one grid of them: gdalbuildvrt ALL.vrt TILES …, or gdalwarp TILES … ALL.tif',
    );
  if (raster.crs !== first.crs || (raster.isArea ?? false) !== (first.isArea ?? false))
    throw fileFault(
      file,
      `states another reference system or kind of cells (area, point) than ${firstFile}, of which it is a tile`,
      'Make one raster of them: gdalwarp TILES … ALL.tif',
    );
  return { column, row };
}

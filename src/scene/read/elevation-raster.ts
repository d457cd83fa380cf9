import type { StatedUnit } from '../model.js';

/** Heights of a north-up grid of cells. */
export interface GridHeights {
  columns: number;
  rows: number;
  /** Place of the north-western height: the middle of its cell. */
  x: number;
  y: number;
  /** Steps to the east and to the south, both > 0. */
  dx: number;
  dy: number;
  /** Row by row from the north-west; NaN: none. */
  heights: Float32Array | Float64Array;
  /** Whether the cells are areas, so that the surface reaches to the outer edges; absent: heights are of places. */
  isArea?: boolean;
}

/** A raster of heights in a file. */
export interface ElevationRaster extends GridHeights {
  /** Coordinate reference system that the file states; absent: none. */
  crs?: string;
  /** Unit of the coordinates that the file states; absent: none. */
  unit?: StatedUnit;
}

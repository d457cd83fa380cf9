import type { GridHeights } from './elevation-raster.js';

/** Heights at nodes whose columns and rows may lie at different distances. */
export interface RasterNodes {
  /** Places of the columns, eastwards, and of the rows, southwards. */
  xs: Float64Array;
  ys: Float64Array;
  /** Row by row from the north-west; NaN: none. */
  heights: Float32Array | Float64Array;
}

/** The nodes of a raster: the middles of its cells and, where cells are areas, the outer edges. */
export function rasterNodes(raster: GridHeights): RasterNodes {
  const { columns, rows, x, y, dx, dy, heights, isArea = false } = raster;
  const xs = placesOf(columns, x, dx, isArea);
  const ys = placesOf(rows, y, -dy, isArea);
  return { xs, ys, heights: isArea ? withEdges(raster) : heights };
}

function placesOf(count: number, first: number, step: number, isArea: boolean): Float64Array {
  if (!isArea) return Float64Array.from({ length: count }, (_, k) => first + k * step);
  const middles = Float64Array.from({ length: count + 2 }, (_, k) => first + (k - 1) * step);
  middles[0] = first - step / 2;
  middles[count + 1] = first + (count - 0.5) * step;
  return middles;
}

/**
 * The heights with those of the outer edges, half a cell beyond the middles of the outer cells: on the line through the
 * two nearest heights, so that a plane stays one, or the nearest height itself where the second is missing.
 */
function withEdges({ columns, rows, heights }: GridHeights): Float32Array | Float64Array {
  const width = columns + 2;
  const all = new (heights instanceof Float32Array ? Float32Array : Float64Array)(width * (rows + 2));
  for (let row = 0; row < rows; row++) {
    const at = (row + 1) * width;
    all.set(heights.subarray(row * columns, (row + 1) * columns), at + 1);
    all[at] = beyond(all, at + 1, columns > 1 ? at + 2 : at + 1);
    all[at + width - 1] = beyond(all, at + columns, columns > 1 ? at + columns - 1 : at + columns);
  }
  const [first, last, next] = [width, rows * width, rows > 1 ? width : 0];
  for (let column = 0; column < width; column++) {
    all[column] = beyond(all, first + column, first + next + column);
    all[last + width + column] = beyond(all, last + column, last - next + column);
  }
  return all;
}

/** The height half a step beyond `nearest`, seen from `second`. */
function beyond(heights: Float32Array | Float64Array, nearest: number, second: number): number {
  const height = heights[nearest] + (heights[nearest] - heights[second]) / 2;
  return Number.isNaN(height) ? heights[nearest] : height;
}

import type { Rectangle } from '../scene/place/height-grid.js';

/** Square cells over a rectangle, row by row from its lower left corner, with a height for each; NaN if it has none. */
export interface HeightRaster {
  area: Rectangle;
  columns: number;
  rows: number;
  /** Size along x and y, metres. */
  cell: readonly [number, number];
  heights: Float64Array;
}

/** An empty raster with at most `cellsMax` cells along its longer side, each at least `cellMin` metres wide. */
export function createHeightRaster(area: Rectangle, cellsMax: number, cellMin: number): HeightRaster {
  const [width, depth] = [area.max[0] - area.min[0], area.max[1] - area.min[1]];
  const size = Math.max(cellMin, Math.max(width, depth) / cellsMax);
  const columns = Math.max(1, Math.round(width / size));
  const rows = Math.max(1, Math.round(depth / size));
  const heights = new Float64Array(columns * rows).fill(Number.NaN);
  return { area, columns, rows, cell: [width / columns, depth / rows], heights };
}

/** World x and y of the middle of a cell. */
export function cellCentre({ area, columns, cell }: HeightRaster, index: number): [number, number] {
  const [column, row] = [index % columns, Math.floor(index / columns)];
  return [area.min[0] + (column + 0.5) * cell[0], area.min[1] + (row + 0.5) * cell[1]];
}

/** Height of the cell that contains (x, y), or of the nearest cell for points outside; NaN if it has none. */
export function heightAt({ area, columns, rows, cell, heights }: HeightRaster, x: number, y: number): number {
  const within = (value: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(value)));
  const column = within((x - area.min[0]) / cell[0], columns);
  return heights[within((y - area.min[1]) / cell[1], rows) * columns + column];
}

/** Lowest, mean and highest of the heights, or undefined without any. */
export function heightRange({ heights }: HeightRaster): { low: number; mean: number; high: number } | undefined {
  let [low, high, sum, count] = [Infinity, -Infinity, 0, 0];
  for (const height of heights) {
    if (Number.isNaN(height)) continue;
    low = Math.min(low, height);
    high = Math.max(high, height);
    sum += height;
    count++;
  }
  return count > 0 ? { low, mean: sum / count, high } : undefined;
}

/** Neighbouring cells are connected if the step between them is no steeper than this, metres up per metre along. */
const SLOPE_MAX = 2;
/** Islands smaller than this share of the largest are not ground. */
const ISLAND_SHARE = 0.02;

/**
 * Removes the height of small islands that are connected to the rest only by steps steeper than ground. These overhang
 * the edge of the terrain, such as the crowns of its outermost trees. Plains on both sides of a cliff stay.
 */
export function dropOverhangs(raster: HeightRaster): HeightRaster {
  const islands = islandsOf(raster);
  const largest = islands.reduce((most, { length }) => Math.max(most, length), 0);
  const heights = raster.heights.slice();
  for (const cells of islands)
    if (cells.length < ISLAND_SHARE * largest) for (const cell of cells) heights[cell] = Number.NaN;
  return { ...raster, heights };
}

/** Groups of cells connected over even ground. */
function islandsOf({ columns, rows, cell, heights }: HeightRaster): number[][] {
  const isTaken = Uint8Array.from(heights, (height) => (Number.isNaN(height) ? 1 : 0));
  const islands: number[][] = [];
  for (let start = 0; start < heights.length; start++) {
    if (isTaken[start]) continue;
    const island = [start];
    isTaken[start] = 1;
    for (let k = 0; k < island.length; k++)
      for (const next of neighboursOf(island[k], columns, rows)) {
        const way = Math.abs(next - island[k]) === 1 ? cell[0] : cell[1];
        if (isTaken[next] || Math.abs(heights[next] - heights[island[k]]) > SLOPE_MAX * way) continue;
        isTaken[next] = 1;
        island.push(next);
      }
    islands.push(island);
  }
  return islands;
}

/**
 * Sets cells without a height to that of their nearest neighbour, counted in steps along rows and columns; does nothing
 * without any.
 */
export function fillGaps(raster: HeightRaster): HeightRaster {
  const { columns, rows } = raster;
  const heights = raster.heights.slice();
  let front = Array.from(heights.keys()).filter((index) => !Number.isNaN(heights[index]));
  while (front.length > 0) {
    const next: number[] = [];
    for (const index of front)
      for (const neighbour of neighboursOf(index, columns, rows))
        if (Number.isNaN(heights[neighbour])) {
          heights[neighbour] = heights[index];
          next.push(neighbour);
        }
    front = next;
  }
  return { ...raster, heights };
}

function neighboursOf(index: number, columns: number, rows: number): number[] {
  const [column, row] = [index % columns, Math.floor(index / columns)];
  const found: number[] = [];
  if (column > 0) found.push(index - 1);
  if (column < columns - 1) found.push(index + 1);
  if (row > 0) found.push(index - columns);
  if (row < rows - 1) found.push(index + columns);
  return found;
}

import { GRID_LEVELS } from './octree-cube.js';

/** Numbers of points in the cells of the levels 0 to 7, in Morton order. */
export class CellCounts {
  private readonly levels: Float64Array[];

  /** Derives all levels from the counts of level 7. */
  constructor(finest: Float64Array) {
    this.levels = [finest];
    for (let level = GRID_LEVELS - 1; level >= 0; level--) this.levels.unshift(eighths(this.levels[0]));
  }

  /** Number of points in cell `code` of `level`. */
  of(level: number, code: number): number {
    return this.levels[level][code];
  }

  /**
   * Divides the cells of level 7 into stretches of up to `points` points, or of a single cell: the first cell of each,
   * and at the end the number of cells.
   */
  stretches(points: number): number[] {
    const finest = this.levels[GRID_LEVELS];
    const starts = [0];
    let sum = 0;
    for (let cell = 0; cell < finest.length; cell++) {
      if (sum > 0 && finest[cell] > 0 && sum + finest[cell] > points) {
        starts.push(cell);
        sum = 0;
      }
      sum += finest[cell];
    }
    return [...starts, finest.length];
  }
}

function eighths(counts: Float64Array): Float64Array {
  const sums = new Float64Array(counts.length / 8);
  for (let cell = 0; cell < counts.length; cell++) sums[cell >> 3] += counts[cell];
  return sums;
}

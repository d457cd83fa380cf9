import { UserError } from '../../../base/errors.js';
import type { Quantization } from '../../../io/records/quantization.js';

/**
 * Square tiles of a grid, by the whole numbers that a cloud stores: no point is near enough to an edge to be in doubt.
 */
export class TileGrid {
  /** Width of a tile, metres. */
  readonly size: number;
  private readonly x: TileAxis;
  private readonly y: TileAxis;

  /** Throws UserError for a width that is no whole number of the cloud's steps. */
  constructor(size: number, { scale, offset }: Quantization) {
    this.size = size;
    this.x = new TileAxis(size, scale[0], offset[0]);
    this.y = new TileAxis(size, scale[1], offset[1]);
  }

  /**
   * Column and row of a point with these stored numbers: floor(x / size), floor(y / size). Western and
   * southern edges belong to a tile.
   */
  columnOf = (storedX: number): number => this.x.cellOf(storedX);
  rowOf = (storedY: number): number => this.y.cellOf(storedY);
}

/** Largest deviation of a width from a whole number of steps, in steps: the rounding of decimals. */
const ROUNDING = 1e-6;

class TileAxis {
  private readonly steps: number;
  private readonly shift: number;

  constructor(size: number, scale: number, offset: number) {
    this.steps = Math.round(size / scale);
    this.shift = Math.round(offset / scale);
    if (this.steps < 1 || Math.abs(size / scale - this.steps) > ROUNDING)
      throw new UserError(`--tile: found ${size} m, expected a multiple of ${scale} m, the steps of the coordinates`);
  }

  cellOf(stored: number): number {
    return Math.floor((stored + this.shift) / this.steps);
  }
}

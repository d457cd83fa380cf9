import { UserError } from '../base/errors.js';

/** A place in the plane: x, y. */
type Place = readonly [number, number];

/** Two places or more, joined by straight pieces, and the width of the strip along them, half of it on either side. */
export interface SectionStrip {
  places: readonly Place[];
  width: number;
}

interface Piece {
  x: number;
  y: number;
  /** Its direction, a unit vector. */
  east: number;
  north: number;
  length: number;
  /** Length of the line before it. */
  before: number;
}

/**
 * The line of a section. A point of the plane belongs to its nearest place on the line, at a bend to the corner; beyond
 * the ends to none. `along` and `across` are those of the last point that was placed.
 */
export class SectionLine {
  /** Distance from the line's start along it. */
  along = Number.NaN;
  /** Distance from the line, positive to its right. */
  across = Number.NaN;
  readonly length: number;
  private readonly pieces: readonly Piece[];

  /** Throws UserError for a piece without length. */
  constructor(places: readonly Place[]) {
    let before = 0;
    this.pieces = places.slice(1).map(([x1, y1], k) => {
      const [x, y] = places[k];
      const length = Math.hypot(x1 - x, y1 - y);
      if (!(length > 0 && Number.isFinite(length)))
        throw new UserError(`to: found ${x1}, ${y1}, expected another point than ${x}, ${y}`);
      const piece = { x, y, east: (x1 - x) / length, north: (y1 - y) / length, length, before };
      before += length;
      return piece;
    });
    this.length = before;
  }

  /**
   * Whether the point is beside the line, not beyond its ends, at most `reach` from it. One beyond the ends has the
   * `along` of the first or the last place all the same.
   */
  place(x: number, y: number, reach: number): boolean {
    const last = this.pieces.length - 1;
    let nearest = Infinity;
    let isPlaced = false;
    for (let k = 0; k <= last; k++) {
      const piece = this.pieces[k];
      const [dx, dy] = [x - piece.x, y - piece.y];
      const along = dx * piece.east + dy * piece.north;
      const across = dx * piece.north - dy * piece.east;
      const beyond = along < 0 ? -along : Math.max(0, along - piece.length);
      const isBeside = !((k === 0 && along < 0) || (k === last && along > piece.length));
      const distance = beyond === 0 ? Math.abs(across) : Math.hypot(across, beyond);
      if (!(isBeside === isPlaced ? distance < nearest : isBeside)) continue;
      nearest = distance;
      isPlaced = isBeside;
      this.along = piece.before + Math.min(Math.max(along, 0), piece.length);
      this.across = across < 0 ? -distance : distance;
    }
    return isPlaced && nearest <= reach;
  }
}

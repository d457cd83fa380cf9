/** Milliseconds that the points of a piece may take, so that others have their turn between two pieces. */
const PIECE_MS = 4;

/** Points of a piece at first, while nothing is known of them. */
const FIRST_POINTS = 1024;

/** Points of a piece at the least: below, the fixed cost of a piece would count. */
const LEAST_POINTS = 256;

/** Number of points that a thread makes at once, by the time that those before took. */
export class PiecePace {
  /** Points of the next piece, about. */
  points = FIRST_POINTS;

  /** Notes the seconds that a piece took. */
  note(points: number, seconds: number): void {
    // Too few points say nothing of more.
    if (points < LEAST_POINTS) return;
    this.points = Math.max(LEAST_POINTS, Math.floor((points * PIECE_MS) / (1000 * seconds)));
  }
}

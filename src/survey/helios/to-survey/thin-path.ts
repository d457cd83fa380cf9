/** Largest deviation of a thinned path along each axis, metres, and in heading, radians. */
const PLACE_TOLERANCE = 5e-5;
const HEADING_TOLERANCE = 1e-6;
const TOLERANCES = [PLACE_TOLERANCE, PLACE_TOLERANCE, PLACE_TOLERANCE, HEADING_TOLERANCE];

/** A moment of a platform's way: seconds, metres, and radians clockwise from +y, which count turns. */
export type Moment = readonly [time: number, x: number, y: number, z: number, heading: number];

/**
 * The moments of a path that straight lines join within the tolerances: a new line begins where none from the last
 * moment kept passes all since (swinging door, Bristol 1990).
 */
export class ThinPath {
  readonly kept: Moment[] = [];
  private last: Moment | undefined;
  private readonly least = [0, 0, 0, 0];
  private readonly most = [0, 0, 0, 0];

  /** Adds a moment later than those before. */
  add(moment: Moment): void {
    if (this.last === undefined) this.keep(moment);
    else if (!this.admits(moment)) {
      this.keep(this.last);
      this.admits(moment);
    }
    this.last = moment;
  }

  /** Ends the path with its last moment. */
  finish(): readonly Moment[] {
    if (this.last !== undefined && this.last !== this.kept[this.kept.length - 1]) this.keep(this.last);
    return this.kept;
  }

  private keep(moment: Moment): void {
    this.kept.push(moment);
    this.least.fill(Number.NEGATIVE_INFINITY);
    this.most.fill(Number.POSITIVE_INFINITY);
  }

  /** Whether the line to a moment passes all since the last one kept, whose slopes it then narrows. */
  private admits(moment: Moment): boolean {
    const from = this.kept[this.kept.length - 1];
    const time = moment[0] - from[0];
    for (let k = 0; k < 4; k++) {
      const slope = (moment[k + 1] - from[k + 1]) / time;
      if (slope < this.least[k] || slope > this.most[k]) return false;
    }
    for (let k = 0; k < 4; k++) {
      const way = moment[k + 1] - from[k + 1];
      this.least[k] = Math.max(this.least[k], (way - TOLERANCES[k]) / time);
      this.most[k] = Math.min(this.most[k], (way + TOLERANCES[k]) / time);
    }
    return true;
  }
}

/** Angles in plan view: radians, clockwise from +y. */

const HALF_TURN = Math.PI;

/** The heading from a place to another, or undefined where they are one above the other. */
export function bearing(from: readonly number[], to: readonly number[]): number | undefined {
  const [east, north] = [to[0] - from[0], to[1] - from[1]];
  return east === 0 && north === 0 ? undefined : Math.atan2(east, north);
}

/** The turn from a heading to another, the shorter way, −π…π. */
export function turnTo(from: number, to: number): number {
  const turn = (to - from) % (2 * HALF_TURN);
  if (turn > HALF_TURN) return turn - 2 * HALF_TURN;
  return turn < -HALF_TURN ? turn + 2 * HALF_TURN : turn;
}

/** `turn`, but no larger than `most`. */
export const limited = (turn: number, most: number): number => Math.max(-most, Math.min(most, turn));

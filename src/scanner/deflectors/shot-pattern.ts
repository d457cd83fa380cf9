/** Any pattern: a direction for every shot, repeated endlessly. */
export interface ShotPattern {
  kind: 'pattern';
  pulseRateHz: number;
  /** Unit vectors in the deflector's frame, x y z of one shot after the other. */
  directions: Float64Array;
  /** Its rows, each of so many shots from left to right, every second one back in a zigzag; absent: it has none. */
  rows?: ShotRows;
}

export interface ShotRows {
  count: number;
  columns: number;
  zigzag: boolean;
}

/** Maximum number of shots of a pattern: 240 MB of directions. */
export const SHOTS_MAX = 10_000_000;

/** Stands in for a faulty pattern. */
export const emptyPattern = (pulseRateHz: number): ShotPattern => ({
  kind: 'pattern',
  pulseRateHz,
  directions: new Float64Array(3),
});

/** Writes the direction of a shot: azimuth to the right of +y, elevation up, radians. */
export function writeDirection(directions: Float64Array, shot: number, azimuth: number, elevation: number): void {
  const level = Math.cos(elevation);
  directions[3 * shot] = level * Math.sin(azimuth);
  directions[3 * shot + 1] = level * Math.cos(azimuth);
  directions[3 * shot + 2] = Math.sin(elevation);
}

/** Radians of a degree. */
export const DEGREE = Math.PI / 180;

/** Radians of a whole turn. */
export const TURN = 2 * Math.PI;

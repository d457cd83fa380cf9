/** Radians of a degree. */
export const DEGREE = Math.PI / 180;

/** Radians of a whole turn. */
export const TURN = 2 * Math.PI;

/** Number of steps per degree of written angles. */
const STEPS = 1e6;

/** An angle for a file: degrees, rounded to a millionth, never −0. */
export const writtenDegrees = (angle: number): number => Math.round((angle / DEGREE) * STEPS) / STEPS + 0;

/** The same angle above −π and up to π, radians. */
export const wrapAngle = (angle: number): number => angle - TURN * Math.ceil(angle / TURN - 0.5);

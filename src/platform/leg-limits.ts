import { PLATFORM_COORDINATE_MAX } from './coordinate-max.js';

/**
 * A millionth of a second, and of a metre in a second: real scanners fire at most a few times in it, and nothing drives
 * so slowly.
 */
const LEAST = 1e-6;

/** The numbers that a leg takes, in the units of surveys. */
export const LEG_LIMITS = Object.freeze({
  /** A coordinate in the world, metres. */
  coordinate: Object.freeze({ min: -PLATFORM_COORDINATE_MAX, max: PLATFORM_COORDINATE_MAX }),
  /** Heading, pitch and roll, degrees. */
  angle: Object.freeze({ min: -360, max: 360 }),
  /** Metres a second. */
  speed: Object.freeze({ min: LEAST, max: 10_000 }),
  /** Of a station, seconds. */
  duration: Object.freeze({ min: LEAST, max: 1e6 }),
  /** From the end of the leg before, seconds. */
  pause: Object.freeze({ min: 0, max: 1e9 }),
});

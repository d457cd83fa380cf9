import { COORDINATE_MAX } from './coordinate-max.js';

/** The numbers that a leg takes, in the units of surveys. */
export const LEG_LIMITS = Object.freeze({
  /** A coordinate in the world, metres. */
  coordinate: Object.freeze({ min: -COORDINATE_MAX, max: COORDINATE_MAX }),
  /** Heading, pitch and roll, degrees. */
  angle: Object.freeze({ min: -360, max: 360 }),
  /** Metres a second. */
  speed: Object.freeze({ above: 0, max: 10_000 }),
  /** Of a station, seconds. */
  duration: Object.freeze({ above: 0, max: 1e6 }),
});

const COORDINATE_MAX = 1e8;

/** Limits of a world coordinate in a survey. */
export const coordinate = { unit: 'm', min: -COORDINATE_MAX, max: COORDINATE_MAX };

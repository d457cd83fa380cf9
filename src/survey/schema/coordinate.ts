const COORDINATE_MAX = 1e8;

/** Limits of a coordinate of the world, wherever a survey names a place. */
export const coordinate = { unit: 'm', min: -COORDINATE_MAX, max: COORDINATE_MAX };

import { COORDINATE_MAX } from '../../platform/coordinate-max.js';

/** Limits of a world coordinate in a survey. */
export const coordinate = { unit: 'm', min: -COORDINATE_MAX, max: COORDINATE_MAX };

import { LEG_LIMITS } from '../../platform/leg-limits.js';

/** Limits of a world coordinate in a survey. */
export const coordinate = { unit: 'm', ...LEG_LIMITS.coordinate };

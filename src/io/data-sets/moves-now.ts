import { length } from '../../base/vec3.js';
import type { WorldBox } from './data-set.js';

/** Speed, in metres a second, up to which an object counts as standing. */
const STANDING_MAX = 0.05;

/** Whether an object moves: whether some place of its box may be faster than what counts as standing. */
export const movesNow = ({ velocity, angularVelocity, size }: WorldBox): boolean =>
  length(velocity) + (length(angularVelocity) * length(size)) / 2 > STANDING_MAX;

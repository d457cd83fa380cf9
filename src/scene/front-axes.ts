import type { Vec3 } from '../base/vec3.js';

/** Names of the directions that the front of a model may have, in the axes of its file. */
export const FRONT_NAMES = ['+x', '-x', '+y', '-y', '+z', '-z'] as const;

export type FrontName = (typeof FRONT_NAMES)[number];

/** Those directions. */
export const FRONT_AXES: Readonly<Record<FrontName, Vec3>> = Object.freeze({
  '+x': [1, 0, 0],
  '-x': [-1, 0, 0],
  '+y': [0, 1, 0],
  '-y': [0, -1, 0],
  '+z': [0, 0, 1],
  '-z': [0, 0, -1],
});

import { fromFlu } from '../base/flu.js';
import type { Trajectory } from './leg.js';

/** Axes of a body or a sensor, as `base/flu.ts` has them. */
export const BODY_AXES = ['rfu', 'flu'] as const;
export type BodyAxes = (typeof BODY_AXES)[number];

/** The trajectory of a body with axes `rfu`, from that of one with axes `flu`. */
export function turnedFromFlu(trajectory: Trajectory): Trajectory {
  const orientations = trajectory.orientations.slice();
  for (let k = 0; k < orientations.length; k += 4) {
    const [x, y, z, w] = orientations.subarray(k, k + 4);
    orientations.set(fromFlu([x, y, z, w]), k);
  }
  return { ...trajectory, orientations };
}

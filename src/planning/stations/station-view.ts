import type { Vec3 } from '../../base/vec3.js';
import type { SceneProbe } from '../scene-probe.js';
import type { SurfaceTargets } from './surface-targets.js';

/** Visibility limits of an upright scanner. */
export interface Viewer {
  /** Metres. */
  range: { rangeMin: number; rangeMax: number };
  /** Lowest and highest elevation, radians. */
  window: readonly [number, number];
  /** Angle from the normal beyond which a surface is met too obliquely, radians; absent: no limit. */
  incidence?: number;
}

/** Distance before a target, metres, at which a hit still counts as the target. */
const SLACK_M = 0.02;

/** The targets seen from `eye`: in range and window, not met too obliquely, nothing in between; 1 per seen target. */
export function seenTargets(probe: SceneProbe, eye: Vec3, targets: SurfaceTargets, viewer: Viewer): Uint8Array {
  const { points, normals, count } = targets;
  const grazing = Math.cos(viewer.incidence ?? Math.PI / 2);
  const seen = new Uint8Array(count);
  const near = new Uint32Array(count);
  const aims = new Float64Array(3 * count);
  let aimed = 0;
  for (let k = 0; k < count; k++) {
    const at: Vec3 = [points[3 * k], points[3 * k + 1], points[3 * k + 2]];
    const normal: Vec3 = [normals[3 * k], normals[3 * k + 1], normals[3 * k + 2]];
    if (!isInView(eye, at, viewer) || incidenceCosine(eye, at, normal) < grazing) continue;
    aims.set(at, 3 * aimed);
    near[aimed++] = k;
  }
  probe.sees(eye, aims.subarray(0, 3 * aimed), SLACK_M).forEach((isFree, k) => {
    seen[near[k]] = isFree;
  });
  return seen;
}

/** Whether a point is in the range and the vertical window of a scanner at `eye`. */
export function isInView(eye: Vec3, at: Vec3, { range, window }: Viewer): boolean {
  const [dx, dy, dz] = [at[0] - eye[0], at[1] - eye[1], at[2] - eye[2]];
  const level = Math.hypot(dx, dy);
  const distance = Math.hypot(level, dz);
  const elevation = Math.atan2(dz, level);
  return distance >= range.rangeMin && distance <= range.rangeMax && elevation >= window[0] && elevation <= window[1];
}

function incidenceCosine(eye: Vec3, at: Vec3, normal: Vec3): number {
  const [dx, dy, dz] = [at[0] - eye[0], at[1] - eye[1], at[2] - eye[2]];
  return Math.abs(dx * normal[0] + dy * normal[1] + dz * normal[2]) / Math.hypot(dx, dy, dz);
}

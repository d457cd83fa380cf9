import { UserError } from '../base/errors.js';
import { type Box3, isEmptyBox, length, type Vec3 } from '../base/vec3.js';
import type { Leg } from '../platform/leg.js';
import type { Survey } from './survey.js';

/**
 * Warnings for legs from which nothing of the scene is within the scanner's range; `bounds` are the world bounds of its
 * geometry. Throws UserError where that holds for every leg, or the scene is empty.
 */
export function checkReach(survey: Survey, bounds: Box3): string[] {
  if (isEmptyBox(bounds))
    throw new UserError('the scene holds no triangle, so that nothing can be hit', { place: { file: survey.file } });
  const { rangeMax } = survey.scanner.detection;
  const reach = rangeMax + length(survey.mount.position);
  const far = survey.legs
    .map((leg) => ({ leg, distance: legDistance(leg, bounds) }))
    .filter(({ distance }) => distance > reach);
  if (far.length === survey.legs.length) {
    const nearest = Math.min(...far.map(({ distance }) => distance));
    throw new UserError(
      `no leg comes nearer to the scene than ${nearest.toFixed(1)} m, but the scanner sees ${rangeMax} m far at most`,
      { place: { file: survey.file }, hint: 'check the positions of the legs, and the unit and up axis of the parts' },
    );
  }
  return far.map(
    ({ leg, distance }) =>
      `${leg.name}: the scene is ${distance.toFixed(1)} m away, more than the range of ${rangeMax} m`,
  );
}

/** Least distance from a leg to a box, metres; 0 where it passes through. */
function legDistance({ path }: Leg, bounds: Box3): number {
  if (path.kind === 'station') return boxDistance(path.position, bounds);
  const at = (t: number): number => boxDistance(mix(path.from, path.to, t), bounds);
  return leastOfConvex(at);
}

const mix = (a: Vec3, b: Vec3, t: number): Vec3 => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];

function boxDistance(point: Vec3, { min, max }: Box3): number {
  const outside = (k: 0 | 1 | 2): number => Math.max(min[k] - point[k], 0, point[k] - max[k]);
  return Math.hypot(outside(0), outside(1), outside(2));
}

/** Steps of the ternary search: (2/3)^90 of the way is below the rounding of f64. */
const SEARCH_STEPS = 90;

/** The least value of a convex function on [0, 1]; the distance of a point on a line to a convex body is one. */
function leastOfConvex(f: (t: number) => number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < SEARCH_STEPS; step++) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
    if (f(a) <= f(b)) high = b;
    else low = a;
  }
  return Math.min(f(0), f((low + high) / 2), f(1));
}

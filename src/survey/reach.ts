import { UserError } from '../base/errors.js';
import { type Box3, isEmptyBox, length, subtract, type Vec3 } from '../base/vec3.js';
import type { Leg, Trajectory } from '../platform/leg.js';
import { positionOf } from '../platform/pose-at.js';
import { firesIn, scannerIn } from '../scanner/leg-scanner.js';
import type { Scanner } from '../scanner/scanner.js';
import type { Survey } from './survey.js';

/**
 * Warnings for legs from which no part of the scene is within range of a scanner that fires there; `bounds` are the
 * world bounds of its geometry. Throws UserError if that holds for every leg in which a scanner fires, or if the scene
 * is empty.
 */
export function checkReach(survey: Survey, bounds: Box3): string[] {
  if (isEmptyBox(bounds))
    throw new UserError('the scene holds no triangle, so that nothing can be hit', { place: { file: survey.file } });
  const scanned = survey.legs
    .map((leg, k) => ({ name: leg.name, distance: legDistance(leg, bounds), sights: sightsOf(survey, k) }))
    .filter(({ sights }) => sights.length > 0)
    .map(({ sights, ...leg }) => ({ ...leg, ...farthestOf(sights) }));
  const far = scanned.filter(({ distance, reach }) => distance > reach);
  if (far.length === scanned.length) {
    const nearest = Math.min(...far.map(({ distance }) => distance));
    const range = Math.max(...far.map((leg) => leg.range));
    throw new UserError(
      `no leg comes nearer to the scene than ${nearest.toFixed(1)} m, but the scanner sees ${range} m far at most`,
      { place: { file: survey.file }, hint: 'check the positions of the legs, and the unit and up axis of the parts' },
    );
  }
  return far.map(
    ({ name, distance, range }) =>
      `${name}: the scene is ${distance.toFixed(1)} m away, more than the range of ${range} m`,
  );
}

/** Range of a scanner, and largest distance of its beams from the platform; metres. */
interface Sight {
  range: number;
  reach: number;
}

/** The sights of all scanners that fire in leg number `leg`. */
function sightsOf({ instruments, legs }: Survey, leg: number): Sight[] {
  return instruments
    .filter((instrument) => firesIn(instrument, leg))
    .map((instrument) => {
      const range = rangeOf(scannerIn(instrument, leg));
      return { range, reach: range + length((legs[leg].mount ?? instrument.mount).position) };
    });
}

const farthestOf = (sights: readonly Sight[]): Sight => ({
  range: Math.max(...sights.map(({ range }) => range)),
  reach: Math.max(...sights.map(({ reach }) => reach)),
});

const rangeOf = ({ detection, channels }: Scanner): number =>
  Math.max(...channels.map(({ rangeMax }) => rangeMax ?? detection.rangeMax));

/** Smallest distance from a leg to a box, metres; 0 if the leg passes through it. */
function legDistance({ path }: Leg, bounds: Box3): number {
  if (path.kind === 'station') return boxDistance(path.position, bounds);
  return path.kind === 'straight' ? lineDistance(path.from, path.to, bounds) : pathDistance(path.trajectory, bounds);
}

const lineDistance = (from: Vec3, to: Vec3, bounds: Box3): number =>
  leastOfConvex((t) => boxDistance(mix(from, to, t), bounds));

/** Examines only those lines that can come nearer than the distance found so far. */
function pathDistance(trajectory: Trajectory, bounds: Box3): number {
  let from = positionOf(trajectory, 0);
  let distance = boxDistance(from, bounds);
  let least = distance;
  for (let k = 1; k < trajectory.times.length && least > 0; k++) {
    const to = positionOf(trajectory, k);
    const next = boxDistance(to, bounds);
    // Along a line the distance falls by a metre a metre at most.
    const possible = (distance + next - length(subtract(to, from))) / 2;
    least = Math.min(least, next);
    if (possible < least) least = Math.min(least, lineDistance(from, to, bounds));
    [from, distance] = [to, next];
  }
  return least;
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

/** The least value of a convex function on [0, 1]. The distance of a point on a line to a convex body is convex. */
function leastOfConvex(f: (t: number) => number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < SEARCH_STEPS; step++) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
    if (f(a) <= f(b)) high = b;
    else low = a;
  }
  return Math.min(f(0), f((low + high) / 2), f(1));
}

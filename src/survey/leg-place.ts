import type { Box3, Vec3 } from '../base/vec3.js';
import type { Leg } from '../platform/leg.js';
import { poseAt, positionOf } from '../platform/pose-at.js';

/** Seconds from the start of a leg's path to its end; 0 for a station. */
function pathSeconds({ path }: Leg): number {
  if (path.kind === 'station') return 0;
  if (path.kind === 'straight')
    return Math.hypot(...[0, 1, 2].map((axis) => path.to[axis] - path.from[axis])) / path.speed;
  return path.trajectory.times[path.trajectory.times.length - 1];
}

/** The positions of a leg's platform, world: one of a station, `count` evenly over the time of any other. */
export function legPositions(leg: Leg, count: number): Vec3[] {
  const { path } = leg;
  if (path.kind === 'station') return [path.position];
  if (path.kind === 'recorded' && path.trajectory.times.length <= count)
    return Array.from(path.trajectory.times, (_, k) => positionOf(path.trajectory, k));
  const seconds = pathSeconds(leg);
  return Array.from({ length: count }, (_, k) => {
    const [x, y, z] = poseAt(path, (seconds * k) / (count - 1)).position;
    return [x, y, z];
  });
}

/** A leg's place in words: `station at 1.00, 2.00, 0.00`, `way from … to …`. */
export function describePlace(leg: Leg): string {
  const [start, ...rest] = legPositions(leg, 2);
  const end = rest.at(-1);
  return end === undefined ? `station at ${pointText(start)}` : `way from ${pointText(start)} to ${pointText(end)}`;
}

const pointText = (point: Vec3): string => point.map((value) => value.toFixed(2)).join(', ');

/** Number of positions looked at along a way. */
const POSITIONS = 400;
/** Distance from the bounds that is still the scene's edge, metres. */
const EDGE_M = 1;

/**
 * Warnings for drives that begin beside the scene, or spend a tenth of their way there; `bounds` are its world bounds.
 * A path above the scene is a flight, whose lines begin before it.
 */
export function checkWays(legs: readonly Leg[], bounds: Box3): string[] {
  return legs.flatMap((leg) => {
    if (leg.path.kind === 'station') return [];
    const positions = legPositions(leg, POSITIONS);
    const isFlight = positions.every(([, , z]) => z > bounds.max[2]);
    const beside = positions.map((position) => distanceBeside(position, bounds));
    const share = beside.filter((distance) => distance > EDGE_M).length / positions.length;
    if (isFlight || (beside[0] <= EDGE_M && share < 0.1)) return [];
    const begins = beside[0] > EDGE_M ? `begins ${beside[0].toFixed(1)} m beside the scene; ` : '';
    const [x, y] = [0, 1].map((axis) => `${bounds.min[axis].toFixed(1)} … ${bounds.max[axis].toFixed(1)}`);
    return `${leg.name}: ${begins}${(100 * share).toFixed(0)} % of its way is outside of it (x ${x}, y ${y} m)`;
  });
}

function distanceBeside([x, y]: Vec3, { min, max }: Box3): number {
  const outside = (value: number, axis: 0 | 1) => Math.max(min[axis] - value, 0, value - max[axis]);
  return Math.hypot(outside(x, 0), outside(y, 1));
}

/**
 * The scene as seen from a point, in words: its distance, heading and elevation; or, inside of its bounds, that fact.
 */
export function describeAim([x, y, z]: Vec3, { min, max }: Box3): string {
  const nearest = [x, y, z].map((value, axis) => Math.min(max[axis], Math.max(min[axis], value)));
  const [east, north, up] = [nearest[0] - x, nearest[1] - y, nearest[2] - z];
  const distance = Math.hypot(east, north, up);
  if (distance === 0) return 'it is within the bounds of the scene';
  const level = Math.hypot(east, north);
  if (level < 1e-6) return `the scene is ${distance.toFixed(1)} m straight ${up > 0 ? 'above' : 'below'} it`;
  const heading = ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
  const elevation = (Math.atan2(up, level) * 180) / Math.PI;
  return `the scene is ${distance.toFixed(1)} m away, towards heading ${heading.toFixed(0)}°${slope(elevation)}`;
}

const slope = (degrees: number): string =>
  Math.abs(degrees) < 1 ? '' : `, ${Math.abs(degrees).toFixed(0)}° ${degrees > 0 ? 'up' : 'down'}`;

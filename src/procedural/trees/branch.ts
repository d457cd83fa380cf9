import type { RandomStream } from '../../base/random-stream.js';
import type { Vec3 } from '../../base/vec3.js';
import { add, cross, normalize, scale } from '../../base/vec3.js';
import { anyNormalTo } from '../shapes.js';

/** One axis of a tree: its path from base to tip, and the radius at every point of it. */
export interface Branch {
  path: Vec3[];
  radii: number[];
  length: number;
  /** Amount of foliage along its outer part; 0 for bare wood. */
  foliage: number;
}

/** Parameters of one branch's growth from its base. */
export interface Growth {
  start: Vec3;
  direction: Vec3;
  length: number;
  baseRadius: number;
  tipRadius: number;
  segments: number;
  /** Sideways deviation per segment, as a fraction of the segment. */
  wander: number;
  /** Upward (positive) or downward pull per segment, as a fraction of the segment. */
  lift: number;
  foliage: number;
}

/** A branch that grows from its start with a random deviation and a steady lift. */
export function growBranch(random: RandomStream, growth: Growth): Branch {
  const { segments, length } = growth;
  const path: Vec3[] = [growth.start];
  const radii = [growth.baseRadius];
  let direction = growth.direction;
  for (let i = 1; i <= segments; i++) {
    const wander = scale(random.direction(), growth.wander);
    direction = normalize(add(add(direction, wander), [0, 0, growth.lift]));
    path.push(add(path[i - 1], scale(direction, length / segments)));
    radii.push(growth.baseRadius + (growth.tipRadius - growth.baseRadius) * (i / segments));
  }
  return { path, radii, length, foliage: growth.foliage };
}

/** Point, direction and radius of a branch at the fraction `t` of its length, 0 … 1. */
export function alongBranch(branch: Branch, t: number): { point: Vec3; direction: Vec3; radius: number } {
  const segments = branch.path.length - 1;
  const i = Math.min(Math.floor(t * segments), segments - 1);
  const f = t * segments - i;
  const [a, b] = [branch.path[i], branch.path[i + 1]];
  const step: Vec3 = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  return {
    point: add(a, scale(step, f)),
    direction: normalize(step),
    radius: branch.radii[i] + (branch.radii[i + 1] - branch.radii[i]) * f,
  };
}

/** The unit vector that leaves `axis` at `angle`, turned by `roll` about it. */
export function leaving(axis: Vec3, angle: number, roll: number): Vec3 {
  const u = anyNormalTo(axis);
  const v = cross(axis, u);
  const side = add(scale(u, Math.cos(roll)), scale(v, Math.sin(roll)));
  return add(scale(axis, Math.cos(angle)), scale(side, Math.sin(angle)));
}

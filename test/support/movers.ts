import {
  type Affine,
  compose,
  IDENTITY,
  invert,
  rotation,
  transformDirection,
  transformPoint,
  translation,
} from '../../src/base/affine.js';
import type { Vec3 } from '../../src/base/vec3.js';
import type { Mesh } from '../../src/scene/model.js';
import type { SampledMotion } from '../../src/scene/motion/sampled-motion.js';
import type { Scene } from '../../src/scene/scene.js';
import { sceneOf } from './scenes.js';

/** A pose of a body: place, and a turn about an axis, radians. */
export interface BodyPose {
  place: Vec3;
  axis?: Vec3;
  turn?: number;
}

/** A motion through poses at times, knots of its own after each turn of 1°. */
export function motionThrough(
  poseAt: (time: number) => BodyPose,
  times: readonly number[],
  more: Pick<SampledMotion, 'holds' | 'visible' | 'period'> = {},
): SampledMotion {
  const orientations: number[] = [];
  for (const time of times) {
    const { axis: [x, y, z] = [0, 0, 1], turn = 0 } = poseAt(time);
    const [sine, cosine] = [Math.sin(turn / 2), Math.cos(turn / 2)];
    const q = [sine * x, sine * y, sine * z, cosine];
    const before = orientations.slice(-4);
    const isOpposite = before.length > 0 && before.reduce((sum, a, k) => sum + a * q[k], 0) < 0;
    orientations.push(...(isOpposite ? q.map((a) => -a) : q));
  }
  return {
    times: Float64Array.from(times),
    positions: Float64Array.from(times.flatMap((time) => poseAt(time).place)),
    orientations: Float64Array.from(orientations),
    ...more,
  };
}

/** So many times, evenly from one to another. */
export const evenly = (first: number, last: number, count: number): number[] =>
  Array.from({ length: count }, (_, k) => first + ((last - first) * k) / (count - 1));

/** At one place for ever. */
export const standingAt = (place: Vec3, turn = 0): SampledMotion => motionThrough(() => ({ place, turn }), [0, 1]);

/** A constant velocity, from a place at time 0. */
export const velocityFrom = (place: Vec3, velocity: Vec3, last = 10): SampledMotion =>
  motionThrough((t) => ({ place: [0, 1, 2].map((k) => place[k] + t * velocity[k]) as unknown as Vec3 }), [-last, last]);

/** A placement of a mesh, or a mover. */
export interface Placed {
  mesh: number;
  transform?: Affine;
  motion?: SampledMotion;
}

/** A scene of meshes, placed or moving; movers are the last instances. */
export function sceneWithMovers(
  meshes: Mesh[],
  placed: readonly Placed[],
  more: Omit<NonNullable<Parameters<typeof sceneOf>[1]>, 'placed'> = {},
): Scene {
  const sorted = [...placed.filter(({ motion }) => !motion), ...placed.filter(({ motion }) => motion)];
  const motions = sorted.flatMap(({ motion }) => (motion ? [motion] : []));
  const scene = sceneOf(meshes, {
    ...more,
    placed: sorted.map(({ mesh, transform = IDENTITY }) => ({ mesh, transform })),
  });
  if (motions.length === 0) return scene;
  const instances = scene.instances.map((instance, i) => {
    const { motion } = sorted[i];
    return motion ? { ...instance, motion: motions.indexOf(motion) } : instance;
  });
  return { ...scene, instances, motions };
}

/** Where a mover's body is, body to world; undefined: it is not there. By the rules of SampledMotion, in f64. */
export function bodyAt(motion: SampledMotion, time: number): Affine | undefined {
  const { times, positions, orientations, holds, visible, period } = motion;
  const last = times.length - 1;
  const t = period === undefined ? time : times[0] + modulo(time - times[0], period);
  let k = 0;
  while (k < last && times[k + 1] <= t) k++;
  if (visible?.[k] === 0) return undefined;
  const share = k === last || holds?.[k] === 1 ? 0 : Math.max(0, (t - times[k]) / (times[k + 1] - times[k]));
  const next = share === 0 ? k : k + 1;
  const mix = (list: Float64Array, width: number, n: number) =>
    list[width * k + n] + share * (list[width * next + n] - list[width * k + n]);
  const q = [0, 1, 2, 3].map((n) => mix(orientations, 4, n));
  const length = Math.hypot(...q);
  const [x, y, z, w] = q.map((a) => a / length);
  const sine = Math.hypot(x, y, z);
  const turn = sine === 0 ? IDENTITY : rotation([x / sine, y / sine, z / sine], 2 * Math.atan2(sine, w));
  return compose(translation([0, 1, 2].map((n) => mix(positions, 3, n)) as unknown as Vec3), turn);
}

const modulo = (a: number, b: number) => a - Math.floor(a / b) * b;

/** A hit of a ray: its distance, and the instance. */
export interface BruteHit {
  distance: number;
  instance: number;
}

/** The nearest hit of a ray at a time, each triangle by itself in f64; undefined: none. */
export function bruteForce(scene: Scene, start: Vec3, direction: Vec3, time: number): BruteHit | undefined {
  let nearest: BruteHit | undefined;
  for (const [i, { mesh, transform, motion }] of scene.instances.entries()) {
    const body = motion === undefined ? IDENTITY : bodyAt((scene.motions ?? [])[motion], time);
    if (body === undefined) continue;
    const toMesh = invert(compose(body, compose(transform, translation(scene.meshes[mesh].origin))));
    const [from, along] = [transformPoint(toMesh, start), transformDirection(toMesh, direction)];
    if (passes(scene.meshes[mesh], from, along)) continue;
    const own = motion === undefined ? undefined : scene.motions?.[motion];
    const distance = nearestOf(shapeAt(scene.meshes[mesh], own, time), from, along);
    if (distance < (nearest?.distance ?? Infinity)) nearest = { distance, instance: i };
  }
  return nearest;
}

const reaches = new WeakMap<Mesh, number>();

/** Whether a ray passes a mesh that changes its shape: it leaves the ball about its origin aside. */
function passes(mesh: Mesh, start: Vec3, direction: Vec3): boolean {
  if (mesh.shapes === undefined) return false;
  const reach =
    reaches.get(mesh) ?? Math.sqrt(3) * Math.max(...mesh.shapes.keys.flatMap((key) => [...key].map(Math.abs)));
  reaches.set(mesh, reach);
  return Math.hypot(...cross(start, direction)) > reach * Math.hypot(...direction);
}

/** A mesh in the shape that it has at a time, in f64; one without shapes itself. */
export function shapeAt(mesh: Mesh, motion: SampledMotion | undefined, time: number): Solid {
  const { shapes, indices } = mesh;
  if (shapes === undefined || motion?.phases === undefined) return mesh;
  const { times, moments, loop } = motion.phases;
  const last = times.length - 1;
  let p = 0;
  while (p + 1 < last && times[p + 1] <= time) p++;
  const part = Math.min(Math.max((time - times[p]) / (times[p + 1] - times[p]), 0), 1);
  const phase = moments[p] + part * (moments[p + 1] - moments[p]);
  const end = shapes.times[shapes.times.length - 1];
  const moment = loop ? modulo(phase, end) : Math.min(Math.max(phase, 0), end);
  let k = 0;
  while (k + 2 < shapes.times.length && shapes.times[k + 1] <= moment) k++;
  const share = (moment - shapes.times[k]) / (shapes.times[k + 1] - shapes.times[k]);
  const positions = Array.from(shapes.keys[k], (from, n) => from + share * (shapes.keys[k + 1][n] - from));
  return { positions, indices };
}

/** The corners of triangles. */
interface Solid {
  positions: ArrayLike<number>;
  indices: Uint32Array;
}

function nearestOf({ positions, indices }: Solid, start: Vec3, direction: Vec3): number {
  const corner = (k: number): Vec3 => {
    const at = 3 * indices[k];
    return [positions[at], positions[at + 1], positions[at + 2]];
  };
  let nearest = Infinity;
  for (let k = 0; k < indices.length; k += 3)
    nearest = Math.min(nearest, distanceTo(corner(k), corner(k + 1), corner(k + 2), start, direction));
  return nearest;
}

/** Möller and Trumbore 1997. */
function distanceTo(a: Vec3, b: Vec3, c: Vec3, start: Vec3, d: Vec3): number {
  const [e, f, s] = [minus(b, a), minus(c, a), minus(start, a)];
  const p = cross(d, f);
  const scale = 1 / dot(e, p);
  const u = dot(s, p) * scale;
  const q = cross(s, e);
  const v = dot(d, q) * scale;
  const t = dot(f, q) * scale;
  return u >= 0 && v >= 0 && u + v <= 1 && t > 0 ? t : Infinity;
}

const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

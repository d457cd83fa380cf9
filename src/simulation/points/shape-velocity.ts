import { type Affine, invert, transformDirection, transformPoint } from '../../base/affine.js';
import { conjugate, rotate } from '../../base/quaternion.js';
import type { Rigid } from '../../base/rigid.js';
import { scale, subtract, type Vec3 } from '../../base/vec3.js';
import type { MeshShapes } from '../../scene/model.js';
import { momentAt, momentsASecond } from '../../scene/motion/clip-phases.js';
import type { SampledMotion } from '../../scene/motion/sampled-motion.js';
import { durationOf, shapeMomentAt } from '../../scene/motion/shape-at.js';
import { ShapeFinder } from './shape-finder.js';

/** The triangles of a mesh that changes its shape. */
export interface BentMesh {
  shapes: MeshShapes;
  /** 3 per triangle. */
  indices: Uint32Array;
}

/** Such a mesh on a body, plain data. */
export interface BentPiece {
  mesh: BentMesh;
  /** Positions of its vertices to the body's frame. */
  toBody: Affine;
}

/** Two keys that are this close are a jump, seconds of the clip: nothing moves in it. */
const JUMP = 2e-6;

/** The finders of meshes, in this thread. */
const finders = new WeakMap<BentMesh, ShapeFinder>();

function finderOf(mesh: BentMesh): ShapeFinder {
  const known = finders.get(mesh) ?? new ShapeFinder(mesh.shapes, mesh.indices);
  finders.set(mesh, known);
  return known;
}

/**
 * The velocity in the world, m/s, by which the surface of a mesh moves on its body, whose `pose` at `time` (seconds of
 * the scene's clock) is given, at the place of it that is nearest to `place`: from key to key of its shape.
 */
export function velocityOfShape(
  { mesh, toBody }: BentPiece,
  { phases }: SampledMotion,
  { time, place, pose }: { time: number; place: Vec3; pose: Rigid },
): Vec3 {
  const { shapes } = mesh;
  const rate = phases === undefined ? 0 : momentsASecond(phases, time, durationOf(shapes));
  if (phases === undefined || rate === 0) return [0, 0, 0];
  const moment = shapeMomentAt(shapes, momentAt(phases, time, durationOf(shapes)));
  const seconds = shapes.times[moment.interval + 1] - shapes.times[moment.interval];
  if (seconds <= JUMP) return [0, 0, 0];
  const inBody = rotate(conjugate(pose.orientation), subtract(place, pose.position));
  const finder = finderOf(mesh);
  const found = finder.nearest(moment, transformPoint(invert(toBody), inBody));
  const way = scale(finder.wayOf(found, moment.interval), rate / seconds);
  return rotate(pose.orientation, transformDirection(toBody, way));
}

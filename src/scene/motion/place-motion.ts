import { type Affine, compose, IDENTITY, invert, transformPoint, translation } from '../../base/affine.js';
import { fromMatrix } from '../../base/quaternion.js';
import { composeRigid, type Rigid } from '../../base/rigid.js';
import { add, cross, dot, normalize, scale, subtract, type Vec3 } from '../../base/vec3.js';
import { KnotList } from './knot-list.js';
import type { SampledMotion } from './sampled-motion.js';

/** A placement of a part that moves. */
export interface PlacedBody {
  motion: SampledMotion;
  /** Frame of the part's model to its body. */
  inner: Affine;
}

interface BodyPlace {
  /** Frame of the model to that of the part: its `transform`. */
  transform: Affine;
  /** The same to the world, where the part stands at this placement. */
  placed: Affine;
  /** The point of the part that moves, in the part's frame. */
  reference: Vec3;
  /** Whether positions of the motion count from where the part stands. */
  isRelative: boolean;
}

/**
 * The motion of a part at one of its placements. Every placement makes the motion in its own frame: it turns and shifts
 * the whole motion, while its scale applies to the model alone. The origin of the body is its reference point.
 */
export function placeMotion(
  motion: SampledMotion,
  { transform, placed, reference, isRelative }: BodyPlace,
): PlacedBody {
  const placement = placed === transform ? IDENTITY : compose(placed, invert(transform));
  const { rigid, stretch } = splitPlacement(placement);
  const fromReference = translation([-reference[0], -reference[1], -reference[2]]);
  const own: Vec3 = isRelative ? transformPoint(stretch, reference) : [0, 0, 0];
  return {
    motion: movedBy(motion, rigid, own),
    inner: compose(stretch, compose(fromReference, transform)),
  };
}

/** The rotation and shift of a placement, and what it does to the model before: scale, mirror. Gram and Schmidt. */
function splitPlacement(placement: Affine): { rigid: Rigid; stretch: Affine } {
  if (placement === IDENTITY) return { rigid: { position: [0, 0, 0], orientation: [0, 0, 0, 1] }, stretch: IDENTITY };
  const column = (k: number): Vec3 => [placement[k], placement[k + 4], placement[k + 8]];
  const x = normalize(column(0));
  const y = normalize(subtract(column(1), scale(x, dot(x, column(1)))));
  // A placement that mirrors keeps the mirror in what it does to the model.
  const z = cross(x, y);
  const position: Vec3 = [placement[3], placement[7], placement[11]];
  const rotation: Affine = [x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0];
  const linear = placement.map((value, k) => (k % 4 === 3 ? 0 : value));
  return { rigid: { position, orientation: fromMatrix(rotation) }, stretch: compose(invert(rotation), linear) };
}

/** The motion with `offset` added to its positions, turned and shifted as a whole. */
function movedBy(motion: SampledMotion, rigid: Rigid, offset: Vec3): SampledMotion {
  const { times, positions, orientations, holds, visible, period } = motion;
  const knots = new KnotList();
  for (const [k, time] of times.entries()) {
    const [x, y, z] = positions.subarray(3 * k, 3 * k + 3);
    const [qx, qy, qz, qw] = orientations.subarray(4 * k, 4 * k + 4);
    const pose = composeRigid(rigid, { position: add([x, y, z], offset), orientation: [qx, qy, qz, qw] });
    knots.push(time, pose, { holds: holds?.[k] === 1, isHidden: visible?.[k] === 0 });
  }
  return knots.toMotion(period);
}

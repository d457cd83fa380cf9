import {
  conjugate,
  fromAxisAngle,
  IDENTITY_ROTATION,
  multiply,
  type Quaternion,
  rotate,
} from '../../base/quaternion.js';
import { moved, type Rigid } from '../../base/rigid.js';
import { type Box3, emptyBox, growBox, isEmptyBox, subtract, type Vec3 } from '../../base/vec3.js';
import { AT_REST, velocityOfPoint } from '../../platform/velocity-at.js';
import { bodyVelocityAt } from '../motion/body-velocity.js';
import { type BodyPose, bodyPoseAt, visibleFrom } from '../motion/motion-pose.js';
import { canMove, type ObjectPiece, type TimedObject } from './timed-object.js';

/** The box of an object in the world at a moment. */
export interface MomentBox {
  /** Centre and extents along its own axes, metres. */
  centre: Vec3;
  size: Vec3;
  /** Box to world; x is forward where it has a front. */
  orientation: Quaternion;
  /** The direction of its x axis in the world: angle from x about z, radians. */
  heading: number;
  hasFront: boolean;
  /** Velocity of its centre, metres a second. */
  velocity: Vec3;
  /** Radians a second, right-handed, along the axes of the world. */
  angularVelocity: Vec3;
  /** Whether any of it is there. */
  isThere: boolean;
  /** Whether it may move, at this moment or another one. */
  canMove: boolean;
}

/** An upright box around another one, along the same heading. */
export type UprightBox = Pick<MomentBox, 'centre' | 'size' | 'heading'>;

const UP: Vec3 = [0, 0, 1];

/**
 * The box of an object at `time`, seconds of the scene's clock. Where its pieces move in several ways, its axes and its
 * motion are those of the largest, and it lies around the boxes of all pieces that are there.
 */
export function boxAt(object: TimedObject, time: number): MomentBox {
  const { box, motion, others = [] } = object;
  const { centre, size, heading, hasFront } = box;
  const own = fromAxisAngle(UP, heading);
  if (!canMove(object)) return { centre, size, heading, hasFront, orientation: own, ...STANDS };
  const pose = poseOf(object, time);
  const orientation = multiply(pose.orientation, own);
  const around = others.length === 0 ? undefined : extentOf([object, ...others], orientation, time);
  const placed = around ?? { centre: moved(pose, centre), size };
  const velocity = motion === undefined ? AT_REST : bodyVelocityAt(motion, time);
  return {
    ...{ ...placed, orientation, heading: headingOf(orientation), hasFront, canMove: true },
    velocity: velocityOfPoint(velocity, subtract(placed.centre, pose.position)),
    angularVelocity: velocity.angular,
    isThere: pose.isVisible || around !== undefined,
  };
}

/** The first moment from `time` on, seconds of the clock of the scene, at which it is there; `time` if it never is. */
export const comesAt = ({ motion }: TimedObject, time: number): number =>
  motion === undefined ? time : visibleFrom(motion, time);

const STANDS = { velocity: AT_REST.linear, angularVelocity: AT_REST.angular, isThere: true, canMove: false };

const NOWHERE: BodyPose = { position: [0, 0, 0], orientation: [...IDENTITY_ROTATION], isVisible: true };

const poseOf = ({ motion }: ObjectPiece, time: number): BodyPose =>
  motion === undefined ? NOWHERE : bodyPoseAt(motion, time);

/** The direction of x, as seen from above. */
function headingOf(orientation: Quaternion): number {
  const [x, y] = rotate(orientation, [1, 0, 0]);
  return Math.atan2(y, x);
}

/** The box with these axes around the boxes of pieces that are there; undefined: none is. */
function extentOf(
  pieces: readonly ObjectPiece[],
  orientation: Quaternion,
  time: number,
): Pick<MomentBox, 'centre' | 'size'> | undefined {
  const toOwn = conjugate(orientation);
  const extent = emptyBox();
  for (const piece of pieces) {
    const pose = poseOf(piece, time);
    if (!pose.isVisible) continue;
    const { centre, heading, size } = piece.box;
    const place = {
      position: moved(pose, centre),
      orientation: multiply(pose.orientation, fromAxisAngle(UP, heading)),
    };
    for (const corner of cornersOf(place, size)) growBox(extent, ...rotate(toOwn, corner));
  }
  return isEmptyBox(extent) ? undefined : boxOf(extent, orientation);
}

/** The corners of a box about the origin of a frame, in that in which the frame lies. */
function cornersOf(place: Rigid, size: Vec3): Vec3[] {
  return Array.from({ length: 8 }, (_, k) =>
    moved(place, [side(size[0], k & 1), side(size[1], k & 2), side(size[2], k & 4)]),
  );
}

const side = (length: number, bit: number): number => (bit === 0 ? -0.5 : 0.5) * length;

function boxOf({ min, max }: Box3, orientation: Quaternion): Pick<MomentBox, 'centre' | 'size'> {
  const middle: Vec3 = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
  return { centre: rotate(orientation, middle), size: subtract(max, min) };
}

/** Largest deviation of a box's z axis from upright that counts as rounding, radians. */
const TILT_MAX = 1e-6;

/** The upright box around a box; one that stands upright is its own. */
export function uprightBox({ centre, size, orientation, heading }: MomentBox): UprightBox {
  const [x, y] = rotate(orientation, UP);
  if (Math.hypot(x, y) <= TILT_MAX) return { centre, size, heading };
  const level = fromAxisAngle(UP, heading);
  const extent = emptyBox();
  const toLevel = conjugate(level);
  for (const corner of cornersOf({ position: centre, orientation }, size)) growBox(extent, ...rotate(toLevel, corner));
  return { ...boxOf(extent, level), heading };
}

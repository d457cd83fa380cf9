import { conjugate, type QuaternionOut, rotate, type VectorOut } from '../../base/quaternion.js';
import { emptyBox, growBox, isEmptyBox, subtract, type Vec3 } from '../../base/vec3.js';
import type { PulseList } from '../../engine/cpu/pulse-lister.js';
import { boxAt } from '../../scene/boxes/box-at.js';
import type { ObjectBox } from '../../scene/boxes/object-shape.js';
import type { ObjectPiece, TimedObject } from '../../scene/boxes/timed-object.js';
import { growByWay } from '../../scene/motion/grow-by-way.js';
import { bodyPoseAt, createBodyPose } from '../../scene/motion/motion-pose.js';
import type { SampledMotion } from '../../scene/motion/sampled-motion.js';

/** A sphere around all places of a box in some time; its radius is below 0 where the box is not there. */
interface Sphere {
  x: number;
  y: number;
  z: number;
  radius: number;
}

/** A box that pulses are held against. Places count from the origin of pulses. */
export interface SeenBox {
  sphere: Sphere;
  /** Has the sphere hold all places from one moment of the scene's clock to another. */
  sweep(from: number, to: number): void;
  /**
   * The way to the box along entry `k` of a list of pulses, metres; undefined if the pulse passes beside it. `start`:
   * the scene's clock where the times of the list begin.
   */
  entryOf(list: PulseList, k: number, start: number): number | undefined;
}

/** The box of an object, for pulses whose origins count from `frameOrigin`. */
export function seenBox(object: TimedObject, frameOrigin: Vec3): SeenBox {
  if (object.others !== undefined) return manifoldBox(object, frameOrigin);
  return object.motion === undefined
    ? standingBox(object.box, frameOrigin)
    : movingBox(object.box, object.motion, frameOrigin);
}

/** A box upright in some frame, against which pulses in that frame are held. */
class FramedBox {
  private readonly centre: Vec3;
  private readonly size: Vec3;
  private readonly cos: number;
  private readonly sin: number;
  private readonly radius: number;

  constructor({ centre, size, heading }: Pick<ObjectBox, 'centre' | 'size' | 'heading'>) {
    this.centre = centre;
    this.size = size;
    this.cos = Math.cos(heading);
    this.sin = Math.sin(heading);
    this.radius = radiusOf(size);
  }

  /** The way to it from a place in a direction; undefined if that passes beside it. */
  entry(ox: number, oy: number, oz: number, u: number, v: number, w: number): number | undefined {
    const { centre, cos, sin, size } = this;
    const x = ox - centre[0];
    const y = oy - centre[1];
    const z = oz - centre[2];
    const along = -(x * u + y * v + z * w);
    if (along < -this.radius || x * x + y * y + z * z - along * along > this.radius * this.radius) return undefined;
    const from: Vec3 = [x * cos + y * sin, y * cos - x * sin, z];
    return entryInto(size, from, [u * cos + v * sin, v * cos - u * sin, w]);
  }
}

const radiusOf = (size: Vec3): number => Math.hypot(...size) / 2;

function standingBox(box: ObjectBox, frameOrigin: Vec3): SeenBox {
  const centre = subtract(box.centre, frameOrigin);
  const framed = new FramedBox({ ...box, centre });
  return {
    sphere: { x: centre[0], y: centre[1], z: centre[2], radius: radiusOf(box.size) },
    sweep: () => {},
    entryOf: ({ origins, directions }, k) => {
      const at = 3 * k;
      const [x, y, z] = [origins[at], origins[at + 1], origins[at + 2]];
      return framed.entry(x, y, z, directions[at], directions[at + 1], directions[at + 2]);
    },
  };
}

function movingBox(box: ObjectBox, motion: SampledMotion, frameOrigin: Vec3): SeenBox {
  const framed = new FramedBox(box);
  const pose = createBodyPose();
  const toBody: QuaternionOut = [0, 0, 0, 1];
  const [from, beam]: [VectorOut, VectorOut] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  const sphere = { x: 0, y: 0, z: 0, radius: -1 };
  return {
    sphere,
    sweep: (first, last) => sweepSphere(sphere, [{ box, motion }], frameOrigin, { from: first, to: last }),
    entryOf: (list, k, start) => {
      if (passesBeside(list, k, sphere)) return undefined;
      const { origins, directions, times } = list;
      bodyPoseAt(motion, start + times[k], pose);
      if (!pose.isVisible) return undefined;
      conjugate(pose.orientation, toBody);
      for (let axis = 0; axis < 3; axis++) {
        from[axis] = origins[3 * k + axis] + frameOrigin[axis] - pose.position[axis];
        beam[axis] = directions[3 * k + axis];
      }
      rotate(toBody, from, from);
      rotate(toBody, beam, beam);
      return framed.entry(from[0], from[1], from[2], beam[0], beam[1], beam[2]);
    },
  };
}

/** Whether a pulse passes beside a sphere. */
function passesBeside({ origins, directions }: PulseList, k: number, sphere: Sphere): boolean {
  const at = 3 * k;
  const x = origins[at] - sphere.x;
  const y = origins[at + 1] - sphere.y;
  const z = origins[at + 2] - sphere.z;
  const along = x * directions[at] + y * directions[at + 1] + z * directions[at + 2];
  const square = x * x + y * y + z * z;
  const reach = sphere.radius * sphere.radius + ROUNDING * square;
  return square > reach && (along > 0 || square - along * along > reach);
}

/** Room for the rounding of directions, whose length is 1 to 10⁻⁷. */
const ROUNDING = 1e-6;

/** A box around pieces that move in several ways. */
function manifoldBox(object: TimedObject, frameOrigin: Vec3): SeenBox {
  const sphere = { x: 0, y: 0, z: 0, radius: -1 };
  const pieces = [object, ...(object.others ?? [])];
  return {
    sphere,
    sweep: (from, to) => sweepSphere(sphere, pieces, frameOrigin, { from, to }),
    entryOf: ({ origins, directions, times }, k, start) => {
      const { centre, size, orientation, isThere } = boxAt(object, start + times[k]);
      if (!isThere) return undefined;
      const toBox = conjugate(orientation);
      const at = (list: ArrayLike<number>): Vec3 => [list[3 * k], list[3 * k + 1], list[3 * k + 2]];
      const from = subtract(at(origins), subtract(centre, frameOrigin));
      const framed = new FramedBox({ centre: [0, 0, 0], size, heading: 0 });
      return framed.entry(...rotate(toBox, from), ...rotate(toBox, at(directions)));
    },
  };
}

/** Has a sphere hold all places of pieces in a time. */
function sweepSphere(
  sphere: Sphere,
  pieces: readonly ObjectPiece[],
  frameOrigin: Vec3,
  time: { from: number; to: number },
): void {
  const middles = emptyBox();
  let reach = 0;
  for (const { box, motion } of pieces) {
    const bulge = motion ? growByWay(middles, box.centre, motion, time) : 0;
    if (!motion) growBox(middles, ...box.centre);
    reach = Math.max(reach, radiusOf(box.size) + bulge);
  }
  if (isEmptyBox(middles)) {
    sphere.radius = -1;
    return;
  }
  const { min, max } = middles;
  sphere.x = (min[0] + max[0]) / 2 - frameOrigin[0];
  sphere.y = (min[1] + max[1]) / 2 - frameOrigin[1];
  sphere.z = (min[2] + max[2]) / 2 - frameOrigin[2];
  const radius = radiusOf(subtract(max, min)) + reach;
  // A box around pieces in the axes of one of them may reach beyond their own.
  sphere.radius = pieces.length > 1 ? AROUND_PIECES * radius : radius;
}

/** A cube about a sphere lies within a sphere of this radius. */
const AROUND_PIECES = Math.sqrt(3);

/** The way to a box about the origin, along its axes, from a point in a direction; undefined if it misses it. */
function entryInto(size: Vec3, from: Vec3, direction: Vec3): number | undefined {
  let [near, far] = [0, Infinity];
  for (let axis = 0; axis < 3; axis++) {
    const half = size[axis] / 2;
    if (direction[axis] === 0 && Math.abs(from[axis]) > half) return undefined;
    const [a, b] = [(-half - from[axis]) / direction[axis], (half - from[axis]) / direction[axis]];
    if (direction[axis] === 0) continue;
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b));
  }
  return near <= far ? near : undefined;
}

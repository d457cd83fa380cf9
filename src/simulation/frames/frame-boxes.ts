import { conjugate, fromAxisAngle, rotate } from '../../base/quaternion.js';
import { invertRigid, moved, type Rigid } from '../../base/rigid.js';
import type { Vec3 } from '../../base/vec3.js';
import type { DataClass, FrameBox } from '../../io/data-sets/data-set.js';
import type { ObjectBox } from '../../scene/boxes/object-boxes.js';
import { elevationsOf, type Sight, type Sights, sightOf } from './box-sights.js';
import type { BegunFrame } from './leg-frames.js';

/** The objects of a scene that frames list: their boxes, classes and names, by number. */
export interface BoxedObjects {
  boxes: ReadonlyMap<number, ObjectBox>;
  classes: ReadonlyMap<number, DataClass>;
  names: readonly string[];
  /** Numbers of objects in files of labels; absent: those in the scene. */
  renumbered?: ReadonlyMap<number, number>;
}

/** The box of an object in a frame. */
export interface NamedBox extends FrameBox {
  name: string;
  /** Its number in files of labels; absent: that in the scene. */
  object?: number;
  /** Share of the box beyond the scanner's range, or above or below all of its beams. */
  truncation: number;
}

/** The boxes of all objects in the frame of the sensor, as its pulses see them. */
export function boxesInFrame(
  { boxes, classes, names, renumbered }: BoxedObjects,
  { pose, ranges }: BegunFrame,
  sights: Sights,
): NamedBox[] {
  const toSensor = invertRigid(pose);
  return [...boxes].map(([instance, world], k) => {
    const sight = sightOf(sights, k);
    return {
      instance,
      name: names[instance],
      object: renumbered?.get(instance),
      className: classes.get(instance)?.name ?? '',
      centre: moved(toSensor, world.centre),
      size: world.size,
      heading: headingIn(pose, world.heading),
      points: sight.points,
      world,
      occlusion: occlusionOf(sight),
      truncation: truncationOf(world, toSensor, ranges, elevationsOf(sights)),
    };
  });
}

const occlusionOf = ({ passing, stopped }: Sight): number | null => (passing === 0 ? null : stopped / passing);

/** Number of places along each axis of a box at which the scanner's reach is tested. */
const PLACES = 6;

/** The share of a box beyond the ranges of a scanner, or above or below all beams, by a grid of places in it. */
function truncationOf(
  { centre, size, heading }: ObjectBox,
  toSensor: Rigid,
  ranges: Extent,
  elevations: Extent,
): number {
  const [c, s] = [Math.cos(heading), Math.sin(heading)];
  let out = 0;
  for (let k = 0; k < PLACES ** 3; k++) {
    const [u, v, w] = [0, 1, 2].map(
      (axis) => (((Math.floor(k / PLACES ** axis) % PLACES) + 0.5) / PLACES - 0.5) * size[axis],
    );
    const [x, y, z] = moved(toSensor, [centre[0] + u * c - v * s, centre[1] + u * s + v * c, centre[2] + w]);
    const range = Math.hypot(x, y, z);
    if (!isWithin(range, ranges) || !isWithin(z / range, elevations)) out++;
  }
  return out / PLACES ** 3;
}

interface Extent {
  min: number;
  max: number;
}

const isWithin = (value: number, { min, max }: Extent): boolean => value >= min && value <= max;

/** The heading in the frame of a sensor: of the direction, seen along the sensor's z axis. */
function headingIn({ orientation }: Rigid, heading: number): number {
  const [x, y] = rotate(conjugate(orientation), [Math.cos(heading), Math.sin(heading), 0]);
  return Math.atan2(y, x);
}

const UP: Vec3 = [0, 0, 1];

/** The text of the file with the boxes of a frame, those of objects without points included. */
export function boxesText({ frame, startTime, endTime, pose }: BegunFrame, boxes: readonly NamedBox[]): string {
  const { position, orientation } = pose;
  const listed = boxes.map(
    ({ instance, object, name, className, centre, size, heading, points, world, occlusion, truncation }) => ({
      ...{ instance, object, name, class: className, centre, size, heading },
      world: {
        centre: world.centre,
        heading: world.heading,
        orientation: fromAxisAngle(UP, world.heading),
        hasFront: world.hasFront,
      },
      ...{ points, occlusion, truncation },
    }),
  );
  const content = { frame, startTime, endTime, pose: { position, orientation }, boxes: listed };
  return `${JSON.stringify(content, null, 1)}\n`;
}

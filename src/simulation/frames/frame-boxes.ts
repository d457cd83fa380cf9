import { conjugate, rotate } from '../../base/quaternion.js';
import { invertRigid, moved, type Rigid } from '../../base/rigid.js';
import type { DataClass, FrameBox } from '../../io/data-sets/data-set.js';
import type { BoxMoment } from '../../products/frames/frame-output.js';
import { boxAt, comesAt, type MomentBox, uprightBox } from '../../scene/boxes/box-at.js';
import type { TimedObject } from '../../scene/boxes/timed-object.js';
import type { BegunFrame } from './leg-frames.js';
import { elevationsOf, type Sight, type Sights, sightOf } from './sights.js';

/** The objects of a scene that frames list: their boxes, classes and names, by number. */
export interface BoxedObjects {
  boxes: ReadonlyMap<number, TimedObject>;
  classes: ReadonlyMap<number, DataClass>;
  names: readonly string[];
  /** Numbers of objects in files of labels; absent: those in the scene. */
  renumbered?: ReadonlyMap<number, number>;
  /** Objects on which somebody rides; absent: nobody asks. */
  ridden?: ReadonlySet<number>;
  /** The moment of a frame at which boxes are. */
  at: BoxMoment;
}

/** The box of an object in a frame. */
export interface NamedBox extends FrameBox {
  name: string;
  /** Share of the box beyond the scanner's range, or above or below all of its beams. */
  truncation: number;
}

/**
 * The boxes of all objects in the frame of the sensor, as its pulses see them. Objects that are not there, and have no
 * points, have none.
 */
export function boxesInFrame(objects: BoxedObjects, begun: BegunFrame, sights: Sights): NamedBox[] {
  const { boxes, classes, names, renumbered, ridden } = objects;
  const { pose, ranges, startTime, sceneTime } = begun;
  const toSensor = invertRigid(pose);
  return [...boxes].flatMap(([instance, object], k): NamedBox[] => {
    const sight = sightOf(sights, k);
    const after = momentOfBox(objects.at, begun, sight, object);
    const world = boxAt(object, sceneTime + after);
    if (!world.isThere && sight.points === 0) return [];
    const { centre, size, heading } = uprightBox(world);
    return [
      {
        instance,
        name: names[instance],
        object: renumbered?.get(instance),
        className: classes.get(instance)?.name ?? '',
        centre: moved(toSensor, centre),
        size,
        heading: headingIn(pose, heading),
        points: sight.points,
        ...(ridden?.has(instance) && { isRidden: true as const }),
        time: startTime + after,
        world,
        worldAt: (time) => boxAt(object, sceneTime + (time - startTime)),
        ...(sight.seen && { firstSeen: startTime + sight.seen.first, lastSeen: startTime + sight.seen.last }),
        occlusion: occlusionOf(sight),
        truncation: truncationOf(world, toSensor, ranges, elevationsOf(sights)),
      },
    ];
  });
}

/**
 * The moment of a box, seconds from the start of its frame. An object that comes later has that at which it comes; one
 * that has gone by then, that of its first point.
 */
function momentOfBox(
  at: BoxMoment,
  { duration, sceneTime }: Pick<BegunFrame, 'duration' | 'sceneTime'>,
  { seen }: Sight,
  object: TimedObject,
): number {
  const wanted = at === 'middle' ? duration / 2 : at === 'seen' ? (seen?.mean ?? 0) : 0;
  if (!seen || boxAt(object, sceneTime + wanted).isThere) return wanted;
  const comes = comesAt(object, sceneTime + wanted) - sceneTime;
  return comes > wanted && comes <= seen.last ? comes : seen.first;
}

const occlusionOf = ({ passing, stopped }: Sight): number | null => (passing === 0 ? null : stopped / passing);

/** Number of places along each axis of a box at which the scanner's reach is tested. */
const PLACES = 6;

/** The share of a box beyond the ranges of a scanner, or above or below all beams, by a grid of places in it. */
function truncationOf(
  { centre, size, orientation }: MomentBox,
  toSensor: Rigid,
  ranges: Extent,
  elevations: Extent,
): number {
  const own: Rigid = { position: centre, orientation };
  let out = 0;
  for (let k = 0; k < PLACES ** 3; k++) {
    const [u, v, w] = [0, 1, 2].map(
      (axis) => (((Math.floor(k / PLACES ** axis) % PLACES) + 0.5) / PLACES - 0.5) * size[axis],
    );
    const [x, y, z] = moved(toSensor, moved(own, [u, v, w]));
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

/**
 * The text of the file with the boxes of a frame, those of objects without points included; `isTimed`: with their
 * motions and moments.
 */
export function boxesText(begun: BegunFrame, boxes: readonly NamedBox[], isTimed: boolean): string {
  const { frame, startTime, endTime, pose } = begun;
  const { position, orientation } = pose;
  const toSensor = invertRigid(pose);
  const listed = boxes.map(({ instance, object, name, className, points, world, occlusion, truncation, ...rest }) => ({
    ...{ instance, object, name, class: className, centre: moved(toSensor, world.centre), size: world.size },
    heading: rest.heading,
    world: {
      centre: world.centre,
      heading: world.heading,
      orientation: world.orientation,
      hasFront: world.hasFront,
      ...(isTimed && { velocity: world.velocity, angularVelocity: world.angularVelocity }),
    },
    ...{ points, occlusion, truncation },
    ...(isTimed && { time: rest.time, firstSeen: rest.firstSeen ?? null, lastSeen: rest.lastSeen ?? null }),
  }));
  const content = { frame, startTime, endTime, pose: { position, orientation }, boxes: listed };
  return `${JSON.stringify(content, null, 1)}\n`;
}

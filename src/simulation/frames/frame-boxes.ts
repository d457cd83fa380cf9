import { conjugate, fromAxisAngle, rotate } from '../../base/quaternion.js';
import { invertRigid, moved, type Rigid } from '../../base/rigid.js';
import type { Vec3 } from '../../base/vec3.js';
import { type DataClass, type DataFile, type FrameBox, frameDigits, textFile } from '../../io/data-sets/data-set.js';
import type { ObjectBox } from '../../scene/boxes/object-boxes.js';
import { elevationsOf, type Sights, sightOf } from './box-sights.js';
import type { BegunFrame } from './leg-frames.js';

/** The objects of a scene, and the pose of the sensor in a frame. */
interface FrameObjects {
  boxes: ReadonlyMap<number, ObjectBox>;
  objects: ReadonlyMap<number, DataClass>;
  names: readonly string[];
  begun: BegunFrame;
  /** Sights of the boxes by the frame's pulses, in their order. */
  sights: Sights;
}

/** The box of an object in a frame. */
export interface NamedBox extends FrameBox {
  name: string;
  /** Share of the box beyond the scanner's range, or above or below all of its beams. */
  truncation: number;
}

/**
 * The boxes of all objects in the frame of the sensor, with the number of their points; `instances` has the object of
 * each.
 */
export function boxesInFrame(
  { boxes, objects, names, begun, sights }: FrameObjects,
  instances: Uint32Array,
): NamedBox[] {
  const points = new Map<number, number>();
  for (const instance of instances) points.set(instance, (points.get(instance) ?? 0) + 1);
  const { pose, ranges } = begun;
  const toSensor = invertRigid(pose);
  return [...boxes].map(([instance, world], k) => ({
    instance,
    name: names[instance],
    className: objects.get(instance)?.name ?? '',
    centre: moved(toSensor, world.centre),
    size: world.size,
    heading: headingIn(pose, world.heading),
    points: points.get(instance) ?? 0,
    world,
    occlusion: occlusionOf(sightOf(sights, k)),
    truncation: truncationOf(world, toSensor, ranges, elevationsOf(sights)),
  }));
}

const occlusionOf = ({ passing, stopped }: { passing: number; stopped: number }): number | null =>
  passing === 0 ? null : stopped / passing;

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

/**
 * The file with the boxes of a frame, those of objects without points included; in a folder for its `channel`, if it
 * has one.
 */
export function boxesFile(
  { frame, startTime, endTime, pose }: BegunFrame,
  boxes: readonly NamedBox[],
  channel?: string,
): DataFile {
  const { position, orientation } = pose;
  const listed = boxes.map(
    ({ instance, name, className, centre, size, heading, points, world, occlusion, truncation }) => ({
      ...{ instance, name, class: className, centre, size, heading },
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
  const folder = channel === undefined ? 'boxes' : `boxes/${channel}`;
  return textFile(`${folder}/${frameDigits(frame)}.json`, `${JSON.stringify(content, null, 1)}\n`);
}

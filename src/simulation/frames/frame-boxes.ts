import { conjugate, fromAxisAngle, rotate } from '../../base/quaternion.js';
import { invertRigid, moved, type Rigid } from '../../base/rigid.js';
import type { Vec3 } from '../../base/vec3.js';
import { type DataClass, type DataFile, type FrameBox, frameDigits, textFile } from '../../io/data-sets/data-set.js';
import type { ObjectBox } from '../../scene/boxes/object-boxes.js';
import type { BegunFrame } from './leg-frames.js';

/** The objects of a scene, and the pose of the sensor in a frame. */
interface FrameObjects {
  boxes: ReadonlyMap<number, ObjectBox>;
  objects: ReadonlyMap<number, DataClass>;
  names: readonly string[];
  /** Sensor to world. */
  pose: Rigid;
}

/** The box of an object in a frame. */
export interface NamedBox extends FrameBox {
  name: string;
  world: ObjectBox;
}

/** The boxes of all objects in the frame of the sensor, with the number of their points; `instances` has the object of each. */
export function boxesInFrame({ boxes, objects, names, pose }: FrameObjects, instances: Uint32Array): NamedBox[] {
  const points = new Map<number, number>();
  for (const instance of instances) points.set(instance, (points.get(instance) ?? 0) + 1);
  const toSensor = invertRigid(pose);
  return [...boxes].map(([instance, world]) => ({
    instance,
    name: names[instance],
    className: objects.get(instance)?.name ?? '',
    centre: moved(toSensor, world.centre),
    size: world.size,
    heading: headingIn(pose, world.heading),
    points: points.get(instance) ?? 0,
    world,
  }));
}

/** The heading in the frame of a sensor: of the direction, seen along the sensor's z axis. */
function headingIn({ orientation }: Rigid, heading: number): number {
  const [x, y] = rotate(conjugate(orientation), [Math.cos(heading), Math.sin(heading), 0]);
  return Math.atan2(y, x);
}

const UP: Vec3 = [0, 0, 1];

/** The file with the boxes of a frame, those of objects without points included. */
export function boxesFile({ frame, startTime, endTime, pose }: BegunFrame, boxes: readonly NamedBox[]): DataFile {
  const { position, orientation } = pose;
  const listed = boxes.map(({ instance, name, className, centre, size, heading, points, world }) => ({
    ...{ instance, name, class: className, centre, size, heading },
    world: { centre: world.centre, heading: world.heading, orientation: fromAxisAngle(UP, world.heading) },
    points,
  }));
  const content = { frame, startTime, endTime, pose: { position, orientation }, boxes: listed };
  return textFile(`boxes/${frameDigits(frame)}.json`, `${JSON.stringify(content, null, 1)}\n`);
}

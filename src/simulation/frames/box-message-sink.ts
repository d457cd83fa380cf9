import type { McapRecording } from '../../io/mcap/mcap-recording.js';
import type { RosHeader } from '../../io/mcap/ros-messages.js';
import { type SceneBox, sceneMessage } from '../../io/mcap/scene-message.js';
import type { CodedPoints } from '../../io/records/coded-points.js';
import type { PointSink, WrittenFile } from '../../io/records/point-sink.js';
import { semanticColor } from '../../picture/raster/semantic-palette.js';
import { thingsIn } from '../../products/frames/frame-classes.js';
import type { DataSetFrames } from '../../products/frames/frame-output.js';
import { boxAt, comesAt, type MomentBox } from '../../scene/boxes/box-at.js';
import { type TimedObject, timedObjects } from '../../scene/boxes/timed-object.js';
import { SEMANTIC_CLASSES } from '../../scene/labels/semantic-classes.js';
import type { Scene } from '../../scene/scene.js';
import { addToObjects } from '../points/points-of-objects.js';

/** An object over time, and its names. */
interface NamedObject {
  object: TimedObject;
  name: string;
  className: string;
}

/** The things of a scene that move, or are moved, by their numbers; `classes`: the survey's own. */
export function namedThings(scene: Scene, { classes }: Pick<DataSetFrames, 'classes'>): Map<number, NamedObject> {
  const things = thingsIn(scene, classes);
  return new Map(
    [...timedObjects(scene, things.keys())].map(([number, object]) => [
      number,
      { object, name: scene.names.instances[number], className: things.get(number) ?? '' },
    ]),
  );
}

/** A message of the boxes in a frame. */
interface BoxMessage {
  recording: McapRecording;
  topic: string;
  header: RosHeader;
  /** Nanoseconds for which the boxes are shown: the duration of the frame. */
  lifetime: bigint;
  /** The moment of the boxes, seconds of the scene's clock. */
  time: number;
  objects: ReadonlyMap<number, NamedObject>;
}

/**
 * Passes on the points of a frame without their last bytes, which count those of each object, and adds the boxes of
 * objects with points to a recording when the frame is complete.
 */
export class BoxMessageSink implements PointSink<CodedPoints> {
  private readonly message: BoxMessage;
  private readonly points: PointSink<CodedPoints>;
  private readonly counts = new Map<number, number>();

  constructor(message: BoxMessage, points: PointSink<CodedPoints>) {
    this.message = message;
    this.points = points;
  }

  async write({ count, bytes }: CodedPoints): Promise<void> {
    const objects = bytes[bytes.length - 1];
    addToObjects(this.counts, new Uint32Array(objects.slice().buffer));
    await this.points.write({ count, bytes: bytes.slice(0, -1) });
  }

  async finish(): Promise<WrittenFile> {
    const written = await this.points.finish();
    const { recording, topic, header, lifetime, time, objects } = this.message;
    const shown = [...objects].flatMap(([number, named]) => {
      const points = this.counts.get(number) ?? 0;
      if (points === 0) return [];
      const now = boxAt(named.object, time);
      const box = now.isThere ? now : boxAt(named.object, comesAt(named.object, time));
      return box.isThere ? [shownBox(number, named, box, points)] : [];
    });
    const data = sceneMessage(header, lifetime, shown);
    await recording.add({ topic, schema: 'foxglove_msgs/msg/SceneUpdate', time: header.stamp, data });
    return { ...written, bytes: written.bytes + data.length };
  }

  abort(): Promise<void> {
    return this.points.abort();
  }
}

/** Points within a box are to be seen. */
const OPACITY = 0.35;
const BYTE_MAX = 255;
const VELOCITY_DECIMALS = 6;

function shownBox(
  object: number,
  { name, className }: NamedObject,
  { centre, size, orientation, hasFront, velocity, canMove }: MomentBox,
  points: number,
): SceneBox {
  const color = semanticColor(SEMANTIC_CLASSES[className] ?? object, className);
  const channel = (shift: number) => ((color >> shift) & BYTE_MAX) / BYTE_MAX;
  return {
    id: String(object),
    pose: { position: centre, orientation },
    size,
    color: [channel(16), channel(8), channel(0), OPACITY],
    metadata: [
      ['class', className],
      ['instance', String(object)],
      ['name', name],
      ['points', String(points)],
      ['hasFront', String(hasFront)],
      ...(canMove ? [['velocity', velocity.map((rate) => rate.toFixed(VELOCITY_DECIMALS)).join(' ')] as const] : []),
    ],
  };
}

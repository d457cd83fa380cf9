import { fromAxisAngle } from '../../base/quaternion.js';
import type { McapRecording } from '../../io/mcap/mcap-recording.js';
import type { RosHeader } from '../../io/mcap/ros-messages.js';
import { type SceneBox, sceneMessage } from '../../io/mcap/scene-message.js';
import type { CodedPoints } from '../../io/records/coded-points.js';
import type { PointSink, WrittenFile } from '../../io/records/point-sink.js';
import { semanticColor } from '../../picture/raster/semantic-palette.js';
import { thingsIn } from '../../products/frames/frame-classes.js';
import type { DataSetFrames } from '../../products/frames/frame-output.js';
import { type ObjectBox, objectBoxes } from '../../scene/boxes/object-boxes.js';
import { SEMANTIC_CLASSES } from '../../scene/labels/semantic-classes.js';
import type { Scene } from '../../scene/scene.js';
import { addToObjects } from '../points/points-of-objects.js';

/** A box in the world, and the names of its object. */
interface NamedBox extends ObjectBox {
  name: string;
  className: string;
}

/** The boxes of the things of a scene that move, by their numbers; `classes`: the survey's own. */
export function movingBoxes(scene: Scene, { classes }: Pick<DataSetFrames, 'classes'>): Map<number, NamedBox> {
  const things = thingsIn(scene, classes);
  return new Map(
    [...objectBoxes(scene, things.keys())].map(([object, box]) => [
      object,
      { ...box, name: scene.names.instances[object], className: things.get(object) ?? '' },
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
  boxes: ReadonlyMap<number, NamedBox>;
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
    const { recording, topic, header, lifetime, boxes } = this.message;
    const shown = [...boxes].flatMap(([object, box]) => {
      const points = this.counts.get(object) ?? 0;
      return points > 0 ? [shownBox(object, box, points)] : [];
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

function shownBox(
  object: number,
  { centre, size, heading, hasFront, name, className }: NamedBox,
  points: number,
): SceneBox {
  const color = semanticColor(SEMANTIC_CLASSES[className] ?? object, className);
  const channel = (shift: number) => ((color >> shift) & BYTE_MAX) / BYTE_MAX;
  return {
    id: String(object),
    pose: { position: centre, orientation: fromAxisAngle([0, 0, 1], heading) },
    size,
    color: [channel(16), channel(8), channel(0), OPACITY],
    metadata: [
      ['class', className],
      ['instance', String(object)],
      ['name', name],
      ['points', String(points)],
      ['hasFront', String(hasFront)],
    ],
  };
}

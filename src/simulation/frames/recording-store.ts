import { UserError } from '../../base/errors.js';
import type { CreatesFiles } from '../../base/files/files.js';
import { composeRigid, invertRigid, type Rigid } from '../../base/rigid.js';
import { isEmptyBox } from '../../base/vec3.js';
import { type CloudLayout, cloudLayout, F32_REACH } from '../../io/mcap/cloud-layouts.js';
import type { McapRecording } from '../../io/mcap/mcap-recording.js';
import {
  pointCloudMessage,
  type RosHeader,
  type StampedTransform,
  transformMessage,
} from '../../io/mcap/ros-messages.js';
import type { CloudHeader, PointSink } from '../../io/point-sink.js';
import { utcNanoseconds } from '../../survey/gps-time.js';
import { posesPath } from '../../survey/schema/frames-schema.js';
import type { FrameOutput } from '../../survey/survey.js';
import type { BegunFrame } from './frame-cutter.js';
import type { FrameStore } from './frame-store.js';

/** The frames of ROS (REP 105): the world and the platform. */
const WORLD = 'map';
const PLATFORM = 'base_link';

/** Bytes of the points of a message. */
const MESSAGE_BYTES_MAX = 2 ** 31;

/** Opens recordings by their paths, one for all scanners that share it. */
export class Recordings {
  private readonly output: FrameOutput;
  private readonly files: CreatesFiles['files'];
  private readonly open = new Map<string, Promise<McapRecording>>();

  constructor(output: FrameOutput, files: CreatesFiles['files']) {
    this.output = output;
    this.files = files;
  }

  /** The store of the frames of the scanner called `name`, which is `frame` in names of ROS. */
  storeOf(name: string, frame: string): FrameStore {
    const { output } = this;
    const latest: { mount?: string } = {};
    return {
      open: async (begun, header) => {
        const recording = await this.recordingAt(posesPath(output.pattern, name), header.software);
        const stamp = utcNanoseconds(begun.startTime);
        await addTransforms(recording, begun, stamp, frame, latest);
        const frameId = output.coordinates === 'world' ? WORLD : frame;
        return new MessageSink({
          recording,
          topic: `/${frame}/points`,
          header: { stamp, frameId },
          cloud: header,
          output,
        });
      },
    };
  }

  /** Completes all recordings. */
  async finish(): Promise<void> {
    for (const recording of this.open.values()) await (await recording).finish();
  }

  async abort(): Promise<void> {
    for (const recording of this.open.values()) await recording.then((one) => one.abort()).catch(() => {});
  }

  private recordingAt(path: string, software: string): Promise<McapRecording> {
    const known = this.open.get(path);
    if (known) return known;
    const begun = this.begin(path, software);
    this.open.set(path, begun);
    return begun;
  }

  private async begin(path: string, software: string): Promise<McapRecording> {
    const { McapRecording } = await import('../../io/mcap/mcap-recording.js');
    return McapRecording.begin(await this.files.create(path), software);
  }
}

/** The pose of the platform at the start of a frame, and that of the sensor on it where that is new. */
async function addTransforms(
  recording: McapRecording,
  { pose, mount }: BegunFrame,
  stamp: bigint,
  frame: string,
  latest: { mount?: string },
): Promise<void> {
  const add = (topic: string, frameId: string, child: string, of: Rigid, isLatched = false) => {
    const transforms: StampedTransform[] = [{ header: { stamp, frameId }, child, pose: of }];
    const data = transformMessage(transforms);
    return recording.add({ topic, schema: 'tf2_msgs/msg/TFMessage', time: stamp, data, isLatched });
  };
  const text = JSON.stringify(mount);
  if (latest.mount !== text) await add('/tf_static', PLATFORM, frame, mount, true);
  latest.mount = text;
  await add('/tf', WORLD, PLATFORM, composeRigid(pose, invertRigid(mount)));
}

interface MessageInput {
  recording: McapRecording;
  topic: string;
  header: RosHeader;
  cloud: CloudHeader;
  output: FrameOutput;
}

/** Collects the points of a frame and adds them to a recording as one message. */
class MessageSink implements PointSink {
  private readonly input: MessageInput;
  private readonly layout: CloudLayout;
  private readonly data: Uint8Array[] = [];
  private points = 0;

  constructor(input: MessageInput) {
    this.input = input;
    const { cloud, output, recording } = input;
    const { layout = 'all' } = output;
    const { bounds } = cloud;
    const fits = isEmptyBox(bounds) || [...bounds.min, ...bounds.max].every((value) => Math.abs(value) <= F32_REACH);
    if (!fits && layout !== 'all')
      throw new UserError(
        `found coordinates beyond ${F32_REACH} m, for which numbers of 32 bits, as layout: ${layout} has them, are too coarse`,
        { place: { file: recording.path }, hint: 'frames with coordinates: sensor, or with layout: all' },
      );
    this.layout = cloudLayout(layout, cloud.optional ?? [], fits);
  }

  async write(batch: Parameters<PointSink['write']>[0]): Promise<void> {
    this.points += batch.count;
    if (this.points * this.layout.pointStep > MESSAGE_BYTES_MAX)
      throw new UserError(`found a frame of more than ${MESSAGE_BYTES_MAX} bytes, which a message cannot have`, {
        place: { file: this.input.recording.path },
        hint: 'frames of a shorter duration',
      });
    this.data.push(this.layout.encode(batch));
  }

  async finish() {
    const { recording, topic, header, cloud } = this.input;
    const { points, layout } = this;
    const data = pointCloudMessage({
      header,
      grid: cloud.grid ?? { width: points, height: 1 },
      fields: layout.fields,
      pointStep: layout.pointStep,
      data: this.data,
      isDense: cloud.grid === undefined,
    });
    await recording.add({ topic, schema: 'sensor_msgs/msg/PointCloud2', time: header.stamp, data });
    return { path: recording.path, points, bytes: data.length };
  }

  async abort(): Promise<void> {
    this.data.length = 0;
  }
}

/** Names of ROS for the frames and topics of scanners: letters, digits and underscores, not a digit first, each its own. */
export function rosNames(names: readonly string[]): string[] {
  const taken = new Set([WORLD, PLATFORM]);
  return names.map((name) => {
    const plain = name.replace(/[^A-Za-z0-9]+/g, '_').replace(/^(?=\d|$)/, 'lidar_');
    let own = plain;
    for (let number = 2; taken.has(own); number++) own = `${plain}_${number}`;
    taken.add(own);
    return own;
  });
}

import type { CreatesFiles } from '../../base/files/files.js';
import { composeRigid, invertRigid, type Rigid } from '../../base/rigid.js';
import type { McapRecording } from '../../io/mcap/mcap-recording.js';
import { type StampedTransform, transformMessage } from '../../io/mcap/ros-messages.js';
import { utcNanoseconds } from '../../io/units/gps-time.js';
import type { FrameOutput } from '../../products/frames/frame-output.js';
import { posesPath } from '../../products/frames/frame-paths.js';

import type { FrameStore } from './frame-store.js';
import type { BegunFrame } from './leg-frames.js';
import { PointMessageSink } from './point-message-sink.js';
import { ScanMessageSink } from './scan-message-sink.js';

/** The frames of ROS (REP 105): the world and the platform. */
const WORLD = 'map';
const PLATFORM = 'base_link';

/** Opens recordings by their paths, one for all scanners that share it. */
export class FrameRecordings {
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
        const target = { recording, header: { stamp, frameId: output.coordinates === 'world' ? WORLD : frame } };
        return output.layout === 'laserscan'
          ? new ScanMessageSink({ ...target, topic: `/${frame}/scan`, frame: begun })
          : new PointMessageSink({
              ...target,
              topic: `/${frame}/points`,
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

/**
 * Names of ROS for the frames and topics of scanners: letters, digits and underscores, not a digit first, each its own.
 */
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

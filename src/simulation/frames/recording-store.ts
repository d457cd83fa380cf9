import { invariant } from '../../base/errors.js';
import type { CreatesFiles } from '../../base/files/files.js';
import type { McapRecording } from '../../io/mcap/mcap-recording.js';
import { transformMessage } from '../../io/mcap/ros-messages.js';
import type { FrameOutput } from '../../products/frames/frame-output.js';
import { posesPath } from '../../products/frames/frame-paths.js';
import type { Scene } from '../../scene/scene.js';
import { BoxMessageSink, namedThings } from './box-message-sink.js';
import type { FrameStore } from './frame-store.js';
import type { BegunFrame } from './leg-frames.js';
import { addPlatformMessages, PLATFORM, type PlatformWay, WORLD } from './platform-messages.js';
import { PointMessageSink } from './point-message-sink.js';
import { ScanMessageSink } from './scan-message-sink.js';

/** Opens recordings by their paths, one for all scanners that share it, with the messages of the platform. */
export class FrameRecordings {
  private readonly way: PlatformWay;
  private readonly things: ReturnType<typeof namedThings> | undefined;
  private readonly output: FrameOutput;
  private readonly files: CreatesFiles['files'];
  private readonly open = new Map<string, Promise<McapRecording>>();

  constructor(way: PlatformWay, scene: Scene, output: FrameOutput, files: CreatesFiles['files']) {
    this.way = way;
    const { boxes } = output.recording ?? {};
    this.things = boxes && namedThings(scene, boxes);
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
        const { stamp } = begun;
        await addMount(recording, begun, frame, latest);
        const target = { recording, header: { stamp, frameId: output.coordinates === 'world' ? WORLD : frame } };
        const points =
          output.recording?.layout === 'laserscan'
            ? new ScanMessageSink({ ...target, topic: `/${frame}/scan`, frame: begun })
            : new PointMessageSink({ ...target, topic: `/${frame}/points`, cloud: header, output });
        if (this.things === undefined) return points;
        const time = begun.sceneTime + (output.boxesAt === 'middle' ? begun.duration / 2 : 0);
        const lifetime = BigInt(Math.round(begun.duration * 1e9));
        const boxed = { recording, topic: `/${frame}/boxes`, header: { stamp, frameId: WORLD }, lifetime, time };
        return new BoxMessageSink({ ...boxed, objects: this.things }, points);
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
    const recording = await McapRecording.begin(await this.files.create(path), software);
    const { recording: messages } = this.output;
    invariant(messages, 'a recording says which messages it has');
    try {
      await addPlatformMessages(recording, this.way, messages);
    } catch (error) {
      await recording.abort();
      throw error;
    }
    return recording;
  }
}

/** The pose of the sensor on the platform, where it is another than the latest one. */
async function addMount(
  recording: McapRecording,
  { mount, stamp }: BegunFrame,
  frame: string,
  latest: { mount?: string },
): Promise<void> {
  const text = JSON.stringify(mount);
  if (latest.mount === text) return;
  latest.mount = text;
  const data = transformMessage([{ header: { stamp, frameId: PLATFORM }, child: frame, pose: mount }]);
  await recording.add({ topic: '/tf_static', schema: 'tf2_msgs/msg/TFMessage', time: stamp, data, isLatched: true });
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

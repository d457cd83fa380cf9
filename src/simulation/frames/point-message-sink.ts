import { UserError } from '../../base/errors.js';
import type { CloudLayout } from '../../io/mcap/cloud-layouts.js';
import type { McapRecording } from '../../io/mcap/mcap-recording.js';
import { customPointMessage, pointCloudMessage, type RosHeader } from '../../io/mcap/ros-messages.js';
import type { CodedPoints } from '../../io/records/coded-points.js';
import type { CloudHeader, PointSink, WrittenFile } from '../../io/records/point-sink.js';
import { F32_REACH, fitF32 } from '../../io/units/f32-coordinates.js';
import type { FrameOutput } from '../../products/frames/frame-output.js';
import { messageLayout } from './frame-form.js';

/** Bytes of the points of a message. */
const MESSAGE_BYTES_MAX = 2 ** 31;

/** A message of the points of a frame. */
interface PointMessage {
  recording: McapRecording;
  topic: string;
  header: RosHeader;
  /** Header of the frame's cloud. */
  cloud: CloudHeader;
  output: FrameOutput;
}

/**
 * Collects the coded points of a frame and adds them to a recording as one message. Throws UserError for coordinates
 * beyond those of its layout.
 */
export class PointMessageSink implements PointSink<CodedPoints> {
  private readonly input: PointMessage;
  private readonly layout: CloudLayout;
  private readonly data: Uint8Array[] = [];
  private points = 0;

  constructor(input: PointMessage) {
    this.input = input;
    const { cloud, output, recording } = input;
    const { layout } = output.recording ?? {};
    if (!fitF32(cloud.bounds) && layout !== 'all')
      throw new UserError(
        `found coordinates beyond ${F32_REACH} m, for which numbers of 32 bits, as layout: ${layout} has them, are too coarse`,
        { place: { file: recording.path }, hint: 'frames with coordinates: sensor, or with layout: all' },
      );
    this.layout = messageLayout(output, cloud);
  }

  async write({ count, bytes }: CodedPoints): Promise<void> {
    this.points += count;
    if (this.points * this.layout.pointStep > MESSAGE_BYTES_MAX)
      throw new UserError(`found a frame of more than ${MESSAGE_BYTES_MAX} bytes, which a message cannot have`, {
        place: { file: this.input.recording.path },
        hint: 'frames of a shorter duration',
      });
    this.data.push(...bytes);
  }

  async finish(): Promise<WrittenFile> {
    const { recording, topic, header, cloud } = this.input;
    const { points, layout } = this;
    if (this.input.output.recording?.layout === 'livox') {
      const data = customPointMessage({ header, data: this.data });
      await recording.add({ topic, schema: 'livox_ros_driver2/msg/CustomMsg', time: header.stamp, data });
      return { path: recording.path, points, bytes: data.length };
    }
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

import { TURN } from '../../base/angle.js';
import type { McapRecording } from '../../io/mcap/mcap-recording.js';
import { laserScanMessage, type RosHeader } from '../../io/mcap/ros-messages.js';
import type { CodedPoints } from '../../io/records/coded-points.js';
import type { PointSink, WrittenFile } from '../../io/records/point-sink.js';
import { scanColumns } from './frame-form.js';
import type { BegunFrame } from './leg-frames.js';

/** A message of the ranges of a turn. */
interface ScanMessage {
  recording: McapRecording;
  topic: string;
  header: RosHeader;
  frame: BegunFrame;
}

/** Adds an organised frame of one laser to a recording, as its ranges. */
export class ScanMessageSink implements PointSink<CodedPoints> {
  private readonly input: ScanMessage;
  private written: WrittenFile;

  constructor(input: ScanMessage) {
    this.input = input;
    this.written = { path: input.recording.path, points: 0, bytes: 0 };
  }

  /** Called once, with all cells. */
  async write(points: CodedPoints): Promise<void> {
    const { recording, topic, header, frame } = this.input;
    const data = laserScanMessage({ header, ...rangesOf(points), ...facts(frame) });
    await recording.add({ topic, schema: 'sensor_msgs/msg/LaserScan', time: header.stamp, data });
    this.written = { ...this.written, points: points.count, bytes: data.length };
  }

  async finish(): Promise<WrittenFile> {
    return this.written;
  }

  async abort(): Promise<void> {}
}

const facts = ({ duration, ranges }: BegunFrame) => ({
  scanTime: duration,
  rangeMin: ranges.min,
  rangeMax: ranges.max,
});

/** Ranges, intensities and the angles of an organised frame of one row, whose last cells may be of no shot. */
function rangesOf(points: CodedPoints) {
  const { azimuth, frameTime, range, strength } = scanColumns(points);
  let count = azimuth.length;
  while (count > 0 && Number.isNaN(azimuth[count - 1])) count--;
  const steps = Math.max(1, count - 1);
  // Azimuths are clockwise; the sum of their steps knows how often they pass the rear.
  let turned = 0;
  for (let k = 1; k < count; k++) turned += wrapped(azimuth[k] - azimuth[k - 1]);
  return {
    angleMin: count === 0 ? 0 : -azimuth[0],
    angleIncrement: -turned / steps,
    timeIncrement: count === 0 ? 0 : (frameTime[count - 1] - frameTime[0]) / steps,
    ranges: Array.from(range.subarray(0, count), (metres) => (Number.isNaN(metres) ? Infinity : metres)),
    intensities: Array.from(strength.subarray(0, count)),
  };
}

/** An angle within half a turn. */
const wrapped = (angle: number): number => angle - TURN * Math.round(angle / TURN);

import type { CreatesFiles } from '../../base/files/files.js';
import { writeWhole } from '../../base/files/text-file.js';
import type { FramePose, PoseText } from '../../io/poses/pose-format.js';
import { poseFormatOf } from '../../io/poses/pose-formats.js';
import type { EncoderTools } from '../../io/records/cloud-format.js';
import type { CodedPoints } from '../../io/records/coded-points.js';
import { joinLosses } from '../../io/records/losses.js';
import type { CloudHeader, PointSink } from '../../io/records/point-sink.js';
import type { FrameOutput, WrittenFrames } from '../../products/frames/frame-output.js';
import { nameInPaths, posesPath } from '../../products/frames/frame-paths.js';
import type { FramePoints } from '../../products/made-piece.js';
import type { InstrumentScan } from '../instrument-scan.js';
import { legPosesOf } from '../points/leg-poses-of.js';
import type { FrameStore } from './frame-store.js';
import { type BegunFrame, LegFrames } from './leg-frames.js';
import type { FrameSensor, SensorMount } from './sensors-text.js';

/** Inputs for writing the frames of one instrument. */
interface FrameWriterInput extends CreatesFiles, EncoderTools {
  frames: FrameOutput;
  scan: InstrumentScan;
  /** Name of the instrument. */
  name: string;
  store: FrameStore;
  /** Header of every frame, without the viewpoint. */
  header: CloudHeader;
}

/** A leg in work; the current frame, by its number in the leg. */
interface LegInWork {
  index: number;
  frames: LegFrames;
  frame: number;
}

/**
 * Writes the frames of an instrument from their coded points, leg by leg: a file each, or a message of a recording.
 * Frames complete in order, and files get their names with all others of the run. While one is flushed to the device
 * the next one is filled; no more are open at a time. Frames without points are files without points.
 */
export class FrameWriter {
  private readonly input: FrameWriterInput;
  private readonly written: WrittenFrames;
  private readonly store: FrameStore;
  private readonly poses: FramePose[] = [];
  private readonly mounts: SensorMount[] = [];
  private leg: LegInWork | undefined;
  private begun = 0;
  private open: PointSink<CodedPoints> | undefined;
  /** Completion of the frame before the open one. */
  private completion: Promise<void> = Promise.resolve();

  constructor(input: FrameWriterInput) {
    this.input = input;
    this.store = input.store;
    const { frames, name } = input;
    // Scanners that share a folder have a path each all the same.
    const path = frames.dataSet?.channels ? posesPath(frames.pattern, nameInPaths(frames, name)) : frames.pattern;
    this.written = { path, scanner: name, files: 0, points: 0, bytes: 0 };
  }

  /** Adds the next points of a leg; see `FrameCoder`. */
  async write(index: number, parts: readonly FramePoints[]): Promise<void> {
    const leg = this.leg?.index === index ? this.leg : await this.beginLeg(index);
    for (const { frame, points } of parts) {
      await this.advance(leg, frame);
      await this.open?.write(points);
    }
  }

  /** Completes the last frame; no more come. */
  async complete(): Promise<void> {
    await this.endLeg();
    await this.closeFrame();
    await this.completion;
  }

  /** Completes the last frame, and writes the poses of all. */
  async finish(): Promise<WrittenFrames> {
    await this.complete();
    const doubts = (await this.store.finish?.()) ?? [];
    if (doubts.length > 0) this.written.doubts = doubts;
    for (const { path, text } of this.poseFiles())
      await writeWhole(this.input.files, path, new TextEncoder().encode(text));
    return this.written;
  }

  /** The scanner's places on its platform, in the frames until now. */
  get sensor(): FrameSensor {
    const { frames, name } = this.input;
    return { name, channel: frames.dataSet?.channels?.[name], mounts: this.mounts };
  }

  /** Removes the frame that is not complete; the others go with the set that they are written to. */
  async abort(): Promise<void> {
    await this.completion.catch(() => {});
    await this.open?.abort();
  }

  private poseFiles(): PoseText[] {
    const { frames, name } = this.input;
    if (frames.poses === undefined) return [];
    return poseFormatOf(frames.poses)?.files(posesPath(frames.poses, name), this.poses) ?? [];
  }

  private async beginLeg(index: number): Promise<LegInWork> {
    await this.endLeg();
    const { frames, scan } = this.input;
    this.leg = { index, frames: new LegFrames(frames, scan, index, legPosesOf(scan, index)), frame: 0 };
    if (this.leg.frames.cut.clock.drops) this.written.dropped = (this.written.dropped ?? 0) + 1;
    if (this.leg.frames.count > 0) await this.beginFrame(this.leg);
    return this.leg;
  }

  /** Begins all frames of the leg that are left; they have no points. */
  private async endLeg(): Promise<void> {
    if (this.leg) await this.advance(this.leg, this.leg.frames.count - 1);
    this.leg = undefined;
  }

  private async advance(leg: LegInWork, frame: number): Promise<void> {
    while (leg.frame < frame) {
      leg.frame++;
      await this.beginFrame(leg);
    }
  }

  private async beginFrame(leg: LegInWork): Promise<void> {
    await this.closeFrame();
    const { frames, header } = this.input;
    const begun = leg.frames.begin(leg.frame, this.begun++);
    if (frames.poses !== undefined) this.poses.push(poseOf(begun));
    this.noteMount(begun);
    const frameHeader = {
      ...header,
      viewpoint: begun.pose,
      inSensorFrame: frames.coordinates === 'sensor',
      comment: commentOf(frames),
      grid: begun.grid,
    };
    this.open = await this.store.open(begun, frameHeader);
  }

  private noteMount({ frame, mount }: BegunFrame): void {
    const latest = this.mounts.at(-1);
    if (JSON.stringify(latest?.mount) !== JSON.stringify(mount)) this.mounts.push({ frame, mount });
  }

  private async closeFrame(): Promise<void> {
    if (!this.open) return;
    await this.completion;
    this.completion = this.completed(this.open);
    // The next frame reports the failure; the process must not end.
    this.completion.catch(() => {});
    this.open = undefined;
  }

  private async completed(sink: PointSink<CodedPoints>): Promise<void> {
    const { points, bytes, losses } = await sink.finish();
    this.written.files++;
    this.written.points += points;
    this.written.bytes += bytes;
    if (losses) this.written.losses = joinLosses([...(this.written.losses ?? []), ...losses]);
  }
}

const poseOf = ({ frame, startTime, endTime, pose }: FramePose): FramePose => ({ frame, startTime, endTime, pose });

/** Axes that are not subray's own are named in the file. */
const commentOf = ({ axes, coordinates }: FrameOutput): string | undefined =>
  axes === 'flu' && coordinates === 'sensor' ? 'axes: x forward, y left, z up' : undefined;

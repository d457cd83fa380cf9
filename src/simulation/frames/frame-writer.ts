import type { CreatesFiles } from '../../base/files/files.js';
import { writeWhole } from '../../base/files/text-file.js';
import type { EncoderTools } from '../../io/cloud-format.js';
import { joinLosses } from '../../io/losses.js';
import type { CloudHeader, Loss, PointSink } from '../../io/point-sink.js';
import type { FramePose, TextFile } from '../../io/poses/pose-format.js';
import { poseFormatOf } from '../../io/poses/pose-formats.js';
import { posesPath } from '../../survey/schema/frames-schema.js';
import type { FrameOutput } from '../../survey/survey.js';
import type { InstrumentScan } from '../instrument-scan.js';
import type { TracedPoints } from '../points/traced-points.js';
import { type BegunFrame, FrameCutter, type FrameStep } from './frame-cutter.js';
import type { FramePart } from './frame-part.js';
import { type FrameStore, frameFiles } from './frame-store.js';
import type { OrganisedFrame } from './organised-frame.js';

/** Inputs for writing the frames of one instrument. */
interface FrameWriterInput extends CreatesFiles, EncoderTools {
  frames: FrameOutput;
  scan: InstrumentScan;
  /** Name of the instrument. */
  name: string;
  /** Where the frames go; absent: each into a file of its own. */
  store?: FrameStore;
  /** Header of every frame, without the viewpoint. */
  header: CloudHeader;
}

/** The written frames of one instrument. */
export interface WrittenFrames {
  /** Path with the placeholders of number and name. */
  path: string;
  scanner: string;
  /** Number of frames: of files, or of messages in a recording. */
  files: number;
  points: number;
  bytes: number;
  /** What they do not hold as it was given; absent: nothing. */
  losses?: Loss[];
}

/** The current file, and its points if they are collected first. */
interface OpenFrame {
  sink: PointSink;
  frame: BegunFrame;
  organised?: OrganisedFrame;
}

/**
 * Writes the frames from the traced points of an instrument, leg by leg: a file each, or a message of a recording. Frames
 * complete in order, and files get their names with all others of the run. While one is flushed to the device the next
 * one is filled; no more are open at a time. Frames without points are files without points.
 */
export class FrameWriter {
  private readonly input: FrameWriterInput;
  private readonly written: WrittenFrames;
  private readonly store: FrameStore;
  private readonly cutter: FrameCutter;
  private readonly poses: FramePose[] = [];
  private open: OpenFrame | undefined;
  /** Completion of the frame before the open one. */
  private completion: Promise<void> = Promise.resolve();

  constructor(input: FrameWriterInput) {
    this.input = input;
    this.store = input.store ?? frameFiles(input.frames, input.name, input);
    this.cutter = new FrameCutter(input.frames, input.scan);
    this.written = { path: input.frames.pattern, scanner: input.name, files: 0, points: 0, bytes: 0 };
  }

  /** Adds the next points; they must be able to list their pulses. */
  async write(traced: TracedPoints): Promise<void> {
    await this.follow(this.cutter.cut(traced));
  }

  /** Completes the last frame, and writes the poses of all. */
  async finish(): Promise<WrittenFrames> {
    await this.follow(this.cutter.end());
    await this.closeFrame();
    await this.completion;
    for (const { path, text } of this.poseFiles())
      await writeWhole(this.input.files, path, new TextEncoder().encode(text));
    return this.written;
  }

  /** Removes the frame that is not complete; the others go with the set that they are written to. */
  async abort(): Promise<void> {
    await this.completion.catch(() => {});
    await this.open?.sink.abort();
  }

  private poseFiles(): TextFile[] {
    const { frames, name } = this.input;
    if (frames.poses === undefined) return [];
    return poseFormatOf(frames.poses)?.files(posesPath(frames.poses, name), this.poses) ?? [];
  }

  private async follow(steps: Iterable<FrameStep>): Promise<void> {
    for (const step of steps)
      if ('begins' in step) {
        await this.closeFrame();
        this.open = await this.openFrame(step.begins);
      } else await this.add(step.part);
  }

  private async add(part: FramePart): Promise<void> {
    const { organised, sink, frame } = this.open as OpenFrame;
    if (organised) frame.place(organised, part);
    else if (part.points.count > 0) await sink.write(part.points);
  }

  private async openFrame(frame: BegunFrame): Promise<OpenFrame> {
    const { frames, header } = this.input;
    const organised = frame.organise?.(header.optional ?? []);
    if (frames.poses !== undefined) this.poses.push(poseOf(frame));
    const frameHeader = {
      ...header,
      viewpoint: frame.pose,
      inSensorFrame: frames.coordinates === 'sensor',
      comment: commentOf(frames),
      grid: organised?.grid,
    };
    return { sink: await this.store.open(frame, frameHeader), organised, frame };
  }

  private async closeFrame(): Promise<void> {
    if (!this.open) return;
    const { sink, organised } = this.open;
    if (organised) await sink.write(organised.points);
    await this.completion;
    this.completion = this.complete(sink);
    // The next frame reports the failure; the process must not end.
    this.completion.catch(() => {});
    this.open = undefined;
  }

  private async complete(sink: PointSink): Promise<void> {
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

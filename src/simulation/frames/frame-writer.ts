import { invariant } from '../../base/errors.js';
import type { CreatesFiles } from '../../base/files/files.js';
import type { OptionalKey } from '../../cloud/point-batch.js';
import { createPointSink } from '../../io/cloud-formats.js';
import type { CloudHeader, PointSink } from '../../io/point-sink.js';
import { scannerIn } from '../../scanner/leg-scanner.js';
import { createFrameClock, shotsPerRevolution } from '../../survey/frame-clock.js';
import { framePath } from '../../survey/schema/frames-schema.js';
import type { FrameOutput } from '../../survey/survey.js';
import type { InstrumentScan } from '../instrument-scan.js';
import type { LegPoses } from '../points/leg-poses.js';
import type { TracedPoints } from '../points/traced-points.js';
import { cutFrames, type FrameCut, type FramePart } from './frame-part.js';
import { OrganisedFrame } from './organised-frame.js';
import { ringNumbers } from './ring-numbers.js';

/** Inputs for writing the frames of one instrument. */
interface FrameWriterInput extends CreatesFiles {
  frames: FrameOutput;
  scan: InstrumentScan;
  /** Name of the instrument. */
  name: string;
  /** Header of every file, without the viewpoint and the attributes of frames. */
  header: CloudHeader;
}

/** Additional attributes of points in frames. */
const FRAME_KEYS = ['ring', 'azimuth', 'frameTime'] as const satisfies readonly OptionalKey[];

/** The written frames of one instrument. */
export interface WrittenFrames {
  /** Path with the placeholders of number and name. */
  path: string;
  scanner: string;
  files: number;
  points: number;
  bytes: number;
}

/** The leg whose frames are being written. */
interface LegFrames {
  index: number;
  cut: FrameCut;
  poses: LegPoses;
  /** The current frame, by its number in the leg. */
  frame: number;
}

/** The current file, and its points if they are collected first. */
interface OpenFrame {
  sink: PointSink;
  organised?: OrganisedFrame;
}

/**
 * Writes one file per frame from the traced points of an instrument, leg by leg. Frames complete in order, and get
 * their names with all other files of the run. While one is flushed to the device the next one is filled; no more are
 * open at a time. Frames without points are files without points.
 */
export class FrameWriter {
  private readonly input: FrameWriterInput;
  private readonly written: WrittenFrames;
  private leg: LegFrames | undefined;
  private open: OpenFrame | undefined;
  /** Number of frames begun. */
  private begun = 0;
  /** Completion of the frame before the open one. */
  private completion: Promise<void> = Promise.resolve();

  constructor(input: FrameWriterInput) {
    this.input = input;
    this.written = { path: input.frames.pattern, scanner: input.name, files: 0, points: 0, bytes: 0 };
  }

  /** Adds the next points; they must be able to list their pulses. */
  async write(traced: TracedPoints): Promise<void> {
    const leg = this.leg?.index === traced.leg ? this.leg : await this.beginLeg(traced);
    const beams = traced.listPulses?.();
    invariant(beams, 'frames need the pulses themselves');
    for (const part of cutFrames(traced, beams, leg.cut, leg.frame)) {
      await this.advanceTo(leg, part.frame);
      await this.add(leg, part);
    }
  }

  /** Completes the last frame. */
  async finish(): Promise<WrittenFrames> {
    await this.endLeg();
    await this.completion;
    return this.written;
  }

  /** Removes the frame that is not complete; the others go with the set that they are written to. */
  async abort(): Promise<void> {
    await this.completion.catch(() => {});
    await this.open?.sink.abort();
  }

  private pathOf(number: number): string {
    return framePath(this.input.frames.pattern, number, this.input.name);
  }

  private async beginLeg({ leg: index, poses }: TracedPoints): Promise<LegFrames> {
    await this.endLeg();
    const { frames: output, scan } = this.input;
    const scanner = scannerIn(scan, index);
    const clock = createFrameClock(scanner, scan.legs[index], output.by);
    const keepTruePosition = scan.poseError?.keepTruePosition;
    const leg = {
      index,
      cut: { output, clock, rings: ringNumbers(scanner.channels), keepTruePosition },
      poses,
      frame: 0,
    };
    this.leg = leg;
    this.open = await this.openFrame(leg);
    return leg;
  }

  private async endLeg(): Promise<void> {
    if (!this.leg) return;
    await this.advanceTo(this.leg, this.leg.cut.clock.count - 1);
    await this.closeFrame();
    this.leg = undefined;
  }

  private async advanceTo(leg: LegFrames, frame: number): Promise<void> {
    while (leg.frame < frame) {
      await this.closeFrame();
      leg.frame++;
      this.open = await this.openFrame(leg);
    }
  }

  private async add({ cut }: LegFrames, part: FramePart): Promise<void> {
    const { organised, sink } = this.open as OpenFrame;
    if (organised) organised.add(part, cut.rings, cut.clock.firstShotOf?.(part.frame) ?? 0);
    else if (part.points.count > 0) await sink.write(part.points);
  }

  private async openFrame(leg: LegFrames): Promise<OpenFrame> {
    const { frames, header, files } = this.input;
    const path = this.pathOf(this.begun++);
    const optional = [...(header.optional ?? []), ...FRAME_KEYS];
    const organised = frames.organised ? this.emptyFrame(leg, optional) : undefined;
    const viewpoint =
      frames.coordinates === 'sensor' ? undefined : leg.poses.reported(leg.cut.clock.startOf(leg.frame));
    const frameHeader = { ...header, optional, viewpoint, grid: organised?.grid };
    return { sink: await createPointSink({ path, format: frames.format }, frameHeader, { files }), organised };
  }

  private async closeFrame(): Promise<void> {
    const { sink, organised } = this.open as OpenFrame;
    if (organised) await sink.write(organised.points);
    await this.completion;
    this.completion = this.complete(sink);
    // The next frame reports the failure; the process must not end.
    this.completion.catch(() => {});
    this.open = undefined;
  }

  private async complete(sink: PointSink): Promise<void> {
    const { points, bytes } = await sink.finish();
    this.written.files++;
    this.written.points += points;
    this.written.bytes += bytes;
  }

  private emptyFrame({ index, cut, frame }: LegFrames, optional: readonly OptionalKey[]): OrganisedFrame {
    const { scan } = this.input;
    const { legs, instrument } = scan;
    const { startTime, pointSourceId } = legs[index];
    const channels: number[] = [];
    cut.rings.forEach((ring, channel) => {
      channels[ring] = channel;
    });
    return new OrganisedFrame({
      grid: { width: Math.ceil(shotsPerRevolution(scannerIn(scan, index)) ?? 0), height: channels.length },
      optional,
      channels,
      pointSourceId,
      instrument,
      startTime: startTime + cut.clock.startOf(frame),
    });
  }
}

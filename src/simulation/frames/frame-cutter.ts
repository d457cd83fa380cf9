import { invariant } from '../../base/errors.js';
import type { Rigid } from '../../base/rigid.js';
import type { OptionalKey } from '../../cloud/point-batch.js';
import type { FramePose } from '../../io/poses/pose-format.js';
import { scannerIn } from '../../scanner/leg-scanner.js';
import { createFrameClock, shotsPerRevolution } from '../../survey/frame-clock.js';
import type { FrameOutput } from '../../survey/survey.js';
import type { InstrumentScan } from '../instrument-scan.js';
import type { LegPoses } from '../points/leg-poses.js';
import type { TracedPoints } from '../points/traced-points.js';
import { mountInAxes, poseInAxes } from './frame-axes.js';
import { cutFrames, type FrameCut, type FramePart } from './frame-part.js';
import { OrganisedFrame } from './organised-frame.js';
import { ringNumbers } from './ring-numbers.js';

/** A frame that begins, and with it ends the one before; or a part of the current one. */
export type FrameStep = { begins: BegunFrame } | { part: FramePart };

/** A frame before its points. */
export interface BegunFrame extends FramePose {
  /** Index of the leg. */
  leg: number;
  /** The pose of the sensor on the platform, both with the axes of the output, as its reported pose has it. */
  mount: Rigid;
  /** The ranges that the scanner measures in its leg, metres. */
  ranges: { min: number; max: number };
  /** An empty frame with a cell for every pulse, if frames are organised; it has the attributes `optional`. */
  organise?(optional: readonly OptionalKey[]): OrganisedFrame;
  /** Adds a part to such a frame. */
  place(organised: OrganisedFrame, part: FramePart): void;
}

interface LegFrames {
  index: number;
  cut: FrameCut;
  ranges: BegunFrame['ranges'];
  poses: LegPoses;
  /** The current frame, by its number in the leg. */
  frame: number;
}

/** Cuts the traced points of an instrument into frames, leg by leg, in order. Every frame of a leg begins, even without points. */
export class FrameCutter {
  private readonly output: FrameOutput;
  private readonly scan: InstrumentScan;
  private leg: LegFrames | undefined;
  private begun = 0;

  constructor(output: FrameOutput, scan: InstrumentScan) {
    this.output = output;
    this.scan = scan;
  }

  /** The steps of the next points; they must be able to list their pulses. */
  *cut(traced: TracedPoints): Generator<FrameStep> {
    if (this.leg?.index !== traced.leg) {
      yield* this.end();
      this.leg = this.legOf(traced);
      yield this.begin(this.leg);
    }
    const leg = this.leg;
    const beams = traced.listPulses?.();
    invariant(beams, 'frames need the pulses themselves');
    for (const part of cutFrames(traced, beams, leg.cut, leg.frame)) {
      yield* this.advance(leg, part.frame);
      yield { part };
    }
  }

  /** The steps to the last frame of the current leg, which has no more points. */
  *end(): Generator<FrameStep> {
    if (this.leg) yield* this.advance(this.leg, this.leg.cut.clock.count - 1);
    this.leg = undefined;
  }

  private *advance(leg: LegFrames, frame: number): Generator<FrameStep> {
    while (leg.frame < frame) {
      leg.frame++;
      yield this.begin(leg);
    }
  }

  private legOf({ leg: index, poses }: TracedPoints): LegFrames {
    const { output, scan } = this;
    const scanner = scannerIn(scan, index);
    const clock = createFrameClock(scanner, scan.legs[index], output.by);
    const keepTruePosition = scan.poseError?.keepTruePosition;
    const { detection } = scanner;
    const cut = { output, clock, rings: ringNumbers(scanner.channels), keepTruePosition };
    return { index, cut, ranges: { min: detection.rangeMin, max: detection.rangeMax }, poses, frame: 0 };
  }

  private begin(leg: LegFrames): { begins: BegunFrame } {
    const { index, cut, ranges, poses, frame } = leg;
    const { clock, rings } = cut;
    const { startTime } = this.scan.legs[index];
    const start = clock.startOf(frame);
    const begins: BegunFrame = {
      frame: this.begun++,
      leg: index,
      startTime: startTime + start,
      endTime: startTime + clock.endOf(frame),
      pose: poseInAxes(poses.reported(start), this.output.axes),
      ranges,
      mount: mountInAxes(poses.mount, this.output.axes),
      organise: this.output.organised ? (optional) => this.emptyFrame(leg, startTime + start, optional) : undefined,
      place: (organised, part) => organised.add(part, rings, clock.firstShotOf?.(part.frame) ?? 0),
    };
    return { begins };
  }

  private emptyFrame({ index, cut }: LegFrames, startTime: number, optional: readonly OptionalKey[]): OrganisedFrame {
    const { scan } = this;
    const channels: number[] = [];
    cut.rings.forEach((ring, channel) => {
      channels[ring] = channel;
    });
    return new OrganisedFrame({
      grid: { width: Math.ceil(shotsPerRevolution(scannerIn(scan, index)) ?? 0), height: channels.length },
      optional,
      channels,
      pointSourceId: scan.legs[index].pointSourceId,
      instrument: scan.instrument,
      startTime,
    });
  }
}

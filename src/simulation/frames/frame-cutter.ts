import { invariant } from '../../base/errors.js';
import type { OptionalKey } from '../../cloud/point-batch.js';
import type { FrameOutput } from '../../products/frames/frame-output.js';
import type { InstrumentScan } from '../instrument-scan.js';
import type { TracedPoints } from '../points/traced-points.js';
import { cutFrames, type FramePart } from './frame-part.js';
import { type BegunFrame, LegFrames } from './leg-frames.js';
import type { OrganisedFrame } from './organised-frame.js';

/** A frame that begins, and with it ends the one before; or a part of the current one. */
export type FrameStep = { begins: CutFrame } | { part: FramePart };

/** A frame that begins. */
export interface CutFrame extends BegunFrame {
  /** An empty frame with a cell for every pulse, if frames are organised; it has the attributes `optional`. */
  organise?(optional: readonly OptionalKey[]): OrganisedFrame;
  /** Adds a part to such a frame. */
  place(organised: OrganisedFrame, part: FramePart): void;
}

interface LegInWork {
  index: number;
  frames: LegFrames;
  /** The current frame, by its number in the leg. */
  frame: number;
}

/**
 * Cuts the traced points of an instrument into frames, leg by leg, in order. Every frame of a leg that is written
 * begins, even without points.
 */
export class FrameCutter {
  private readonly output: FrameOutput;
  private readonly scan: InstrumentScan;
  private leg: LegInWork | undefined;
  private begun = 0;

  constructor(output: FrameOutput, scan: InstrumentScan) {
    this.output = output;
    this.scan = scan;
  }

  /** The steps of the next points; they must be able to list their pulses. */
  *cut(traced: TracedPoints): Generator<FrameStep> {
    if (this.leg?.index !== traced.leg) {
      yield* this.end();
      this.leg = {
        index: traced.leg,
        frames: new LegFrames(this.output, this.scan, traced.leg, traced.poses),
        frame: 0,
      };
      if (this.leg.frames.count > 0) yield this.begin(this.leg);
    }
    const leg = this.leg;
    const beams = traced.listPulses?.();
    invariant(beams, 'frames need the pulses themselves');
    for (const part of cutFrames(traced, beams, leg.frames.cut, leg.frame)) {
      yield* this.advance(leg, part.frame);
      yield { part };
    }
  }

  /** The steps to the last frame of the current leg, which has no more points. */
  *end(): Generator<FrameStep> {
    if (this.leg) yield* this.advance(this.leg, this.leg.frames.count - 1);
    this.leg = undefined;
  }

  private *advance(leg: LegInWork, frame: number): Generator<FrameStep> {
    while (leg.frame < frame) {
      leg.frame++;
      yield this.begin(leg);
    }
  }

  private begin({ frames, frame }: LegInWork): { begins: CutFrame } {
    const begun = frames.begin(frame, this.begun++);
    const organise = begun.grid && ((optional: readonly OptionalKey[]) => frames.empty(frame, optional));
    return { begins: { ...begun, organise, place: (organised, part) => frames.place(organised, part) } };
  }
}

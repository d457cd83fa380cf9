import { invariant } from '../../base/errors.js';
import type { PointBatch } from '../../cloud/point-batch.js';
import type { LinkBudget } from '../../cloud/tone-mapping/intensity-scale.js';
import { strengths } from '../../cloud/tone-mapping/strengths.js';
import type { PulseLister } from '../../engine/cpu/pulse-lister.js';
import type { CodedPoints, PointCoder } from '../../io/records/coded-points.js';
import type { CloudHeader } from '../../io/records/point-sink.js';
import type { FrameOutput } from '../../products/frames/frame-output.js';
import type { FramePoints } from '../../products/made-piece.js';
import { scannerIn } from '../../scanner/leg-scanner.js';
import type { InstrumentScan } from '../instrument-scan.js';
import { linkBudgetOf } from '../points/link-budget-of.js';
import type { TracedPoints } from '../points/traced-points.js';
import type { BoxSights, Sights } from './box-sights.js';
import { frameForm } from './frame-form.js';
import { cutFrames, type FramePart } from './frame-part.js';
import { LegFrames } from './leg-frames.js';
import type { OrganisedFrame } from './organised-frame.js';

/** The pulses of a leg. */
export interface LegPulses {
  lister: PulseLister;
  pulseCount: number;
}

/** A leg in work. */
interface LegInWork {
  index: number;
  frames: LegFrames;
  budget: LinkBudget;
  /** The current frame, by its number in the leg, where frames are organised. */
  current?: { frame: number; organised: OrganisedFrame };
}

/**
 * Codes the points of an instrument for its frames. Those of organised frames, which are coded as a whole, come in
 * order.
 */
export class FrameCoder {
  private readonly output: FrameOutput;
  private readonly scan: InstrumentScan;
  private readonly header: CloudHeader;
  private readonly coder: PointCoder;
  private readonly sights: BoxSights | undefined;
  private leg: LegInWork | undefined;

  /**
   * `header` is that of the frames' clouds, with their optional attributes; `sights` counts the pulses that see boxes,
   * behind the other bytes of points.
   */
  constructor(output: FrameOutput, scan: InstrumentScan, header: CloudHeader, sights?: BoxSights) {
    this.sights = sights;
    this.output = output;
    this.scan = scan;
    this.header = header;
    this.coder = frameForm(output, header, (batch) => this.strengthsOf(batch));
  }

  /** The parts of frames from some points; those without points are left out. */
  code(traced: TracedPoints, { lister, pulseCount }: LegPulses): FramePoints[] {
    const leg = this.legOf(traced);
    const list = lister(traced.first, traced.end - traced.first);
    const { cut } = leg.frames;
    if (this.output.organised) {
      const whole = [...this.organise(leg, cutFrames(traced, list, cut, leg.current?.frame ?? 0))];
      return traced.end === pulseCount ? [...whole, ...this.advance(leg, leg.frames.count)] : whole;
    }
    const { sights } = this;
    const parts = [...cutFrames(traced, list, cut, leg.frames.frameBefore(traced.first, lister))];
    if (sights)
      return parts.map((part) => ({
        frame: part.frame,
        points: this.withSights(part, sights.count(traced, list, part)),
      }));
    return parts
      .filter(({ points }) => points.count > 0)
      .map(({ frame, points }) => ({ frame, points: this.coder.code(points) }));
  }

  private withSights({ points }: FramePart, sights: Sights): CodedPoints {
    const { count, bytes } = this.coder.code(points);
    return { count, bytes: [...bytes, new Uint8Array(sights.buffer)] };
  }

  /** The organised frames that parts complete. */
  private *organise(leg: LegInWork, parts: Iterable<FramePart>): Generator<FramePoints> {
    for (const part of parts) {
      yield* this.advance(leg, part.frame);
      if (leg.current) leg.frames.place(leg.current.organised, part);
    }
  }

  /** The organised frames from the current one to that before `frame`, which becomes the current one. */
  private *advance(leg: LegInWork, frame: number): Generator<FramePoints> {
    const begin = (number: number) => ({
      frame: number,
      organised: leg.frames.empty(number, this.header.optional ?? []),
    });
    leg.current ??= begin(0);
    while (leg.current.frame < frame) {
      yield { frame: leg.current.frame, points: this.coder.code(leg.current.organised.points) };
      leg.current = begin(leg.current.frame + 1);
    }
  }

  private legOf({ leg: index, poses }: TracedPoints): LegInWork {
    const { scan, output } = this;
    if (this.leg?.index !== index) {
      const budget = linkBudgetOf({ scanner: scannerIn(scan, index), atmosphere: scan.atmosphere });
      this.leg = { index, frames: new LegFrames(output, scan, index, poses), budget };
    }
    return this.leg;
  }

  /** Intensities of points of the current leg in the form of the output. */
  private strengthsOf(batch: PointBatch): Float32Array<ArrayBuffer> {
    const { leg, output } = this;
    invariant(leg && output.strength, 'frames in layouts with a range of intensities say which');
    return strengths(batch, output.strength, leg.budget);
  }
}

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
import type { LegBeams } from '../points/beam-azimuths.js';
import { linkBudgetOf } from '../points/link-budget-of.js';
import type { TracedPoints } from '../points/traced-points.js';
import type { BoxSights, Sights } from './box-sights.js';
import { FrameBuilder, partPoints } from './frame-builder.js';
import { FrameCutter } from './frame-cutter.js';
import { frameForm } from './frame-form.js';
import type { FrameStart } from './frame-starts.js';

/** The pulses of a leg, and lists of them. */
export interface ListedBeams extends LegBeams {
  lister: PulseLister;
}

/**
 * Codes the points of an instrument for its frames. Those of organised frames, which are coded as a whole, come in
 * order.
 */
export class FrameCoder {
  private readonly output: FrameOutput;
  private readonly scan: InstrumentScan;
  private readonly coder: PointCoder;
  private readonly sights: BoxSights | undefined;
  private readonly cutter: FrameCutter;
  private readonly builder: FrameBuilder;
  /** Numbers of the leg in work for its intensities. */
  private budget: { leg: number; of: LinkBudget } | undefined;

  /**
   * `header` is that of the frames' clouds, with their optional attributes; `sights` counts the pulses that see boxes,
   * behind the other bytes of points.
   */
  constructor(output: FrameOutput, scan: InstrumentScan, header: CloudHeader, sights?: BoxSights) {
    this.sights = sights;
    this.output = output;
    this.scan = scan;
    this.coder = frameForm(output, header, (batch) => this.strengthsOf(batch));
    this.cutter = new FrameCutter(output, scan);
    this.builder = new FrameBuilder(header.optional ?? []);
  }

  /** The parts of frames from some points; those without points are left out. `known`: see `FrameCutter.cut`. */
  code(traced: TracedPoints, { lister, ...beams }: ListedBeams, known?: FrameStart): FramePoints[] {
    this.beginLeg(traced.leg);
    const { sights, coder } = this;
    const parts = this.cutter.cut(traced, lister, known);
    if (this.output.organised)
      return Array.from(this.builder.build(parts, beams), ({ frame, points }) => ({
        frame,
        points: coder.code(points),
      }));
    if (sights) {
      const list = lister(traced.first, traced.end - traced.first);
      return Array.from(parts, (part) => ({
        frame: part.frame,
        points: this.withSights(partPoints(part, beams), sights.count(traced, list, part)),
      }));
    }
    return [...parts]
      .filter((part) => part.traced.points.count > 0)
      .map((part) => ({ frame: part.frame, points: coder.code(partPoints(part, beams)) }));
  }

  private withSights(points: PointBatch, sights: Sights): CodedPoints {
    const { count, bytes } = this.coder.code(points);
    return { count, bytes: [...bytes, new Uint8Array(sights.buffer)] };
  }

  private beginLeg(leg: number): void {
    const { scan } = this;
    if (this.budget?.leg === leg) return;
    this.budget = { leg, of: linkBudgetOf({ scanner: scannerIn(scan, leg), atmosphere: scan.atmosphere }) };
  }

  /** Intensities of points of the current leg in the form of the output. */
  private strengthsOf(batch: PointBatch): Float32Array<ArrayBuffer> {
    const { budget, output } = this;
    invariant(budget && output.strength, 'frames in layouts with a range of intensities say which');
    return strengths(batch, output.strength, budget.of);
  }
}

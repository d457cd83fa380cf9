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
import { type InstrumentScan, sceneTimeOf } from '../instrument-scan.js';
import type { LegBeams } from '../points/beam-azimuths.js';
import { linkBudgetOf } from '../points/link-budget-of.js';
import type { SceneBodies } from '../points/scene-bodies.js';
import type { TracedPoints } from '../points/traced-points.js';
import type { BoxSights } from './box-sights.js';
import { FrameBuilder, partPoints } from './frame-builder.js';
import { type CutPart, FrameCutter } from './frame-cutter.js';
import { frameForm } from './frame-form.js';
import type { FramePart } from './frame-part.js';
import type { FrameStart } from './frame-starts.js';
import { withSights } from './seen-points.js';
import { addSights, type Sights } from './sights.js';

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
  /** Sights of the organised frame that is not complete. */
  private seen: Sights | undefined;
  /** Numbers of the leg in work for its intensities. */
  private budget: { leg: number; of: LinkBudget } | undefined;

  /**
   * `header` is that of the frames' clouds, with their optional attributes; `sights` counts the pulses that see boxes,
   * behind the other bytes of points; `bodies` are those of the scene, where frames need them.
   */
  constructor(
    output: FrameOutput,
    scan: InstrumentScan,
    header: CloudHeader,
    { sights, bodies }: { sights?: BoxSights; bodies?: SceneBodies } = {},
  ) {
    this.sights = sights;
    this.output = output;
    this.scan = scan;
    this.coder = frameForm(output, header, (batch) => this.strengthsOf(batch));
    this.cutter = new FrameCutter(output, scan, bodies);
    this.builder = new FrameBuilder(header.optional ?? []);
  }

  /**
   * The parts of frames from some points; those without points are left out, unless their pulses may see boxes.
   * `known`: see `FrameCutter.cut`.
   */
  code(traced: TracedPoints, { lister, ...beams }: ListedBeams, known?: FrameStart): FramePoints[] {
    this.beginLeg(traced.leg);
    const parts = this.cutter.cut(traced, lister, known);
    const { sights } = this;
    if (sights === undefined) return this.unboxed(parts, beams);
    const list = lister(traced.first, traced.end - traced.first);
    const start = sceneTimeOf(this.scan, traced.leg);
    const seenBy = (part: FramePart) => sights.ofPulses(traced, list, part, start);
    if (this.output.organised) {
      this.seen ??= sights.none();
      return Array.from(this.builder.build(adding(parts, seenBy, this.seen), beams), ({ frame, points }) => {
        const seen = this.seen?.slice() ?? sights.none();
        this.seen?.set(sights.none());
        return { frame, points: this.boxed(points, seen, sights) };
      });
    }
    return Array.from(parts, (part) => ({
      frame: part.frame,
      points: this.boxed(partPoints(part, beams), seenBy(part), sights),
    }));
  }

  private unboxed(parts: Iterable<CutPart>, beams: LegBeams): FramePoints[] {
    const { coder } = this;
    if (this.output.organised)
      return Array.from(this.builder.build(parts, beams), ({ frame, points }) => ({
        frame,
        points: coder.code(points),
      }));
    return [...parts]
      .filter((part) => part.traced.points.count > 0)
      .map((part) => ({ frame: part.frame, points: coder.code(partPoints(part, beams)) }));
  }

  /** Coded points, with the sights of their pulses and with their own number in each box. */
  private boxed(points: PointBatch, seen: Sights, sights: BoxSights): CodedPoints {
    sights.addPoints(seen, points.instance, points.frameTime);
    return withSights(this.coder.code(points), seen);
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

/** The parts, of which each adds what it sees to `sum` before it is passed on. */
function* adding(parts: Iterable<CutPart>, seenBy: (part: FramePart) => Sights, sum: Sights): Generator<CutPart> {
  for (const part of parts) {
    addSights(sum, seenBy(part));
    yield part;
  }
}

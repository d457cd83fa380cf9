import type { PulseLister } from '../../engine/cpu/pulse-lister.js';
import type { FrameOutput } from '../../products/frames/frame-output.js';
import { pulsesIn, scannerIn } from '../../scanner/leg-scanner.js';
import type { InstrumentScan } from '../instrument-scan.js';
import type { SceneBodies } from '../points/scene-bodies.js';
import type { TracedPoints } from '../points/traced-points.js';
import { cutFrames, type FramePart } from './frame-part.js';
import { type FrameStart, type FrameStarts, frameStarts } from './frame-starts.js';
import { LegFrames } from './leg-frames.js';

/** A leg in work. */
interface LegInWork {
  index: number;
  frames: LegFrames;
  startOf: FrameStarts;
  /** A frame that was met last, and its first pulse. */
  met: FrameStart;
}

/** A part of a frame of `leg`. */
export interface CutPart extends FramePart {
  leg: LegFrames;
}

/** Cuts the points of an instrument into parts of frames; those of a leg come in the order of their pulses. */
export class FrameCutter {
  private readonly output: FrameOutput;
  private readonly scan: InstrumentScan;
  private readonly bodies: SceneBodies | undefined;
  private leg: LegInWork | undefined;

  /** `bodies` are those of the scene, where frames need them. */
  constructor(output: FrameOutput, scan: InstrumentScan, bodies?: SceneBodies) {
    this.output = output;
    this.scan = scan;
    this.bodies = bodies;
  }

  /**
   * The parts of frames that are written of some points. `known` is a frame that begins with them or before; absent:
   * that of the points before, or the first one.
   */
  *cut(traced: TracedPoints, lister: PulseLister, known?: FrameStart): Generator<CutPart> {
    const leg = this.legOf(traced, lister);
    if (known && known.pulse > leg.met.pulse) leg.met = known;
    this.seek(leg, traced.first);
    const cut = { clock: leg.frames.cut.clock, startOf: leg.startOf };
    for (const part of cutFrames(traced, cut, leg.met.frame)) yield { ...part, leg: leg.frames };
  }

  /** Goes on to the frame of a pulse. */
  private seek({ startOf, met, frames }: LegInWork, pulse: number): void {
    while (met.frame < frames.count) {
      const next = startOf(met.frame + 1, met.pulse);
      if (next > pulse) return;
      met.frame++;
      met.pulse = next;
    }
  }

  private legOf({ leg: index, poses }: TracedPoints, lister: PulseLister): LegInWork {
    const { scan, output, bodies } = this;
    if (this.leg?.index !== index) {
      const frames = new LegFrames(output, scan, index, poses, bodies);
      const startOf = frameStarts({
        clock: frames.cut.clock,
        channelCount: scannerIn(scan, index).channels.length,
        pulseCount: pulsesIn(scan, scan.legs, index),
        lister,
      });
      this.leg = { index, frames, startOf, met: { frame: 0, pulse: 0 } };
    }
    return this.leg;
  }
}

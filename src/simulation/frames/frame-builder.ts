import { type OptionalKey, optionalArray, type PointBatch } from '../../cloud/point-batch.js';
import { PointPile } from '../../cloud/point-pile.js';
import { fillAzimuths, type LegBeams } from '../points/beam-azimuths.js';
import type { CutPart } from './frame-cutter.js';
import { fillFrame } from './frame-part.js';
import type { OrganisedFrame } from './organised-frame.js';

/** All points of a frame, by its number in its leg. */
export interface WholeFrame {
  frame: number;
  points: PointBatch;
}

/** The attributes that points of frames have besides those of clouds. */
const OF_FRAMES = ['ring', 'azimuth', 'frameTime'] as const satisfies OptionalKey[];

/** Puts frames together from their parts, which come in order. Frames without points are left out. */
export class FrameBuilder {
  private readonly optional: readonly OptionalKey[];
  private readonly pile = new PointPile();
  private organised: OrganisedFrame | undefined;

  /** `optional`: the optional attributes of organised frames. */
  constructor(optional: readonly OptionalKey[]) {
    this.optional = optional;
  }

  /** The frames that parts, of pulses of `beams`, complete. */
  *build(parts: Iterable<CutPart>, beams: LegBeams): Generator<WholeFrame> {
    for (const part of parts) {
      if (part.leg.isOrganised) this.addOrganised(part, beams);
      else this.add(part, beams);
      if (part.isLast) yield* this.take(part.frame);
    }
  }

  private add(part: CutPart, beams: LegBeams): void {
    const { points, pulses } = part.traced;
    if (points.count === 0) return;
    const added = this.pile.add(points, OF_FRAMES);
    fillAzimuths(beams, pulses, optionalArray(added, 'azimuth'));
    fillFrame(added, part, part.leg.cut);
  }

  private addOrganised(part: CutPart, beams: LegBeams): void {
    const { frame, first, end, traced, leg } = part;
    this.organised ??= leg.empty(frame, this.optional);
    const all = new Uint32Array(end - first);
    for (let k = 0; k < all.length; k++) all[k] = first + k;
    const [azimuths, times] = [new Float32Array(all.length), new Float64Array(all.length)];
    fillAzimuths(beams, all, azimuths, times);
    const start = leg.cut.clock.startOf(frame);
    const frameTimes = new Float32Array(all.length);
    for (let k = 0; k < all.length; k++) frameTimes[k] = Math.max(0, times[k] - start);
    const { pulses } = traced;
    const points = new PointPile().add(traced.points, OF_FRAMES);
    const azimuth = optionalArray(points, 'azimuth');
    for (let i = 0; i < pulses.length; i++) azimuth[i] = azimuths[pulses[i] - first];
    fillFrame(points, part, leg.cut);
    leg.place(this.organised, frame, { first, end, points, pulses, azimuths, frameTimes, times });
  }

  private *take(frame: number): Generator<WholeFrame> {
    const points = this.organised?.points ?? this.pile.take();
    this.organised = undefined;
    if (points) yield { frame, points };
  }
}

/** The points of a part of a frame, in memory of their own. */
export function partPoints(part: CutPart, beams: LegBeams): PointBatch {
  const { points: hits, pulses } = part.traced;
  const points = { ...hits, x: hits.x.slice(), y: hits.y.slice(), z: hits.z.slice() };
  fillAzimuths(beams, pulses, optionalArray(points, 'azimuth'));
  fillFrame(points, part, part.leg.cut);
  return points;
}

import type { OptionalKey, PointBatch } from '../../cloud/point-batch.js';
import { PointPile } from '../../cloud/point-pile.js';
import type { CutPart } from './frame-cutter.js';
import type { OrganisedFrame } from './organised-frame.js';

/** All points of a frame, by its number in its leg. */
export interface WholeFrame {
  frame: number;
  points: PointBatch;
}

/** Puts frames together from their parts, which come in order. Frames without points are left out. */
export class FrameBuilder {
  private readonly optional: readonly OptionalKey[];
  private readonly pile = new PointPile();
  private organised: OrganisedFrame | undefined;

  /** `optional`: the optional attributes of organised frames. */
  constructor(optional: readonly OptionalKey[]) {
    this.optional = optional;
  }

  /** The frames that parts complete. */
  *build(parts: Iterable<CutPart>): Generator<WholeFrame> {
    for (const part of parts) {
      const { frame, isLast, points, leg } = part;
      if (leg.isOrganised) {
        this.organised ??= leg.empty(frame, this.optional);
        leg.place(this.organised, part);
      } else this.pile.add(points);
      if (isLast) yield* this.take(frame);
    }
  }

  private *take(frame: number): Generator<WholeFrame> {
    const points = this.organised?.points ?? this.pile.take();
    this.organised = undefined;
    if (points) yield { frame, points };
  }
}

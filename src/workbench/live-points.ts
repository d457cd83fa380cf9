import type { IntensityTone } from '../cloud/display/intensity-tone.js';
import { type DisplayedPoints, PointPacker } from '../cloud/display/pack-points.js';
import type { PackedPoints } from '../cloud/display/packed-points.js';

/** Milliseconds after which points are shown at the earliest, and at the latest. */
const SOONEST_MS = 100;
const LATEST_MS = 1000;
/** Part of all points that is worth a chunk of its own, so that chunks stay few. */
const WORTH = 1 / 16;

/** Gives out the points of a running scan as chunks: the first ones at once, later ones in larger and larger chunks. */
export class LivePoints {
  private readonly packer: PointPacker;
  private readonly show: (chunk: PackedPoints) => unknown;
  private total = 0;
  private pending = 0;
  private shownAt = -Infinity;

  constructor(tone: IntensityTone, show: (chunk: PackedPoints) => unknown) {
    this.packer = new PointPacker({ tone });
    this.show = show;
  }

  /** Takes the next points; done when those that are due were taken. */
  async add(points: DisplayedPoints): Promise<void> {
    this.total += points.count;
    this.pending += points.count;
    for (const chunk of this.packer.add(points)) await this.give(chunk);
    const waited = performance.now() - this.shownAt;
    if (waited > LATEST_MS || (waited > SOONEST_MS && this.pending > WORTH * this.total)) await this.flush();
  }

  /** Gives out the remaining points. */
  end(): Promise<void> {
    return this.flush();
  }

  private async flush(): Promise<void> {
    const rest = this.packer.flush();
    if (rest) await this.give(rest);
  }

  private async give(chunk: PackedPoints): Promise<void> {
    this.pending -= chunk.count;
    this.shownAt = performance.now();
    await this.show(chunk);
  }
}

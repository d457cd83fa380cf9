import type { Drawing } from '../crew/crew.js';
import type { Share } from '../crew/share.js';
import { develop } from './develop.js';
import { EyeDome, type EyeDomeOptions } from './eye-dome.js';
import { colorizerFor } from './point-colors.js';
import { type SplatColumns, SplatMaker } from './prepare-splats.js';
import { type SplatLooks, splat } from './splat.js';

/** Pixels of the depth images for a pixel of the picture, along each axis. */
export const OVERSAMPLING = 2;
const EYE_DOME: EyeDomeOptions = { radii: [1, 2, 4, 9].map((r) => r * OVERSAMPLING), strength: 1.1, ambient: 0.3 };

/**
 * One's share of the second look at a cloud. A batch is prepared by whoever has it, then drawn by all, each in rows of its
 * own.
 */
export class SplatShare {
  private readonly drawing: Drawing;
  private readonly share: Share;
  private readonly maker: SplatMaker;

  constructor(drawing: Drawing, share: Share) {
    this.drawing = drawing;
    this.share = share;
    this.maker = new SplatMaker(drawing.ground, colorizerFor(drawing.color, drawing.ranges, drawing.tone));
  }

  /** Says in `looks` how points are drawn. */
  prepare(columns: SplatColumns, looks: SplatLooks): void {
    this.maker.prepare(columns, looks);
  }

  /** Draws points into one's own rows of every image. */
  splat(columns: SplatColumns, looks: SplatLooks): void {
    const { count, x, y, z, normal } = columns;
    for (const { image, camera } of this.drawing.exposures)
      splat(image, camera, { count, x, y, z, normal, ...looks }, this.share);
  }

  /** Makes one's own rows of the pictures, once everybody has drawn all points. */
  develop(): void {
    for (const { image, camera, view } of this.drawing.exposures)
      develop(view, image, new EyeDome(image, camera, EYE_DOME), OVERSAMPLING, this.drawing.theme, this.share);
  }
}

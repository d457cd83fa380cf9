import type { Drawing } from '../crew/crew.js';
import type { Share } from '../crew/share.js';
import { countOutside } from './count-outside.js';
import { develop } from './develop.js';
import { EyeDome, type EyeDomeOptions } from './eye-dome.js';
import { colorizerFor } from './point-colors.js';
import { type SplatColumns, SplatMaker } from './prepare-splats.js';
import { type SplatLooks, splat } from './splat.js';

/** Pixels of the depth images per pixel of the picture, along each axis. */
export const OVERSAMPLING = 2;
const EYE_DOME: EyeDomeOptions = { radii: [1, 2, 4, 9].map((r) => r * OVERSAMPLING), strength: 1.1, ambient: 0.3 };

/**
 * A looker's share of the second look at a cloud. One looker prepares a batch; then all draw it, each in its own rows.
 */
export class SplatShare {
  /** Points prepared so far that lie outside of each exposure. */
  readonly outside: number[];
  private readonly drawing: Drawing;
  private readonly share: Share;
  private readonly maker: SplatMaker;

  constructor(drawing: Drawing, share: Share) {
    this.drawing = drawing;
    this.share = share;
    this.outside = drawing.exposures.map(() => 0);
    this.maker = new SplatMaker(drawing.ground, colorizerFor(drawing.color, drawing.ranges, drawing.tone));
  }

  /** Writes the appearance of points to `looks`, and counts those outside of each exposure. */
  prepare(columns: SplatColumns, looks: SplatLooks): void {
    this.maker.prepare(columns, looks);
    this.drawing.exposures.forEach(({ camera }, k) => {
      this.outside[k] += countOutside(camera, columns);
    });
  }

  /** Draws points into the own rows of every image. */
  splat(columns: SplatColumns, looks: SplatLooks): void {
    const { count, x, y, z, normal } = columns;
    for (const { image, camera } of this.drawing.exposures)
      splat(image, camera, { count, x, y, z, normal, ...looks }, this.share);
  }

  /** Develops the own rows of the pictures, once all points have been drawn. */
  develop(): void {
    for (const { image, camera, view } of this.drawing.exposures)
      develop(view, image, new EyeDome(image, camera, EYE_DOME), OVERSAMPLING, this.drawing.theme, this.share);
  }
}

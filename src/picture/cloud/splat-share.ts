import { isSomewhere } from '../../cloud/is-somewhere.js';
import type { PointColumns } from '../../cloud/point-batch.js';
import type { Drawing } from '../crew/crew.js';
import type { Share } from '../crew/share.js';
import { develop } from './develop.js';
import { EyeDome, type EyeDomeOptions } from './eye-dome.js';
import { colorizerFor } from './point-colors.js';
import { type SplatColumns, SplatMaker } from './prepare-splats.js';
import type { Projection } from './projection.js';
import { NEAR, type SplatLooks, splat } from './splat.js';

/** Pixels of the depth images per pixel of the picture, along each axis. */
export const OVERSAMPLING = 2;
const EYE_DOME: EyeDomeOptions = { radii: [1, 2, 4, 9].map((r) => r * OVERSAMPLING), strength: 1.1, ambient: 0.3 };

/**
 * A looker's share of the second pass over a cloud. One looker prepares a batch; then all draw it, each in its own
 * rows.
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

/** Number of points with a place outside of the picture that `camera` takes. */
export function countOutside(camera: Projection, { count, x, y, z }: PointColumns<'x' | 'y' | 'z'>): number {
  const { kind, eye, right, up, forward, focal, width, height } = camera;
  const isPerspective = kind === 'perspective';
  const [halfX, halfY] = [width / 2 / focal, height / 2 / focal];
  let outside = 0;
  for (let i = 0; i < count; i++) {
    const dx = x[i] - eye[0];
    const dy = y[i] - eye[1];
    const dz = z[i] - eye[2];
    const depth = dx * forward[0] + dy * forward[1] + dz * forward[2];
    const reach = isPerspective ? depth : 1;
    const across = Math.abs(dx * right[0] + dy * right[1] + dz * right[2]);
    const upwards = Math.abs(dx * up[0] + dy * up[1] + dz * up[2]);
    const isInside = depth > NEAR && across <= halfX * reach && upwards <= halfY * reach;
    if (!isInside && isSomewhere(x[i], y[i], z[i])) outside++;
  }
  return outside;
}

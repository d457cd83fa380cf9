import { type Projection, pixelsPerMetre } from './projection.js';
import type { DepthImage } from './splat.js';

/** Which neighbours cast how much shade. */
export interface EyeDomeOptions {
  /** Distances of the neighbours, pixels: near ones draw edges, far ones shade shapes. */
  radii: readonly number[];
  /** Larger is darker. */
  strength: number;
  /** Light that is left in the deepest hole, 0…1. */
  ambient: number;
}

/** Four lines through a pixel; each is looked at in both directions. */
const LINES = [
  [1, 0],
  [0, 1],
  [0.7, 0.7],
  [0.7, -0.7],
] as const;

/** Steps in depth beyond this many metres for a metre across count no more: an edge is an edge. */
const SLOPE_MAX = 4;
/** Part of a step that an even slope explains, and so is no shade. */
const EVEN_SLOPE = 0.8;

/** Two pixels on opposite sides of one: `dx`, `dy` pixels away from it, and back. */
interface Pair {
  dx: number;
  dy: number;
}

/**
 * How light the pixels of an image are, 0…1 (1: nothing near it stands in front).
 * Eye-dome lighting (C. Boucheny, "Interactive scientific visualization of large datasets", thesis, Grenoble 2009):
 * a pixel is darkened by neighbours that are nearer to the eye. Unlike there, depths count as slopes (metres back for a
 * metre across), and the step up to one neighbour is lessened by the step down to the opposite one: ground that is seen
 * at a flat angle stays light.
 */
export class EyeDome {
  private readonly image: DepthImage;
  private readonly camera: Projection;
  private readonly options: EyeDomeOptions;
  /** Of each radius. */
  private readonly pairs: readonly Pair[][];
  /** Pixels between a pixel and the farthest of its neighbours, along an axis. */
  private readonly reach: number;

  constructor(image: DepthImage, camera: Projection, options: EyeDomeOptions) {
    this.image = image;
    this.camera = camera;
    this.options = options;
    this.pairs = options.radii.map((radius) =>
      LINES.map(([dx, dy]) => ({ dx: Math.round(dx * radius), dy: Math.round(dy * radius) })),
    );
    this.reach = Math.max(...this.pairs.flat().flatMap(({ dx, dy }) => [Math.abs(dx), Math.abs(dy)]));
  }

  /** Fills `light` with the light of the pixels of row `y`. */
  lightRow(y: number, light: Float32Array): void {
    const { width, height, depth } = this.image;
    const { reach } = this;
    const isInner = y >= reach && y < height - reach;
    for (let x = 0; x < width; x++) {
      const own = depth[y * width + x];
      if (own === Infinity) light[x] = 1;
      else if (isInner && x >= reach && x < width - reach) light[x] = this.open(this.innerShade(y * width + x, own));
      else light[x] = this.open(this.borderShade(x, y, own));
    }
  }

  /** Light under so much shade. */
  private open(shade: number): number {
    const { strength, ambient } = this.options;
    return ambient + (1 - ambient) * Math.exp((-strength * shade) / (LINES.length * this.pairs.length));
  }

  /** Shade on pixel `at`, all of whose neighbours are pixels of the image. */
  private innerShade(at: number, own: number): number {
    const { width, depth } = this.image;
    const zoom = pixelsPerMetre(this.camera, own);
    let shade = 0;
    for (let r = 0; r < this.pairs.length; r++) {
      const pairs = this.pairs[r];
      const perMetre = zoom / this.options.radii[r];
      for (let k = 0; k < pairs.length; k++) {
        const step = pairs[k].dy * width + pairs[k].dx;
        let one = depth[at + step];
        let other = depth[at - step];
        if (one === Infinity) one = own;
        if (other === Infinity) other = own;
        shade += shadeAcross(own - one, own - other, perMetre);
      }
    }
    return shade;
  }

  /** Shade on pixel (x, y). */
  private borderShade(x: number, y: number, own: number): number {
    const zoom = pixelsPerMetre(this.camera, own);
    let shade = 0;
    this.pairs.forEach((pairs, r) => {
      for (const { dx, dy } of pairs) {
        const one = depthAt(this.image, x + dx, y + dy, own);
        const other = depthAt(this.image, x - dx, y - dy, own);
        shade += shadeAcross(own - one, own - other, zoom / this.options.radii[r]);
      }
    });
    return shade;
  }
}

/** Depth of a pixel; `own` where there is none or nothing: it casts no shade. */
function depthAt(image: DepthImage, x: number, y: number, own: number): number {
  if (x < 0 || y < 0 || x >= image.width || y >= image.height) return own;
  const depth = image.depth[y * image.width + x];
  return depth === Infinity ? own : depth;
}

/** Shade from two opposite neighbours that are `one` and `other` metres nearer to the eye. */
function shadeAcross(one: number, other: number, perMetre: number): number {
  const near = Math.max(one, other);
  if (near <= 0) return 0;
  const far = Math.min(one, other);
  const step = far < 0 ? near + EVEN_SLOPE * Math.max(far, -near) : near + far;
  return Math.min(SLOPE_MAX, step * perMetre);
}

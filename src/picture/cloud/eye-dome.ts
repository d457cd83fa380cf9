import { type Projection, pixelsPerMetre } from './projection.js';
import type { DepthImage } from './splat.js';

/** Shading by neighbouring pixels. */
export interface EyeDomeOptions {
  /** Distances of the neighbours, pixels: near ones draw edges, far ones shade shapes. */
  radii: readonly number[];
  /** Larger is darker. */
  strength: number;
  /** Light that remains in the deepest hole, 0…1. */
  ambient: number;
}

/** Four lines through a pixel, each examined in both directions. */
const LINES = [
  [1, 0],
  [0, 1],
  [0.7, 0.7],
  [0.7, -0.7],
] as const;

/** Larger steps in depth, metres per metre across, are clipped: a higher edge is not darker. */
const SLOPE_MAX = 4;
/** Fraction of a step that an even slope explains, and that therefore casts no shade. */
const EVEN_SLOPE = 0.8;

/**
 * Light on the pixels of an image, 0…1 (1: nothing nearby is in front). Eye-dome lighting (C. Boucheny, "Interactive
 * scientific visualization of large datasets", thesis, Grenoble 2009): a pixel is darkened by neighbours closer to the
 * eye. Unlike there, depths count as slopes (metres back per metre across), and the step up to one neighbour is reduced
 * by the step down to the opposite one, so ground seen at a flat angle stays light.
 */
export class EyeDome {
  private readonly image: DepthImage;
  private readonly camera: Projection;
  private readonly options: EyeDomeOptions;
  /** Offsets in pixels, right and down in turn, to pairs of opposite neighbours; by radius, then by line. */
  private readonly offsets: Int32Array;
  /** The same as offsets in memory. */
  private readonly steps: Int32Array;
  /** Largest distance along an axis between a pixel and its neighbours, pixels. */
  private readonly reach: number;
  private readonly radii: Float64Array;
  /** Light without shade. */
  private readonly unshaded: number;

  constructor(image: DepthImage, camera: Projection, options: EyeDomeOptions) {
    this.image = image;
    this.camera = camera;
    this.options = options;
    const offsets = options.radii.flatMap((radius) => LINES.flatMap((line) => line.map((d) => Math.round(d * radius))));
    this.offsets = Int32Array.from(offsets);
    this.steps = Int32Array.from(
      { length: offsets.length / 2 },
      (_, k) => offsets[2 * k] + offsets[2 * k + 1] * image.width,
    );
    this.reach = Math.max(...offsets.map(Math.abs));
    this.radii = Float64Array.from(options.radii);
    this.unshaded = this.open(0);
  }

  /** Fills `light` with the light of the pixels of row `y`. */
  lightRow(y: number, light: Float32Array): void {
    const { width, height } = this.image;
    const { reach } = this;
    const isInner = y >= reach && y < height - reach && width > 2 * reach;
    const [first, end] = isInner ? [reach, width - reach] : [width, width];
    this.lightBorder(y, 0, first, light);
    if (isInner) this.lightInner(y, first, end, light);
    this.lightBorder(y, end, width, light);
  }

  /** Light that remains under this shade. */
  private open(shade: number): number {
    const { strength, ambient } = this.options;
    return ambient + (1 - ambient) * Math.exp((-strength * shade) / this.steps.length);
  }

  /** Pixels `first` … `end − 1` of row `y`, with all neighbours inside the image: the hot loop. */
  private lightInner(y: number, first: number, end: number, light: Float32Array): void {
    const { steps, radii, unshaded } = this;
    const { width, depth } = this.image;
    const { kind, focal } = this.camera;
    const lines = LINES.length;
    light.fill(1, first, end);
    for (let x = first, at = y * width + first; x < end; x++, at++) {
      const own = depth[at];
      if (own === Infinity) continue;
      const zoom = kind === 'perspective' ? focal / own : focal;
      let shade = 0;
      for (let r = 0, k = 0; r < radii.length; r++) {
        const perMetre = zoom / radii[r];
        for (const last = k + lines; k < last; k++) {
          const one = own - depth[at + steps[k]];
          const other = own - depth[at - steps[k]];
          if (one <= 0 && other <= 0) continue;
          // An empty neighbour is infinitely far away and casts no shade.
          shade += shadeAcross(one === -Infinity ? 0 : one, other === -Infinity ? 0 : other, perMetre);
        }
      }
      light[x] = shade === 0 ? unshaded : this.open(shade);
    }
  }

  /** Pixels `first` … `end − 1` of row `y`. */
  private lightBorder(y: number, first: number, end: number, light: Float32Array): void {
    const { width, depth } = this.image;
    for (let x = first; x < end; x++) {
      const own = depth[y * width + x];
      light[x] = own === Infinity ? 1 : this.open(this.borderShade(x, y, own));
    }
  }

  /** Shade on pixel (x, y). */
  private borderShade(x: number, y: number, own: number): number {
    const { offsets } = this;
    const zoom = pixelsPerMetre(this.camera, own);
    let shade = 0;
    for (let k = 0; k < offsets.length; k += 2) {
      const radius = this.options.radii[Math.floor(k / (2 * LINES.length))];
      const one = depthAt(this.image, x + offsets[k], y + offsets[k + 1], own);
      const other = depthAt(this.image, x - offsets[k], y - offsets[k + 1], own);
      shade += shadeAcross(own - one, own - other, zoom / radius);
    }
    return shade;
  }
}

/** Depth of a pixel; `own`, which casts no shade, if the pixel is outside or empty. */
function depthAt(image: DepthImage, x: number, y: number, own: number): number {
  if (x < 0 || y < 0 || x >= image.width || y >= image.height) return own;
  const depth = image.depth[y * image.width + x];
  return depth === Infinity ? own : depth;
}

/** Shade from two opposite neighbours, `one` and `other` metres closer to the eye. */
function shadeAcross(one: number, other: number, perMetre: number): number {
  const near = Math.max(one, other);
  if (near <= 0) return 0;
  const far = Math.min(one, other);
  const step = far < 0 ? near + EVEN_SLOPE * Math.max(far, -near) : near + far;
  return Math.min(SLOPE_MAX, step * perMetre);
}

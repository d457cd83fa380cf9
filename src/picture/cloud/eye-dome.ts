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
  /** Pixels to the right and downwards, in turn, to neighbours that have one opposite each; by radius, then by line. */
  private readonly offsets: Int32Array;
  /** The same as steps in memory. */
  private readonly steps: Int32Array;
  /** Pixels between a pixel and the farthest of its neighbours, along an axis. */
  private readonly reach: number;
  private readonly radii: Float64Array;
  /** Light where there is no shade. */
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

  /** Light under so much shade. */
  private open(shade: number): number {
    const { strength, ambient } = this.options;
    return ambient + (1 - ambient) * Math.exp((-strength * shade) / this.steps.length);
  }

  /** Pixels `first` … `end − 1` of row `y`, all of whose neighbours are in the image: the loop that takes the time. */
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
          // An empty neighbour is infinitely far off, and casts no shade.
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

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
 * Light of each pixel, 0…1 (1: nothing near it stands in front), row by row.
 * Eye-dome lighting (C. Boucheny, "Interactive scientific visualization of large datasets", thesis, Grenoble 2009):
 * a pixel is darkened by neighbours that are nearer to the eye. Unlike there, depths count as slopes (metres back for a
 * metre across), and the step up to one neighbour is lessened by the step down to the opposite one: ground that is seen
 * at a flat angle stays light.
 */
export function eyeDomeLight(image: DepthImage, camera: Projection, options: EyeDomeOptions): Float32Array {
  const { width, height, depth } = image;
  const light = new Float32Array(width * height).fill(1);
  const neighbours = options.radii.flatMap((radius) =>
    LINES.map(([dx, dy]) => ({ dx: Math.round(dx * radius), dy: Math.round(dy * radius), radius })),
  );
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const own = depth[y * width + x];
      if (own === Infinity) continue;
      const zoom = pixelsPerMetre(camera, own);
      let shade = 0;
      for (const { dx, dy, radius } of neighbours) {
        const one = depthAt(image, x + dx, y + dy, own);
        const other = depthAt(image, x - dx, y - dy, own);
        shade += shadeAcross(own - one, own - other, zoom / radius);
      }
      const open = Math.exp((-options.strength * shade) / neighbours.length);
      light[y * width + x] = options.ambient + (1 - options.ambient) * open;
    }
  return light;
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

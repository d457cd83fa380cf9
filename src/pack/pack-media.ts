import { compose, determinant, invert, scaling, transformPoint, translation } from '../base/affine.js';
import { length, scale, subtract, type Vec3 } from '../base/vec3.js';
import { Medium, NONE, PROJECTIONS } from '../device/records.generated.js';
import type { Scene, SceneMedium } from '../scene/scene.js';
import { projectionAt, type VoxelMedium } from '../scene/voxel-medium.js';

/** The placements of media, and the numbers of their cells, which placements of one medium share. */
export function packMedia({ media = [], frameOrigin }: Pick<Scene, 'media' | 'frameOrigin'>): {
  media: ArrayBuffer;
  densities: ArrayBuffer;
} {
  const places = new Map<VoxelMedium, { density: number; projection: number }>();
  let words = 0;
  for (const { medium } of media) {
    if (places.has(medium)) continue;
    const projection = words + medium.densities.length;
    places.set(medium, { density: words, projection: medium.projections ? projection : NONE });
    words = projection + (medium.projections ? PROJECTIONS + 1 : 0);
  }
  const numbers = new Float32Array(words);
  for (const [medium, { density, projection }] of places) {
    numbers.set(medium.densities, density);
    if (medium.projections)
      for (let k = 0; k <= PROJECTIONS; k++)
        numbers[projection + k] = projectionAt(medium.projections, (2 * k) / PROJECTIONS - 1);
  }
  const view = new DataView(new ArrayBuffer(media.length * Medium.SIZE));
  for (const [m, placed] of media.entries()) {
    const at = m * Medium.SIZE;
    const { density, projection } = places.get(placed.medium) as { density: number; projection: number };
    const toCells = invert(compose(translation(scale(frameOrigin, -1)), fromCells(placed)));
    for (let k = 0; k < 12; k++) view.setFloat32(at + Medium.toCells0 + 4 * k, toCells[k], true);
    for (let axis = 0; axis < 3; axis++)
      view.setUint32(at + Medium.countX + 4 * axis, placed.medium.counts[axis], true);
    view.setUint32(at + Medium.firstDensity, density, true);
    view.setUint32(at + Medium.firstProjection, projection, true);
    view.setFloat32(at + Medium.perDensity, placed.medium.extinction / stretchOf(placed), true);
    view.setUint32(at + Medium.surface, placed.surface, true);
    view.setFloat32(at + Medium.edge, Math.min(...placed.medium.size) * stretchOf(placed), true);
    view.setFloat32(at + Medium.height, placed.medium.size[2] * stretchOf(placed), true);
    sphereAround(placed, frameOrigin).forEach((value, k) => {
      view.setFloat32(at + Medium.sphere + 4 * k, value, true);
    });
    view.setUint32(at + Medium.faces, placed.medium.faces ? 1 : 0, true);
    const { leafSize = 0 } = placed.medium;
    view.setUint32(at + Medium.drawn, placed.medium.faces || leafSize > 0 ? 1 : 0, true);
    view.setFloat32(at + Medium.leafSize, leafSize * stretchOf(placed), true);
  }
  return { media: view.buffer, densities: numbers.buffer };
}

/** Which media there are. */
export interface MediaKinds {
  /** Media whose leaves subrays meet one by one. */
  drawn: boolean;
  /** Media whose leaves are small against the beam. */
  turbid: boolean;
}

/** Which media there are among packed ones. */
export function mediaKinds(media: ArrayBuffer): MediaKinds {
  const view = new DataView(media);
  const kinds = { drawn: false, turbid: false };
  for (let at = 0; at < media.byteLength; at += Medium.SIZE)
    kinds[view.getUint32(at + Medium.drawn, true) ? 'drawn' : 'turbid'] = true;
  return kinds;
}

/** Cells to world. */
const fromCells = ({ medium: { min, size }, transform }: SceneMedium) =>
  compose(transform, compose(translation(min), scaling(size)));

/** Widens a sphere for the rounding of f32: a share, and metres. */
const SLACK = 1e-5;
const SLACK_METRES = 1e-3;

/** Middle, in the device frame, and radius of a sphere around all cells. */
function sphereAround(placed: SceneMedium, frameOrigin: Vec3): number[] {
  const toWorld = fromCells(placed);
  const counts = placed.medium.counts;
  const middle = transformPoint(toWorld, scale(counts, 0.5));
  const corners = [0, 1, 2, 3].map((corner) =>
    transformPoint(toWorld, [corner & 1 ? counts[0] : 0, corner & 2 ? counts[1] : 0, 0]),
  );
  const radius = Math.max(...corners.map((corner) => length(subtract(corner, middle))));
  return [...subtract(middle, frameOrigin), radius * (1 + SLACK) + SLACK_METRES];
}

/** Enlargement in the world: area per volume shrinks by this factor. For unequal scales the geometric mean. */
const stretchOf = ({ transform }: SceneMedium): number => Math.cbrt(Math.abs(determinant(transform)));

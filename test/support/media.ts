import { type Affine, IDENTITY } from '../../src/base/affine.js';
import type { Vec3 } from '../../src/base/vec3.js';
import type { Leg } from '../../src/platform/leg.js';
import type { Mesh } from '../../src/scene/model.js';
import type { Scene } from '../../src/scene/scene.js';
import type { VoxelMedium } from '../../src/scene/voxel-medium.js';
import { station, testScanner } from './scan.js';
import { sceneOf } from './scenes.js';

/** A grid of voxels: cubes of this edge, or boxes of three. */
export interface VoxelBoxes extends Pick<VoxelMedium, 'min' | 'counts'> {
  size: number | Vec3;
}

/** Voxels of one density, or of as many as are given, x fastest; as dense as their extinction. */
export const voxels = (
  { min, size, counts }: VoxelBoxes,
  densities: number | readonly number[],
  rest: Partial<VoxelMedium> = {},
): VoxelMedium => ({
  min,
  size: typeof size === 'number' ? [size, size, size] : size,
  counts,
  densities: Float32Array.from({ length: counts[0] * counts[1] * counts[2] }, (_, k) =>
    typeof densities === 'number' ? densities : densities[k],
  ),
  extinction: 1,
  ...rest,
});

/** A scene of meshes and media; the surfaces of media follow those of the meshes, each an object of its own. */
export const sceneWith = (
  meshes: Mesh[],
  media: readonly PlacedMedium[],
  options: Parameters<typeof sceneOf>[1] = {},
): Scene => withMedia(sceneOf(meshes, options), media);

interface PlacedMedium {
  medium: VoxelMedium;
  transform?: Affine;
}

/** The scene with media besides, of its first material, each an object of its own. */
export function withMedia(scene: Scene, media: readonly PlacedMedium[]): Scene {
  const surfaces = [...scene.surfaces];
  const placed = media.map(({ medium, transform = IDENTITY }) => {
    const instance = surfaces.length + 1;
    const surface = surfaces.push({ instance, material: 0, classification: 5, semantic: 0 }) - 1;
    return { medium, transform, surface };
  });
  return { ...scene, surfaces, media: placed };
}

/** Between two of the rays of `raysAlong`: a millimetre at 100 m for 20,000 of them. */
const STEP = 5e-10;

/** An instrument whose pulses all go the same way, but for STEP. */
export const RAY_SCANNER = testScanner({
  deflector: {
    kind: 'polygon',
    pulseRateHz: 100_000,
    elevationMin: 0,
    elevationMax: 0,
    verticalStep: 1,
    horizontalStep: STEP,
    lineRateMaxHz: 100_000,
  },
});

/** So many of its pulses from a position, along +y unless turned by a heading. */
export const raysAlong = (position: Vec3, pulses: number, heading = 0): Leg => ({
  ...station(position, { attitude: { heading, pitch: 0, roll: 0 } }),
  azimuthEnd: (pulses - 0.5) * STEP,
});

import { type Affine, IDENTITY } from '../../src/base/affine.js';
import type { Mesh } from '../../src/scene/model.js';
import type { Scene } from '../../src/scene/scene.js';
import type { VoxelMedium } from '../../src/scene/voxel-medium.js';
import { sceneOf } from './scenes.js';

/** Voxels of one density, or of as many as are given, x fastest; as dense as their extinction. */
export const voxels = (
  { min, size, counts }: Pick<VoxelMedium, 'min' | 'size' | 'counts'>,
  densities: number | readonly number[],
  rest: Partial<VoxelMedium> = {},
): VoxelMedium => ({
  min,
  size,
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

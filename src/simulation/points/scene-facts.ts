import type { SourcePlace } from '../../base/errors.js';
import { shareNumbers } from '../../base/shared-memory.js';
import { finishInTurns } from '../../base/steps.js';
import type { Vec3 } from '../../base/vec3.js';
import type { Need } from '../../products/product.js';
import { groundHeights } from '../../scene/ground-heights.js';
import type { HeightGridData } from '../../scene/place/height-grid.js';
import type { Scene, SceneMaterial } from '../../scene/scene.js';
import type { Texture } from '../../scene/texture.js';
import { type SceneBodies, sceneBodies } from './scene-bodies.js';

/** Scene.surfaces by column, for quick look-up. */
export interface SurfaceLabels {
  instance: Uint32Array;
  material: Uint16Array;
  semantic: Uint16Array;
  classification: Uint8Array;
}

/** The facts of a scene from which points are made of device records: plain data, for other threads. */
export interface SceneFacts {
  /** World coordinates of the origin of device coordinates. */
  frameOrigin: Vec3;
  labels: SurfaceLabels;
  materials: readonly Pick<SceneMaterial, 'name' | 'baseColor' | 'textures'>[];
  textures: readonly Pick<Texture, 'colorSpace'>[];
  /** Its ground, for heights above it; absent: nobody asks for them. */
  ground?: HeightGridData;
  /** Its bodies that move; absent: nobody asks for them. */
  bodies?: SceneBodies;
}

/** The facts of a scene. */
export const sceneFacts = ({ frameOrigin, surfaces, materials, textures }: Scene): SceneFacts => ({
  frameOrigin,
  labels: surfaceColumns(surfaces),
  materials: materials.map(({ name, baseColor, textures }) => ({ name, baseColor, textures })),
  textures: textures.map(({ colorSpace }) => ({ colorSpace })),
});

/** The facts of a scene, with its ground and its bodies where somebody needs them. Throws as `groundFacts` does. */
export async function neededFacts(
  scene: Scene,
  needs: readonly Need[],
  place: SourcePlace,
  signal?: AbortSignal,
): Promise<SceneFacts> {
  return {
    ...sceneFacts(scene),
    ...(needs.includes('ground') && { ground: await groundFacts(scene, place, signal) }),
    ...(needs.includes('bodies') && { bodies: sceneBodies(scene) }),
  };
}

/**
 * The ground of a scene, in memory that threads share where they may. Throws UserError for too many triangles;
 * AbortedError.
 */
async function groundFacts(scene: Scene, place: SourcePlace, signal?: AbortSignal): Promise<HeightGridData> {
  const { min, max } = scene.bounds;
  const area = { min: [min[0], min[1]] as const, max: [max[0], max[1]] as const };
  const { corners, cellStart, cellTriangles, ...rest } = await finishInTurns(groundHeights(scene, area, place), signal);
  return {
    ...rest,
    corners: shareNumbers(corners),
    cellStart: shareNumbers(cellStart),
    cellTriangles: shareNumbers(cellTriangles),
  };
}

/** Labels of surfaces by column. */
export const surfaceColumns = (surfaces: Scene['surfaces']): SurfaceLabels => ({
  instance: Uint32Array.from(surfaces, (surface) => surface.instance),
  material: Uint16Array.from(surfaces, (surface) => surface.material),
  semantic: Uint16Array.from(surfaces, (surface) => surface.semantic),
  classification: Uint8Array.from(surfaces, (surface) => surface.classification),
});

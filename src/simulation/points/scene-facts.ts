import type { Vec3 } from '../../base/vec3.js';
import type { Scene, SceneMaterial } from '../../scene/scene.js';
import type { Texture } from '../../scene/texture.js';

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
}

/** The facts of a scene. */
export const sceneFacts = ({ frameOrigin, surfaces, materials, textures }: Scene): SceneFacts => ({
  frameOrigin,
  labels: surfaceColumns(surfaces),
  materials: materials.map(({ name, baseColor, textures }) => ({ name, baseColor, textures })),
  textures: textures.map(({ colorSpace }) => ({ colorSpace })),
});

/** Labels of surfaces by column. */
export const surfaceColumns = (surfaces: Scene['surfaces']): SurfaceLabels => ({
  instance: Uint32Array.from(surfaces, (surface) => surface.instance),
  material: Uint16Array.from(surfaces, (surface) => surface.material),
  semantic: Uint16Array.from(surfaces, (surface) => surface.semantic),
  classification: Uint8Array.from(surfaces, (surface) => surface.classification),
});

import type { Affine } from '../../src/base/affine.js';
import { IDENTITY } from '../../src/base/affine.js';
import { finish } from '../../src/base/steps.js';
import type { Vec3 } from '../../src/base/vec3.js';
import { emptyBox, growBox } from '../../src/base/vec3.js';
import { buildMeshes } from '../../src/bvh/node-build.js';
import { middleShape, treesOfShapes } from '../../src/bvh/shape-trees.js';
import { buildTopLevel } from '../../src/bvh/top-level.js';
import type { DeviceScene } from '../../src/device/device-scene.js';
import { RADIOMETRY_DEFAULTS } from '../../src/material/radiometry.js';
import type { Scattering } from '../../src/material/scattering.js';
import type { DeviceMaterials } from '../../src/pack/material-records.js';
import { packImages } from '../../src/pack/pack-images.js';
import { boxesOfInstances } from '../../src/pack/pack-scene.js';
import { materialsAt, type PreparedScene, prepareForDevice } from '../../src/pack/prepared-scene.js';
import { withChoices } from '../../src/scene/materials/surface-choices.js';
import type { Mesh } from '../../src/scene/model.js';
import type { MaterialLook, Scene, SceneMaterial, Surface } from '../../src/scene/scene.js';
import type { Texture } from '../../src/scene/texture.js';

export { testRandom as random } from './random.js';

/** A mesh of loose triangles (9 numbers each), one group unless `groups` says otherwise. */
export function meshOf(triangles: ArrayLike<number>, groups?: readonly number[], origin: Vec3 = [0, 0, 0]): Mesh {
  const count = triangles.length / 9;
  return {
    name: 'mesh',
    origin,
    positions: Float32Array.from(triangles),
    indices: Uint32Array.from({ length: count * 3 }, (_, k) => k),
    triangleGroup: Uint16Array.from({ length: count }, (_, k) => groups?.[k] ?? 0),
    groups: Array.from({ length: groups ? Math.max(...groups) + 1 : 1 }, (_, k) => ({
      object: `object${k}`,
      group: '',
      material: 0,
    })),
  };
}

/** The two triangles of the rectangle `corner`, `corner + u`, `corner + u + v`, `corner + v`. */
export function rectangle(corner: Vec3, u: Vec3, v: Vec3): number[] {
  const at = (a: number, b: number) => [0, 1, 2].map((k) => corner[k] + a * u[k] + b * v[k]);
  return [...at(0, 0), ...at(1, 0), ...at(1, 1), ...at(0, 0), ...at(1, 1), ...at(0, 1)];
}

/**
 * A square wall of `size`, its middle `distance` in front (+y) of the frame's origin, turned by
 * `tilt` about the vertical.
 */
export function wall(distance: number, size: number, tilt = 0, side = 0): number[] {
  const u: Vec3 = [size * Math.cos(tilt), size * Math.sin(tilt), 0];
  const corner: Vec3 = [side - u[0] / 2, distance - u[1] / 2, -size / 2];
  return rectangle(corner, u, [0, 0, size]);
}

/** The same triangles so much higher. */
export const raised = (triangles: readonly number[], height: number): number[] =>
  triangles.map((value, k) => (k % 3 === 2 ? value + height : value));

export const lambert = (reflectance: number): Scattering => ({ model: 'lambert', reflectance });

/**
 * A scene of meshes placed as they are (or as `placed` says), every group a surface and object of
 * its own, reflectance 0.5.
 */
export function sceneOf(
  meshes: Mesh[],
  options: {
    frameOrigin?: Vec3;
    placed?: { mesh: number; transform: Affine }[];
    scatterings?: Scattering[];
    /** Textures of the materials, and further settings of the materials. */
    textures?: Texture[];
    looks?: Partial<MaterialLook>[];
  } = {},
): Scene {
  const { frameOrigin = [0, 0, 0], scatterings = [lambert(0.5)], textures = [], looks = [] } = options;
  const surfaces: Surface[] = [];
  const instances = (options.placed ?? meshes.map((_, mesh) => ({ mesh, transform: IDENTITY }))).map((placed) => {
    const surfaceBase = surfaces.length;
    for (const group of meshes[placed.mesh].groups)
      surfaces.push({ instance: surfaces.length + 1, material: group.material, classification: 1, semantic: 0 });
    return { ...placed, surfaceBase };
  });
  const bounds = emptyBox();
  for (const { positions, origin } of meshes)
    for (let k = 0; k < positions.length; k += 3)
      growBox(bounds, positions[k] + origin[0], positions[k + 1] + origin[1], positions[k + 2] + origin[2]);
  const materials = scatterings.map((scattering, k): SceneMaterial => {
    const look = { name: `m${k}`, baseColor: [1, 1, 1, 1], ...looks[k] } as const;
    return { ...look, scattering, reason: { kind: 'object' } };
  });
  return {
    frameOrigin,
    bounds,
    meshes,
    instances,
    surfaces: withChoices(surfaces, materials),
    materials,
    textures,
    names: { instances: [], materials: [], semantics: { 0: 'none' }, classes: {} },
    triangleCount: meshes.reduce((sum, mesh) => sum + mesh.indices.length / 3, 0),
  };
}

/** Of the test's laser: materials of a constant reflectance do not mind. */
const WAVELENGTH_NM = 1064;

export async function preparedSceneOf(scene: Scene): Promise<PreparedScene> {
  const built = await buildMeshes(scene.meshes.map(middleShape), { threads: 2 });
  const bvhs = finish(treesOfShapes(scene.meshes, built));
  return finish(prepareForDevice(scene, bvhs, buildTopLevel(finish(boxesOfInstances(scene, bvhs)))));
}

export const deviceSceneOf = async (scene: Scene): Promise<DeviceScene> => (await preparedSceneOf(scene)).device;

/** The materials of a scene for the test's laser. */
export function materialsOf(scene: Scene): DeviceMaterials {
  const images = finish(packImages(scene)).materials;
  const sources = scene.materials.map(({ scattering }, m) => ({ ...images[m], scattering }));
  return materialsAt({ sources }, WAVELENGTH_NM, RADIOMETRY_DEFAULTS);
}

/** A sphere of `rings` × 2·`rings` patches, radius `r`, no gaps. */
export function sphere(r: number, rings: number, center: Vec3 = [0, 0, 0]): number[] {
  const at = (i: number, j: number) => {
    const zenith = (Math.PI * i) / rings;
    const azimuth = (Math.PI * (j % (2 * rings))) / rings;
    const level = i === 0 || i === rings ? 0 : Math.sin(zenith);
    return [
      center[0] + r * level * Math.cos(azimuth),
      center[1] + r * level * Math.sin(azimuth),
      center[2] + r * Math.cos(zenith),
    ];
  };
  const out: number[] = [];
  for (let i = 0; i < rings; i++)
    for (let j = 0; j < 2 * rings; j++) {
      if (i > 0) out.push(...at(i, j), ...at(i + 1, j), ...at(i, j + 1));
      if (i < rings - 1) out.push(...at(i, j + 1), ...at(i + 1, j), ...at(i + 1, j + 1));
    }
  return out;
}

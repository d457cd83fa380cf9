import type { Box3, Vec3 } from '../base/vec3.js';
import type { Material, Mesh, MeshGroup, MeshInstance, Model } from './model.js';

/**
 * The parts of a model that decide the numbers, names and labels of a scene; its triangles are not read. Plain data.
 */
export interface PartOutline {
  meshes: readonly { name: string; groups: readonly MeshGroup[] }[];
  materials: readonly Material[];
  instances: readonly MeshInstance[];
  crs?: string;
  isOneThing?: true;
  standArea?: number;
}

/** A scene of which some parts are not read, with its properties taken from the whole. */
export interface ReducedScene {
  /** Outlines of the parts that are not read, by their numbers. */
  outlines: ReadonlyMap<number, PartOutline>;
  /** Frame and classes of the whole scene. */
  frameOrigin: Vec3;
  bounds: Box3;
  classes: Readonly<Record<number, string>>;
}

/**
 * The outline of a model; undefined if an outline is not enough: with textures, voxels that let light through, or
 * normals in place of the triangles' own.
 */
export function outlineOf({
  meshes,
  materials,
  textures = [],
  instances,
  crs,
  isOneThing,
  standArea,
}: Model): PartOutline | undefined {
  const isPlain = ({ normals, medium }: Mesh): boolean => normals === undefined && medium === undefined;
  if (textures.length > 0 || !meshes.every(isPlain)) return undefined;
  return {
    meshes: meshes.map(({ name, groups }) => ({ name, groups })),
    materials,
    instances,
    ...(crs !== undefined && { crs }),
    ...(isOneThing && { isOneThing }),
    ...(standArea !== undefined && { standArea }),
  };
}

/** A model from its outline, without triangles. */
export const modelOfOutline = ({ meshes, materials, instances, crs, isOneThing, standArea }: PartOutline): Model => ({
  meshes: meshes.map(({ name, groups }) => ({
    name,
    origin: [0, 0, 0],
    positions: new Float32Array(0),
    indices: new Uint32Array(0),
    triangleGroup: new Uint16Array(0),
    groups: [...groups],
  })),
  materials: [...materials],
  instances: [...instances],
  crs,
  ...(isOneThing && { isOneThing }),
  ...(standArea !== undefined && { standArea }),
});

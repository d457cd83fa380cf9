import type { Affine } from '../base/affine.js';
import { compose, translation } from '../base/affine.js';
import type { Box3, Vec3 } from '../base/vec3.js';
import type { Mesh } from '../scene/model.js';
import { sceneSeenAt } from '../scene/motion/scene-at.js';
import type { Scene } from '../scene/scene.js';

/** A scene as a viewer draws it. */
export interface SceneView {
  /** World coordinates from which the viewer measures. */
  origin: Vec3;
  bounds: Box3;
  triangles: number;
  materials: ViewedMaterial[];
  meshes: ViewedMesh[];
  placements: ViewedPlacement[];
  /** Names of objects, materials, semantic classes and ASPRS classes by number; objects without one are missing. */
  names: Scene['names'];
}

export interface ViewedMaterial {
  name: string;
  /** Linear red, green, blue, alpha, 0…1. */
  color: readonly [number, number, number, number];
}

/** Triangles in the frame of their mesh, those of each group together. */
export interface ViewedMesh {
  /** 3 a vertex. */
  positions: Float32Array;
  /** 3 a triangle. */
  indices: Uint32Array;
  /** Index of the first corner of each group in `indices`, and their number, one after the other. */
  ranges: Uint32Array;
}

/** The same mesh with the same materials at many places. */
export interface ViewedPlacement {
  mesh: number;
  /** Material of each group, an index into `materials`. */
  materials: Uint32Array;
  /** Object of each group at each place: those of a place are together. */
  objects: Uint32Array;
  /** Frame of the mesh to that of the viewer: 12 numbers a place, by rows. */
  transforms: Float32Array;
}

/** A scene as a viewer draws it, in memory of its own. */
export function sceneView(scene: Scene): SceneView {
  const seen = sceneSeenAt(scene, 0);
  return {
    origin: scene.frameOrigin,
    bounds: scene.bounds,
    triangles: scene.triangleCount,
    materials: scene.materials.map(({ name, baseColor }) => ({ name, color: baseColor })),
    meshes: seen.meshes.map(viewedMesh),
    placements: viewedPlacements(seen),
    names: scene.names,
  };
}

/** The triangles of a mesh in order of their groups. */
function viewedMesh({ positions, indices, triangleGroup, groups }: Mesh): ViewedMesh {
  const ranges = new Uint32Array(2 * groups.length);
  for (const group of triangleGroup) ranges[2 * group + 1] += 3;
  for (let group = 1; group < groups.length; group++) ranges[2 * group] = ranges[2 * group - 2] + ranges[2 * group - 1];
  const next = Uint32Array.from(groups, (_, group) => ranges[2 * group]);
  const sorted = new Uint32Array(indices.length);
  for (let triangle = 0; triangle < triangleGroup.length; triangle++) {
    const group = triangleGroup[triangle];
    sorted.set(indices.subarray(3 * triangle, 3 * triangle + 3), next[group]);
    next[group] += 3;
  }
  return { positions: positions.slice(), indices: sorted, ranges };
}

/** Values of single corners of a mesh. */
interface Places {
  objects: number[];
  transforms: Affine[];
}

/** Placements of meshes, those with the same materials together. */
function viewedPlacements({ instances, meshes, surfaces, frameOrigin }: Scene): ViewedPlacement[] {
  const toViewer = translation([-frameOrigin[0], -frameOrigin[1], -frameOrigin[2]]);
  const found = new Map<string, Omit<ViewedPlacement, 'transforms' | 'objects'> & Places>();
  for (const { mesh, transform, surfaceBase } of instances) {
    const own = surfaces.slice(surfaceBase, surfaceBase + meshes[mesh].groups.length);
    const materials = Uint32Array.from(own, ({ material }) => material);
    const key = `${mesh} ${materials.join(' ')}`;
    const placement = found.get(key) ?? { mesh, materials, objects: [], transforms: [] };
    for (const { instance } of own) placement.objects.push(instance);
    placement.transforms.push(compose(toViewer, compose(transform, translation(meshes[mesh].origin))));
    found.set(key, placement);
  }
  return [...found.values()].map(({ transforms, objects, ...rest }) => ({
    ...rest,
    objects: Uint32Array.from(objects),
    transforms: Float32Array.from(transforms.flat()),
  }));
}

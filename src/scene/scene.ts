import type { Affine } from '../base/affine.js';
import type { Box3, Vec3 } from '../base/vec3.js';
import type { Material, Mesh } from './model.js';

/** The scene as the engine takes it: every geometry once, every placement, every label. */
export interface Scene {
  /** World coordinates of the point that device coordinates are relative to (f64). */
  frameOrigin: Vec3;
  /** World bounds of all geometry. */
  bounds: Box3;
  /** Geometry; what stands in the scene once is merged into few meshes, what stands often is kept apart. */
  meshes: Mesh[];
  instances: SceneInstance[];
  /** What a hit can lie on; a hit of instance i on a triangle of group g is on surfaces[i.surfaceBase + g]. */
  surfaces: Surface[];
  materials: Material[];
  names: LabelNames;
  /** Triangles, every instance counted. */
  triangleCount: number;
}

export interface SceneInstance {
  /** Index into `meshes`. */
  mesh: number;
  /** Mesh frame (its origin included) to world, f64. */
  transform: Affine;
  surfaceBase: number;
}

/** The labels of one group of triangles in one instance. */
export interface Surface {
  /** From 1; 0 is «no object». */
  instance: number;
  /** Index into `Scene.materials`. */
  material: number;
  /** ASPRS class, 0…255 (LAS 1.4 table 17). */
  classification: number;
  /** User's own class, 0…65535; 0 is «none». */
  semantic: number;
}

/** Names of all label ids, written to labels.json beside the output. */
export interface LabelNames {
  /** instance id → object name; index 0 unused. */
  instances: string[];
  materials: string[];
  /** semantic id → name; index 0 is 'none'. */
  semantics: string[];
  /** ASPRS classes that occur → name. */
  classes: Record<number, string>;
}

import type { Affine } from '../base/affine.js';
import type { Box3, Vec3 } from '../base/vec3.js';
import type { Scattering } from '../material/scattering.js';
import type { Material, Mesh } from './model.js';
import type { SceneMaterialTextures, Texture } from './texture.js';

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
  materials: SceneMaterial[];
  /** Those that the materials name by index. */
  textures: Texture[];
  names: LabelNames;
  /** Triangles, every instance counted. */
  triangleCount: number;
}

/** Whether that is a scene, and no description of one. */
export const isScene = (value: unknown): value is Scene =>
  typeof value === 'object' && value !== null && 'meshes' in value && 'instances' in value;

export interface SceneInstance {
  /** Index into `meshes`. */
  mesh: number;
  /** Mesh frame (its origin included) to world, f64. */
  transform: Affine;
  surfaceBase: number;
}

/** The labels of one group of triangles in one instance. */
export interface Surface {
  /** From 1; 0 is "no object". */
  instance: number;
  /** Index into `Scene.materials`. */
  material: number;
  /** ASPRS class, 0…255 (LAS 1.4 table 17). */
  classification: number;
  /** User's own class, 0…65535; 0 is "none". */
  semantic: number;
  /** Index of the first of the surfaces that its material's picture tells apart; absent: it has none. */
  choices?: number;
}

/** How a material scatters the laser's light, and why. */
export interface ScatteringChoice {
  scattering: Scattering;
  reason: MaterialReason;
}

/** A material as the scene uses it: what of its look the files say, and how it scatters. */
export interface SceneMaterial extends MaterialLook, ScatteringChoice {
  /** Patterns of the label rules that put it in the place of a file's material; absent: none did. */
  labels?: string[];
  /** Names of the materials whose pictures tell it; absent: none does. */
  pictures?: string[];
}

/** A file's material without what its scattering follows from; its textures are those of the scene. */
export type MaterialLook = Omit<
  Material,
  'reflectance' | 'spectrum' | 'specular' | 'metallicRoughness' | 'classification' | 'textures'
> & { textures?: SceneMaterialTextures };

/** Why a material scatters as it does, from what weighs most to what weighs least. */
export type MaterialReason =
  /** The survey describes the material of that name itself, or by what stands at `use`: an id or a file. */
  | { kind: 'survey'; use?: string }
  /** It was given with the object. */
  | { kind: 'object' }
  /** A label rule names a material of the catalogue. */
  | { kind: 'catalogue'; id: string }
  /** The file's own reflectance: `helios_reflectance`, glTF extras. */
  | { kind: 'reflectance' }
  /** The file names a spectrum (`helios_spectra`) that stands under `id`. */
  | { kind: 'spectrum'; id: string }
  /** Words of its name are those of the catalogue's material `id`. */
  | { kind: 'words'; id: string }
  /** The file's Kd, Ks and Ns. */
  | { kind: 'specular' }
  /** The file's metallic-roughness. */
  | { kind: 'metallic-roughness' }
  /** The luminance of the file's colour. */
  | { kind: 'luminance' }
  /** Nothing says anything: grey. */
  | { kind: 'grey' };

/** Names of all label ids, written to labels.json beside the output. */
export interface LabelNames {
  /** instance id → object name; index 0 unused. */
  instances: string[];
  materials: string[];
  /** Semantic class → name; 0 is 'none'. */
  semantics: Readonly<Record<number, string>>;
  /** ASPRS classes that occur → name. */
  classes: Record<number, string>;
}

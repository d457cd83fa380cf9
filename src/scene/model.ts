import type { Affine } from '../base/affine.js';
import type { Vec3 } from '../base/vec3.js';
import type { MaterialTextures, Texture } from './texture.js';

/**
 * One geometry, stored once however often it stands in the scene.
 * Coordinates are f32 relative to `origin` (f64), so that a mesh in UTM coordinates keeps its millimetres.
 */
export interface Mesh {
  name: string;
  /** Added to every position, in the mesh's own frame. */
  origin: Vec3;
  /** 3 a vertex. */
  positions: Float32Array;
  /** 3 a triangle, each < positions.length / 3. */
  indices: Uint32Array;
  /** 2 a vertex, where the file has texture coordinates: u to the right, v down; 0 where only other parts have them. */
  uvs?: Float32Array;
  /** Which of `groups` a triangle belongs to, one entry a triangle. */
  triangleGroup: Uint16Array | Uint32Array;
  groups: MeshGroup[];
}

/** Triangles of a mesh that share object, group and material names: the smallest thing a label pattern can pick. */
export interface MeshGroup {
  object: string;
  group: string;
  /** Index into the materials of the model or scene that the mesh belongs to. */
  material: number;
  /** Its triangles have no texture coordinates, although others of the mesh do. */
  bare?: true;
}

/** What a file says about a surface's material. */
export interface Material {
  name: string;
  /** Linear RGBA, 0…1; the mean where it has a texture of colours. */
  baseColor: readonly [number, number, number, number];
  textures?: MaterialTextures;
  /** Where `textures` has an alpha below this, a hit is no hit; without such a texture every hit is one. */
  alphaCutoff?: number;
  /** Hemispherical reflectance at the laser's wavelength, 0…1. */
  reflectance?: number;
  /** Name of a spectrum (HELIOS++ `helios_spectra`). */
  spectrum?: string;
  /** Gloss after Phong: colour of the highlight, linear, 0…1, and its exponent, at least 0 (MTL Ks and Ns). */
  specular?: { color: readonly [number, number, number]; exponent: number };
  /** Gloss after glTF 2.0, appendix B: both 0…1. */
  metallicRoughness?: { metallic: number; roughness: number };
  /** ASPRS class that the file itself gives the surface (HELIOS++ material files); a label rule goes before it. */
  classification?: number;
}

/** A mesh placed in the model. */
export interface MeshInstance {
  /** Index into `meshes`. */
  mesh: number;
  name: string;
  /** Mesh frame (origin included) to model frame. */
  transform: Affine;
}

/** What one scene file holds, in the file's own units and axes. */
export interface Model {
  meshes: Mesh[];
  materials: Material[];
  /** Those that the materials name; absent: none. */
  textures?: Texture[];
  instances: MeshInstance[];
}

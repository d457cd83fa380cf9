import type { Affine } from '../base/affine.js';
import type { Vec3 } from '../base/vec3.js';
import type { ModelAnimation } from './animation/model-animation.js';
import type { FrontName } from './front-axes.js';
import type { MaterialTextures, Texture } from './texture.js';
import type { TrafficPlan } from './traffic-flow/traffic-plan.js';
import type { VoxelMedium } from './voxel-medium.js';

/**
 * One geometry, stored once however often it is placed in the scene. Coordinates are f32 relative to `origin` (f64), so
 * that a mesh in UTM coordinates keeps its millimetres.
 */
export interface Mesh {
  name: string;
  /** Added to every position, in the mesh's own frame. */
  origin: Vec3;
  /** 3 per vertex. */
  positions: Float32Array;
  /** 3 per triangle, each < positions.length / 3. */
  indices: Uint32Array;
  /** 2 per vertex, if the file has texture coordinates: u to the right, v down; 0 for parts without them. */
  uvs?: Float32Array;
  /**
   * For each triangle the normal used in place of its own, in the mesh's frame: see base/octahedron. Absent: its own.
   */
  normals?: Uint32Array;
  /** Index in `groups` of each triangle. */
  triangleGroup: Uint16Array | Uint32Array;
  groups: MeshGroup[];
  /**
   * The voxels that it has instead of triangles; its positions are the corners of the voxels' box. Absent: triangles.
   */
  medium?: VoxelMedium;
  /** Its shapes over the clip that is played; `positions` are one of them. Absent: it keeps its shape. */
  shapes?: MeshShapes;
}

/** The shapes of a mesh over a clip, between which its vertices move in straight lines. */
export interface MeshShapes {
  /** Moments of the clip, seconds, rising, from its beginning to its end; two at least. */
  times: Float64Array;
  /** Positions at each, as those of the mesh. */
  keys: readonly Float32Array[];
}

/**
 * Triangles of a mesh that share object, group and material names: the smallest unit that a label pattern can select.
 */
export interface MeshGroup {
  object: string;
  group: string;
  /** Index into the materials of the model or scene that the mesh belongs to. */
  material: number;
  /** Whether its triangles have no texture coordinates, although others of the mesh have them. */
  bare?: true;
}

/** A surface's material as described in a file. */
export interface Material {
  name: string;
  /** Linear RGBA, 0…1; the mean if it has a colour texture. */
  baseColor: readonly [number, number, number, number];
  textures?: MaterialTextures;
  /** A hit where `textures` has a lower alpha does not count; without such a texture, all hits count. */
  alphaCutoff?: number;
  /** Hemispherical reflectance at the laser's wavelength, 0…1. */
  reflectance?: number;
  /** Name of a spectrum (HELIOS++ `helios_spectra`). */
  spectrum?: string;
  /** Phong gloss: colour of the highlight, linear, 0…1, and its exponent, at least 0 (MTL Ks and Ns). */
  specular?: { color: readonly [number, number, number]; exponent: number };
  /**
   * glTF gloss (2.0, appendix B), all 0…1; `dielectric` is the reflectance of the non-metal at normal
   * incidence, 0.04 if absent.
   */
  metallicRoughness?: { metallic: number; roughness: number; dielectric?: number };
  /** Fraction, 0…1, of the light in the surface that leaves it on the other side instead of this one; absent: 0. */
  transmission?: number;
  /** ASPRS class of the surface in the file itself (HELIOS++ material files); a label rule overrides it. */
  classification?: number;
  /** Whether others may stand on it regardless of its class, as stated by the file (HELIOS++ material files). */
  isGround?: true;
  /**
   * Its gloss as HELIOS++ reads it, with `physics.gloss: plain`; absent: the other properties define its scattering.
   */
  plain?: PlainGloss;
}

/** Kd, Ks and Ns of an MTL file as written: sums over red, green and blue, 0 if the file has none. */
export interface PlainGloss {
  readonly diffuse: number;
  readonly specular: number;
  readonly exponent: number;
  /** Whether it is the last material of its file. */
  readonly isLast: boolean;
}

/** A mesh placed in the model. */
export interface MeshInstance {
  /** Index into `meshes`. */
  mesh: number;
  name: string;
  /** Mesh frame (origin included) to model frame. */
  transform: Affine;
  /**
   * Whether the mesh has a front, at its x axis: the driving direction of a vehicle, or the front of a person; absent:
   * unknown.
   */
  hasFront?: true;
  /** Number of the body of the model's animation, or of the mover of its traffic; absent: it stands. */
  body?: number;
  /** What is known of it if it is a tree that a generator made, in the model's frame; absent: nothing. */
  tree?: TreeFacts;
}

/** Facts of a tree, of the size in which it is placed. */
export interface TreeFacts {
  /** Height of the ground at its foot above the origin of its instance [m]. */
  foot: number;
  /** Name of its species, such as `beech`. */
  species: string;
  /** Diameter of its trunk 1.3 m above the ground [m]. */
  diameter: number;
  /** Height of its top above the ground [m]. */
  height: number;
  /** Height above the ground at which its crown begins on the trunk [m]. */
  crownBase: number;
  /** Mean radius of its crown in eight directions [m]. */
  crownRadius: number;
  /** One-sided area of its leaves as they are drawn [m²]. */
  leafArea: number;
  /** Number of its object, where it is placed once; absent: numbered in turn. */
  instance?: number;
}

/** The content of one scene file, in the file's own units and axes. */
export interface Model {
  meshes: Mesh[];
  materials: Material[];
  /** Textures that the materials name; absent: none. */
  textures?: Texture[];
  instances: MeshInstance[];
  /** Names of its clips; absent: it has none, or its format has none. */
  clips?: readonly string[];
  /** The clip that is played; absent: none is. Instances that stand come first. */
  animation?: ModelAnimation;
  /** The traffic on its ways, without an animation; absent: none. Instances that stand come first. */
  traffic?: TrafficPlan;
  /** Coordinate reference system that the file states, such as `EPSG:7415`; absent: none. */
  crs?: string;
  /** Unit of the coordinates that the file states; absent: it does not say. */
  unit?: StatedUnit;
  /** Where its front looks, by the rule of its format; absent: the format has none. */
  front?: FrontName;
  /** Whether it looks like a single thing of several instances: they hang below one node of the file, and touch. */
  isOneThing?: true;
  /** Area of the ground that its trees share [m²]; absent: it has none, or one alone. */
  standArea?: number;
  /** Doubts about it, as of a generator that lacks triangles, for the log; absent: none. */
  doubts?: readonly string[];
}

/** A unit of length that a file states. */
export interface StatedUnit {
  name: string;
  metres: number;
}

/**
 * The instances of a model that are one mesh each where it is placed often: those of a body, and those that stand, but
 * for meshes that change their shapes, which are by themselves.
 */
export function mergedInstances({ meshes, instances }: Pick<Model, 'meshes' | 'instances'>): MeshInstance[][] {
  const rigid = instances.filter(({ mesh }) => meshes[mesh].shapes === undefined);
  const bodies = [...new Set(rigid.map(({ body }) => body))];
  const deforming = instances.filter(({ mesh }) => meshes[mesh].shapes !== undefined);
  return [...bodies.map((own) => rigid.filter(({ body }) => body === own)), ...deforming.map((one) => [one])];
}

/** Number of triangles in each group of a mesh. */
export function trianglesByGroup({ groups, triangleGroup }: Mesh): number[] {
  const counts = groups.map(() => 0);
  for (const group of triangleGroup) counts[group]++;
  return counts;
}

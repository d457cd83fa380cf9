import type { Affine } from '../base/affine.js';
import type { SourcePlace } from '../base/errors.js';
import type { Box3, Vec3 } from '../base/vec3.js';
import type { Scattering } from '../material/scattering.js';
import type { Material, Mesh } from './model.js';
import type { SampledMotion } from './motion/sampled-motion.js';
import type { SceneMaterialTextures, Texture } from './texture.js';
import type { Stand } from './trees/stand.js';
import type { VoxelMedium } from './voxel-medium.js';

/** The scene for the engine: every geometry once, every placement, every label. */
export interface Scene {
  /** World coordinates of the origin of device coordinates (f64). */
  frameOrigin: Vec3;
  /** World bounds of all geometry. */
  bounds: Box3;
  /** Geometry: merged into few meshes if placed once, separate if placed often. */
  meshes: Mesh[];
  /** Those that stand, then the movers. */
  instances: SceneInstance[];
  /** Motions of movers; absent: nothing moves. */
  motions?: readonly SampledMotion[];
  /** Placements of foliage that lets a part of the light through; absent: none. */
  media?: SceneMedium[];
  /** Possible surfaces of a hit; a hit of instance i on a triangle of group g is on surfaces[i.surfaceBase + g]. */
  surfaces: Surface[];
  materials: SceneMaterial[];
  /** Textures that the materials refer to by index. */
  textures: Texture[];
  names: LabelNames;
  /**
   * Direction of the front of objects with a known one, by number, of movers in their bodies: the angle from x about z,
   * radians; absent: none.
   */
  fronts?: Readonly<Record<number, number>>;
  /** The parts of files of which several objects were made; absent: none. */
  split?: readonly SplitPart[];
  /** The trees that generators made; absent: none. */
  stand?: Stand;
  /** Number of triangles, with every instance counted. */
  triangleCount: number;
  /** The reference systems that files state, part by part; absent: none. */
  references?: readonly StatedReference[];
}

/** A part of which several objects were made. */
export interface SplitPart {
  name: string;
  place: SourcePlace;
  /** Their numbers. */
  objects: Uint32Array;
}

/** A reference system that the file of a part states. */
export interface StatedReference {
  /** Its name, such as `EPSG:7415`, or the file's own words. */
  text: string;
  file: string;
  /** Place of the part. */
  place: SourcePlace;
  /** Whether the part was moved from its place in its file. */
  isMoved: boolean;
}

/** Whether a value is a scene, and not the description of one. */
export const isScene = (value: unknown): value is Scene =>
  typeof value === 'object' && value !== null && 'meshes' in value && 'instances' in value;

export interface SceneInstance {
  /** Index into `meshes`. */
  mesh: number;
  /** Mesh frame (including its origin) to world, f64; of a mover to its body. */
  transform: Affine;
  surfaceBase: number;
  /** Of a mover: index into `Scene.motions`; absent: it stands. */
  motion?: number;
}

/** A placement of a turbid medium. */
export interface SceneMedium {
  medium: VoxelMedium;
  /** Frame of its mesh (including its origin) to world, f64. */
  transform: Affine;
  /** Index into `Scene.surfaces` of its leaves. */
  surface: number;
}

/** The labels of one group of triangles in one instance. */
export interface Surface {
  /** From 1; 0 is "no object". */
  instance: number;
  /** Index into `Scene.materials`. */
  material: number;
  /** ASPRS class, 0…255 (LAS 1.4 table 17). */
  classification: number;
  /** The user's own class, 0…65535; 0 is "none". */
  semantic: number;
  /** Whether it is ground according to the file, although its class is not. */
  isGround?: true;
  /** Index of the first of the surfaces that its material's picture distinguishes; absent: none. */
  choices?: number;
}

/** The scattering of a material, with the reason. */
export interface ScatteringChoice {
  scattering: Scattering;
  reason: MaterialReason;
}

/** A material of the scene: its look in the files, and its scattering. */
export interface SceneMaterial extends MaterialLook, ScatteringChoice {
  /** Patterns of the label rules by which it replaces a file's material; absent: none. */
  labels?: string[];
  /** Names of the materials whose pictures contain it; absent: none. */
  pictures?: string[];
}

/** A file's material without the properties that define its scattering; its textures are those of the scene. */
export type MaterialLook = Omit<
  Material,
  | 'reflectance'
  | 'spectrum'
  | 'specular'
  | 'metallicRoughness'
  | 'transmission'
  | 'classification'
  | 'isGround'
  | 'plain'
  | 'textures'
> & { textures?: SceneMaterialTextures };

/** The reason for a material's scattering, from highest to lowest priority. */
export type MaterialReason =
  /** The survey describes the material with that name itself, or through `use`: an id or a file. */
  | { kind: 'survey'; use?: string }
  /** It was given with the object. */
  | { kind: 'object' }
  /** A label rule names a material of the catalogue. */
  | { kind: 'catalogue'; id: string }
  /** The file has its own reflectance: `helios_reflectance`, glTF extras. */
  | { kind: 'reflectance' }
  /** The file names a spectrum (`helios_spectra`), found under `id`. */
  | { kind: 'spectrum'; id: string }
  /** Its name contains words of the catalogue's material `id`. */
  | { kind: 'words'; id: string }
  /** The file states no reflectance, and that of HELIOS++ is assumed. */
  | { kind: 'assumed' }
  /** The file has Kd, Ks and Ns. */
  | { kind: 'specular' }
  /** The file has metallic-roughness. */
  | { kind: 'metallic-roughness' }
  /** The file has a colour, with this luminance. */
  | { kind: 'luminance' }
  /** Its name is a type of CityJSON, taken for the catalogue's material `id`. */
  | { kind: 'city-type'; id: string }
  /** Nothing is known: grey. */
  | { kind: 'grey' };

/** Names of all label ids, written to NAME.labels.json beside the output. */
export interface LabelNames {
  /** instance id → object name; index 0 is unused, and so are ids that no object has: the array may have holes. */
  instances: string[];
  materials: string[];
  /** Names of semantic classes by number; 0 is 'none'. */
  semantics: Readonly<Record<number, string>>;
  /** ASPRS classes that occur → name. */
  classes: Record<number, string>;
}

import type { Affine } from '../base/affine.js';
import type { SourcePlace } from '../base/errors.js';
import type { Scattering } from '../material/scattering.js';
import type { Physics } from '../scanner/physics.js';
import type { ClipChoice } from './animation/model-animation.js';
import type { PartAnimation } from './animation/part-animation.js';
import type { FrontName } from './front-axes.js';
import type { Material, Model } from './model.js';
import type { PartMotion, SceneClock, TrafficRecording } from './motion/part-motion.js';
import type { VoxelChoice } from './voxel-choice.js';

/** A survey's scene, with absolute paths, before any geometry is read. */
export interface SceneDescription {
  parts: ScenePart[];
  /** Tried in order. The first one that matches an object, group or material name decides, each field separately. */
  labels: LabelRule[];
  /** Numbers of semantic classes by name, with priority over the table. */
  semantics?: Readonly<Record<string, number>>;
  /** Names of classes from 64 on, by number; absent: none have names. */
  classNames?: Readonly<Record<number, string>>;
  materials: MaterialDescription[];
  /** Names of parts that other epochs have, or have as they were, whose labels and materials may fit nothing here. */
  elsewhere?: readonly string[];
  /**
   * Folders of material files, absolute; earlier ones have priority, the catalogue comes last. Absent: only the
   * catalogue.
   */
  materialFolders?: string[];
  /** Absolute folders with files that models may name, besides a model's own folder; absent: none. */
  modelFolders?: string[];
  /**
   * Interpretation of the reflectance and the gloss of materials in files; absent: as instruments see them, PHYSICS.si.
   */
  physics?: MaterialPhysics;
  /** The time of the run, in which parts move; absent: nothing moves, or the time is unknown. */
  clock?: SceneClock;
}

/** The switches of physics that concern materials. */
export type MaterialPhysics = Pick<Physics, 'gloss' | 'reflectance'>;

export interface ScenePart {
  name: string;
  source: FileSource | GeneratedSource;
  /** File frame to world, including axes and units; applied before the instance's own. */
  transform: Affine;
  placement: PartPlacement;
  /** The ground to which it is moved up or down from its place; absent: it stays there. */
  stand?: Standing;
  /**
   * Whether a part that is placed once is one object, or each node of its file; absent: see isOneObject.
   */
  objects?: 'part' | 'node';
  /** Where the front of its model looks, in the axes of the file; absent: as the format says, or unknown. */
  front?: FrontName;
  /** The motion of each of its placements; absent: it stands. */
  motion?: PartMotion;
  /** The recording that moves the traffic of its model; absent: it moves by itself. */
  recording?: TrafficRecording;
  /** The clip of its model that it plays; absent: it stands in the pose of its file. */
  animation?: PartAnimation;
  /** Id of the object formed by the part with all its placements; absent: objects and placements get ids in turn. */
  instance?: number;
  place: SourcePlace;
}

/** Whether a part, or something of it, moves. */
export const movesInRun = ({ motion, animation }: Pick<ScenePart, 'motion' | 'animation'>): boolean =>
  motion !== undefined || animation !== undefined;

/** Whether a part moves, or something of it, or the traffic on it, which leaves it a ground. */
export const hasMovers = (part: Pick<ScenePart, 'motion' | 'animation' | 'source'>): boolean =>
  movesInRun(part) || (part.source.kind === 'generated' && (part.source.movers ?? 0) > 0);

/** Position of a part relative to its ground. */
export interface Standing {
  /**
   * Name of the part that is its ground; absent: all ground surfaces (isGround) of parts that do not stand on others.
   */
  part?: string;
  /**
   * `surface`: the lowest vertex at the height of the surface below; `plane-lowest`: that vertex on a plane fitted to
   * the ground; `plane-closest`: no vertex below that plane, and one on it.
   */
  by: 'surface' | 'plane-lowest' | 'plane-closest';
  /** Whether each object of a part that is placed once stands by itself, by its origin; absent: all as one. */
  each?: true;
  /** The place that names its ground; absent: that of the part. */
  place?: SourcePlace;
}

export interface FileSource {
  kind: 'file';
  path: string;
  /** Further rasters that are one surface with it; absent: none. */
  tiles?: readonly string[];
  /** Level of detail to read from a CityJSON file; absent: the finest of each object. */
  lod?: string;
  /** Conversion of a cloud of points, or of a file of voxels, to surfaces; absent: a file of voxels as solid ones. */
  voxels?: VoxelChoice;
  /** The clip that it plays, and its pose; absent: none, and the pose of the file. */
  animation?: ClipChoice;
  /** Materials of its surfaces, in turn, in place of those of the file; absent: those of the file. */
  materials?: readonly Material[];
}

/** A computed model. Sources that differ only in the function give the same model. */
export interface GeneratedSource {
  kind: 'generated';
  /** Name of the generator. */
  generator: string;
  seed: number;
  triangles: number;
  /** Roughly the triangles that it keeps in memory: a geometry that is placed often counts once. */
  storedTriangles: number;
  /** Requested sizes by name; absent: none. */
  size?: Readonly<Record<string, number | undefined>>;
  /** Further requested properties, such as a season; absent: none. */
  details?: object;
  /** Number of bodies of its model that move by themselves; absent: none. */
  movers?: number;
  /** Path of the table with details. */
  table?: string;
  generate(): Promise<Model>;
}

export type PartPlacement =
  | { kind: 'once' }
  | ({ kind: 'list' } & Placements)
  /** A table as of `parsePlacements`; `ignore`: names of its columns that are meant to stay unread; absent: none. */
  | { kind: 'csv'; path: string; ignore?: readonly string[] }
  | ScatterPlacement;

/** Placements of a part. */
export interface Placements {
  transforms: Affine[];
  /** Facts of the object of each placement; absent: none are stated. */
  facts?: readonly PlacementFacts[];
}

/** Facts of the object of one placement. */
export interface PlacementFacts {
  /** What its name has behind that of its part; absent: its number. */
  id?: string;
  /** Its number; absent: that of its part, else the next free one. */
  instance?: number;
  /** Its semantic class, such as a species, on surfaces to which no label gives one; absent: none. */
  semantic?: string;
}

export interface ScatterPlacement {
  kind: 'scatter';
  count: number;
  seed: number;
  /** World rectangle. */
  min: readonly [number, number];
  max: readonly [number, number];
  scaleMin: number;
  scaleMax: number;
  /** Smallest distance between two of them, metres. */
  spacing: number;
  /** Name of the part on which they stand; absent: z = 0. */
  on?: string;
  /** The place of that name, or of the scattering; absent: that of the part. */
  place?: SourcePlace;
}

export interface LabelRule {
  /** Glob (`*`, `?`) matched, ignoring case, against `object`, `group` and material name, as `on` says. */
  match: string;
  /** Glob for the name of the part; absent: any part. */
  part?: string;
  on: 'any' | 'object' | 'group' | 'material';
  classification?: number;
  semantic?: string;
  /** Replaces the file's material. */
  material?: string;
  /** Whether it comes with a generator and not from the user, so that it may fit nothing. */
  builtIn?: true;
  place: SourcePlace;
}

export interface MaterialDescription {
  name: string;
  /** Absent: the survey states only its colour. */
  scattering?: Scattering;
  /** The texture of colours multiplies the reflectance, with a mean of 1. */
  relativeReflectance?: true;
  /** Id or absolute path of the source of `scattering`, if the survey names one. */
  use?: string;
  /** Linear RGBA, 0…1. */
  baseColor?: readonly [number, number, number, number];
  place: SourcePlace;
}

import type { Affine } from '../base/affine.js';
import type { SourcePlace } from '../base/errors.js';
import type { Scattering } from '../material/scattering.js';
import type { Model } from './model.js';

/** What a survey says about its scene, paths absolute, before any geometry is read. */
export interface SceneDescription {
  parts: ScenePart[];
  /** Tried in order, the first that fits an object, group or material name decides; each field separately. */
  labels: LabelRule[];
  /** Numbers of semantic classes by name, before those of the table. */
  semantics?: Readonly<Record<string, number>>;
  materials: MaterialDescription[];
  /** Folders of material files, absolute; those before weigh more, the catalogue least. Absent: only the catalogue. */
  materialFolders?: string[];
}

export interface ScenePart {
  name: string;
  source: FileSource | GeneratedSource;
  /** File frame to world, axes and units included; applied before the instance's own. */
  transform: Affine;
  placement: PartPlacement;
  place: SourcePlace;
}

export interface FileSource {
  kind: 'file';
  path: string;
}

/** A model that is computed. Sources alike but for the function make the same model. */
export interface GeneratedSource {
  kind: 'generated';
  /** Name of what makes it. */
  generator: string;
  seed: number;
  triangles: number;
  generate(): Promise<Model>;
}

export type PartPlacement =
  | { kind: 'once' }
  | { kind: 'list'; transforms: Affine[] }
  /** Columns x, y, z, heading (degrees clockwise from +y), scale, with a header line; x and y are required. */
  | { kind: 'csv'; path: string }
  | ScatterPlacement;

export interface ScatterPlacement {
  kind: 'scatter';
  count: number;
  seed: number;
  /** World rectangle. */
  min: readonly [number, number];
  max: readonly [number, number];
  scaleMin: number;
  scaleMax: number;
  /** Metres between two of them, at least. */
  spacing: number;
  /** Name of the part they stand on; absent: z = 0. */
  on?: string;
}

export interface LabelRule {
  /** Glob (`*`, `?`) matched without regard to case against `object`, `group` and material name, as `on` says. */
  match: string;
  on: 'any' | 'object' | 'group' | 'material';
  classification?: number;
  semantic?: string;
  /** Material that replaces the file's. */
  material?: string;
  place: SourcePlace;
}

export interface MaterialDescription {
  name: string;
  /** Absent: the survey only says its colour. */
  scattering?: Scattering;
  /** Id or absolute path of the material that `scattering` comes from, where the survey names one. */
  use?: string;
  /** Linear RGBA, 0…1. */
  baseColor?: readonly [number, number, number, number];
  place: SourcePlace;
}

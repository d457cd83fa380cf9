import { UserError } from '../../base/errors.js';
import { type Log, SILENT_LOG } from '../../base/log.js';
import type { Material, Model } from '../model.js';
import { UNDEFINED_GLOSS } from '../plain-gloss.js';
import type { MaterialPhysics } from '../scene-description.js';
import type { ImageDecoder } from './image/decode-image.js';
import type { VoxelChoice } from './voxels/voxel-choice.js';
import type { ByteBlocks } from './whole-lines.js';

/** What is taken of a file that holds a choice. */
export type ModelChoice = {
  /** Level of detail (CityJSON): `2.2`, or `2` for the finest of level 2. Absent: the finest of each object. */
  lod?: string;
  /** How a cloud of points, or a file of voxels, becomes surfaces. */
  voxels?: VoxelChoice;
};

/** What a scan needs of the pictures of a model. */
export interface PictureUse {
  /** Whether their colours are kept; absent: they are. */
  colors?: boolean;
  /** Whether a material scatters as the mean of its colours says; absent: any may. */
  colorDecides?(material: Material): boolean;
  /** Decodes an image; absent: `decodeImage`, in this thread. */
  decode?: ImageDecoder;
}

/** Options of all of subray's own loaders, under the key `subray` of loaders.gl's options. */
export type SceneLoaderOptions = ModelChoice & {
  /** Name of the file in messages. */
  file: string;
  log: Log;
  signal?: AbortSignal;
  /** Absent: everything is kept of pictures. */
  pictures?: PictureUse;
  /** Names of materials that are described elsewhere. */
  described?: ReadonlySet<string>;
  /** How reflectance and gloss are taken; absent: PHYSICS.si. */
  physics?: MaterialPhysics;
  /** Reads a file beside this one; throws UserError if it is missing. Absent: references are not followed. */
  readBeside?: (reference: string, maxBytes: number) => Promise<ArrayBuffer>;
};

/** loaders.gl's options with ours. */
export type OptionsWithScene = { subray?: Partial<SceneLoaderOptions> };

/** A reader of ours, in the form of a loader of loaders.gl, whose `parse` takes it; nothing of loaders.gl is needed. */
export interface SceneLoader {
  dataType: Model;
  batchType: Model;
  name: string;
  id: string;
  module: string;
  version: string;
  extensions: string[];
  mimeTypes: string[];
  binary: boolean;
  /** First bytes that identify the format. */
  tests: string[];
  options: OptionsWithScene;
  parse(bytes: ArrayBuffer, options?: OptionsWithScene): Promise<Model>;
  /** Yields the model as its only batch. */
  parseInBatches?(blocks: ByteBlocks, options?: OptionsWithScene): AsyncIterable<Model>;
}

/** Our options with defaults filled in. */
export function sceneOptions(options: OptionsWithScene | undefined): SceneLoaderOptions {
  return { file: 'scene', log: SILENT_LOG, ...options?.subray };
}

/** The material of surfaces about which the file has no information: mid grey, opaque. */
export function plainMaterial(name: string): Pick<Material, 'name' | 'baseColor'> {
  return { name, baseColor: [PLAIN_GREY, PLAIN_GREY, PLAIN_GREY, 1] };
}

/**
 * The same for files that HELIOS++ reads, too: with `physics.gloss: plain`, the material that it takes for one that no
 * MTL file describes.
 */
export function undescribedMaterial(name: string, physics: MaterialPhysics | undefined): Material {
  return { ...plainMaterial(name), ...(physics?.gloss === 'plain' && { plain: UNDEFINED_GLOSS }) };
}

/** Half of the light is reflected. */
const PLAIN_GREY = 0.5;

/** A fault in `file` as a whole. */
export function fileFault(file: string, message: string, hint?: string, cause?: unknown): UserError {
  return new UserError(message, { place: { file }, hint, cause });
}

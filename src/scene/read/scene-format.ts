import type { ClipChoice } from '../animation/model-animation.js';
import type { Model } from '../model.js';
import type { ElevationRaster } from './elevation-raster.js';
import type { ReadContext } from './read-context.js';
import type { ReadModelOptions } from './read-model-options.js';
import type { SceneFile } from './scene-file.js';

/** Meshes of a model that change their shapes in a clip: keys over the clip, triangles and vertices. */
export interface ShapeCounts {
  keys: number;
  triangles: number;
  vertices: number;
}

/** Everything that the rest of the program knows about a format of scene files. */
export interface SceneFormat {
  /** Its name in messages. */
  title: string;
  /** Endings of its paths, with the dot, in lower case. */
  endings: readonly [string, ...string[]];
  /** Media types under which its files are served; absent: none is usual. */
  mimeTypes?: readonly string[];
  /** First bytes that no other format has; absent: none are certain. */
  signature?: RegExp;
  /** First bytes that suggest this format for a file with an unknown ending; absent: none. */
  likely?: RegExp;
  /** The axis that points up by default. */
  up: 'y' | 'z';
  /** Whether its files may hold several levels of detail (`lod` of a part). */
  hasLevels?: true;
  /** Whether its files hold clips that are played (`animation` of a part). */
  hasClips?: true;
  /** Whether its files hold voxels, which become surfaces in several ways (`voxels` of a part). */
  hasVoxels?: true;
  /** Approximate bytes per triangle in a file, for estimates. */
  bytesPerTriangle: number;
  /**
   * Counts the triangles that the file stores, without reading them. Throws UserError if the file, or one that it
   * needs, is missing or of another kind. Undefined: its beginning does not say. Absent: the size gives a good
   * estimate.
   */
  count?(file: SceneFile, context: ReadContext): Promise<number | undefined>;
  /**
   * Numbers of texels of the images that the file names, without decoding them; images without a size at the beginning
   * of their file are left out. Absent: the format has no images.
   */
  pictures?(file: SceneFile, context: ReadContext): Promise<number[]>;
  /** Counts what a clip of the file bends, without reading its vertices. Absent: the format has no clips. */
  shapes?(file: SceneFile, choice: ClipChoice, context: ReadContext): Promise<ShapeCounts>;
  /** Reads the raster of heights in a file, of which `read` makes the model. Absent: the format is none of rasters. */
  readRaster?(file: SceneFile, options: ReadModelOptions, context: ReadContext): Promise<ElevationRaster>;
  /** Reads the model in a file. Its code is loaded on first use, so that surveys are checked without it. */
  read(file: SceneFile, options: ReadModelOptions, context: ReadContext): Promise<Model>;
}

import type { ClipChoice } from '../animation/model-animation.js';
import type { VoxelChoice } from '../voxel-choice.js';
import type { ElevationRaster } from './elevation-raster.js';
import type { ReadContext } from './read-context.js';

/** Options that choose among the contents of a file, and their form. */
export type ModelChoice = {
  /** Level of detail (CityJSON): `2.2`, or `2` for the finest of level 2. Absent: the finest of each object. */
  lod?: string;
  /** Further rasters that are one surface with the file; absent: none. */
  tiles?: readonly string[];
  /** The clip that is played; absent: none, the model stands. */
  animation?: ClipChoice;
  /** Conversion of a cloud of points, or of a file of voxels, to surfaces. */
  voxels?: VoxelChoice;
};

/** Options of the readers of scene files. */
export type ReadModelOptions = ModelChoice &
  Pick<ReadContext, 'log' | 'signal' | 'pictures' | 'described' | 'physics'> & {
    /** Name of the file in messages. */
    file: string;
    /** Heights of a raster as stored, without the scale, offset and unit that the file states; absent: with them. */
    asStored?: true;
    /** Reads the raster of heights beside this one, as stored; absent: the file is a part of another raster. */
    readRasterBeside?: (reference: string) => Promise<ElevationRaster>;
    /** Reads a file beside this one; throws UserError if it is missing. Absent: references are not followed. */
    readBeside?: (reference: string, maxBytes: number) => Promise<Uint8Array>;
  };

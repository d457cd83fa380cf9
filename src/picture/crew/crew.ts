import type { Box3 } from '../../base/vec3.js';
import type { DisplayTone } from '../../cloud/tone-mapping/display-tone.js';
import type { PictureColor, ValueRanges } from '../cloud/point-colors.js';
import type { CellSums, PointCounts } from '../cloud/point-tally.js';
import type { SplatGround } from '../cloud/prepare-splats.js';
import type { Projection } from '../cloud/projection.js';
import type { DepthImage } from '../cloud/splat.js';
import type { Raster } from '../raster/raster.js';
import type { Theme } from '../raster/theme.js';

/** A camera's image, and the picture made from it. */
export interface Exposure {
  camera: Projection;
  image: DepthImage;
  view: Raster;
}

/** Everything needed for the second pass over a cloud; plain data, so that it can be sent to threads. */
export interface Drawing {
  ground: SplatGround;
  color: PictureColor;
  ranges: ValueRanges;
  tone?: DisplayTone;
  theme: Theme;
  exposures: Exposure[];
}

/** The lookers at a cloud: one thread, or several that divide the work. Their number does not affect the result. */
export interface Crew {
  /** Memory shared by all lookers, all zero. */
  allocate(bytes: number): ArrayBufferLike;
  /** The box in which points are counted: from the cloud's header, or else of all points with a place. */
  bounds(): Promise<Box3>;
  /** Passes over all points once; returns the counts of each looker. */
  gather(sums: CellSums): Promise<PointCounts[]>;
  /** Passes over all points again, and draws them; returns, for each exposure, the number of points outside of it. */
  draw(drawing: Drawing): Promise<number[]>;
}

import type { Box3 } from '../../base/vec3.js';
import type { DisplayTone } from '../../cloud/tone-mapping/display-tone.js';
import type { PictureColor, ValueRanges } from '../cloud/point-colors.js';
import type { CellSums, PointCounts } from '../cloud/point-tally.js';
import type { SplatGround } from '../cloud/prepare-splats.js';
import type { Projection } from '../cloud/projection.js';
import type { DepthImage } from '../cloud/splat.js';
import type { Raster } from '../raster/raster.js';
import type { Theme } from '../raster/theme.js';

/** What a camera sees, and the picture that it becomes. */
export interface Exposure {
  camera: Projection;
  image: DepthImage;
  view: Raster;
}

/** All that the second look at a cloud needs; plain data, so that threads can be told. */
export interface Drawing {
  ground: SplatGround;
  color: PictureColor;
  ranges: ValueRanges;
  tone?: DisplayTone;
  theme: Theme;
  exposures: Exposure[];
}

/** Those who look at a cloud: one thread, or several that divide the work. They find the same however many they are. */
export interface Crew {
  /** Memory that all of them have, all zero. */
  allocate(bytes: number): ArrayBufferLike;
  /** The box within which points are counted; of all points that are somewhere, unless the cloud's header knows it. */
  bounds(): Promise<Box3>;
  /** Looks at all points once; what each of them has counted. */
  gather(sums: CellSums): Promise<PointCounts[]>;
  /** Looks at all points again, and draws them. */
  draw(drawing: Drawing): Promise<void>;
}

import type { Rigid } from '../base/rigid.js';
import type { Box3 } from '../base/vec3.js';
import type { OptionalKey, PointBatch } from '../cloud/point-batch.js';

/** Points in rows and columns. */
export interface CloudGrid {
  width: number;
  height: number;
}

/** What a file of points must know before the first point. */
export interface CloudHeader {
  /** Box that no point leaves, for choosing scale and offset. */
  bounds: Box3;
  /** Coordinate reference system as WKT, where the survey names one. */
  wkt?: string;
  /** `subray <version>`. */
  software: string;
  /** Day the file is said to be made on. */
  created: Date;
  /** Optional attributes that every batch has. */
  optional?: readonly OptionalKey[];
  /** Pose of the sensor in the frame of the coordinates, where there is one. */
  viewpoint?: Rigid;
  /** The points come row by row, `width · height` of them; absent: as many as come. Formats without rows ignore it. */
  grid?: CloudGrid;
}

export interface WrittenFile {
  path: string;
  points: number;
  bytes: number;
}

/** Takes points in order and leaves one finished file, or none. */
export interface PointSink {
  /** Must not be called again before it resolves; the batch may be reused after that. */
  write(batch: PointBatch): Promise<void>;
  /** Completes the file and gives it its final name. */
  finish(): Promise<WrittenFile>;
  /** Removes what was written so far. */
  abort(): Promise<void>;
}

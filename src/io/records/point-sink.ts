import type { Rigid } from '../../base/rigid.js';
import type { Box3 } from '../../base/vec3.js';
import type { OptionalKey, PointBatch, PointKey } from '../../cloud/point-batch.js';
import type { AmplitudeLimit } from '../../cloud/tone-mapping/amplitude-limits.js';
import type { WaveformBatch } from '../../cloud/waveform-batch.js';
import type { GeotiffRecords } from './geotiff-records.js';
import type { Quantization } from './quantization.js';

/** Points in rows and columns. */
export interface CloudGrid {
  width: number;
  height: number;
}

/** Properties of a file of points that must be known before the first point. */
export interface CloudHeader {
  /** Box that contains all points, for choosing scale and offset. */
  bounds: Box3;
  /** Scale and offset of formats with whole coordinates; absent: chosen. */
  quantization?: Quantization;
  /** Times are seconds of the GPS week; absent: adjusted standard GPS time. */
  weekTime?: boolean;
  /** Coordinate reference system as WKT; absent: none is stated. */
  wkt?: string;
  /** Without `wkt`: coordinates are those of a scene, in metres, which LAS says. */
  isLocal?: boolean;
  /** GeoTIFF keys of the same system, for LAS 1.2, which has no WKT. */
  geotiff?: GeotiffRecords;
  /** Names of classes from 64 on, which the standard leaves to users; absent: none have names. */
  classNames?: Readonly<Record<number, string>>;
  /** `subray <version>`. */
  software: string;
  /** Creation day stated in the file. */
  created: Date;
  /** Number of the flight line of all points, 1…65535, for LAS; absent: they are of several, or of none. */
  fileSourceId?: number;
  /** GUID of the project, 16 bytes as LAS has them; absent: none. */
  projectId?: Uint8Array;
  /** Optional attributes that every batch has. */
  optional?: readonly OptionalKey[];
  /**
   * Standard attributes that the cloud does not have, although every batch does: files leave them out; absent: none.
   */
  lacking?: readonly PointKey[];
  /**
   * The detection limits of all points, if their intensity is their amplitude, and an energy below the limit is an
   * exception; absent: energies cannot be derived from intensities.
   */
  amplitudeLimits?: readonly AmplitudeLimit[];
  /** A line about the data, for formats with comments. */
  comment?: string;
  /** Pose of the sensor in the world, if it has one: of frames, at their start. */
  viewpoint?: Rigid;
  /** Coordinates are in the sensor's frame at that pose; absent: in the world's, or in frames of their own. */
  inSensorFrame?: boolean;
  /**
   * The points arrive row by row, `width · height` of them; absent: any number of points. Formats without rows ignore
   * it.
   */
  grid?: CloudGrid;
}

/** A property of a cloud that a file does not hold exactly. */
export interface Loss {
  /** Name of the field. */
  of: string;
  /** Fate of the values, as the end of a sentence: `is beyond …, and written as the nearest value`. */
  what: string;
  /** Number of points that it concerns. */
  points: number;
}

export interface WrittenFile {
  path: string;
  points: number;
  bytes: number;
  /** Absent: the file holds all values exactly, to the steps of its format. */
  losses?: Loss[];
}

/** Takes points in order and writes one finished file, or none. */
export interface PointSink<Batch = PointBatch> {
  /**
   * Must not be called again before it resolves; then the batch may be reused. `waveforms` are those to which the
   * points belong; formats without waveforms ignore them.
   */
  write(batch: Batch, waveforms?: WaveformBatch): Promise<void>;
  /** Completes the file and gives it its final name. */
  finish(): Promise<WrittenFile>;
  /** Removes the data written so far. */
  abort(): Promise<void>;
}

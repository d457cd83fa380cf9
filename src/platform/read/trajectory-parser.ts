import type { Geoid } from '../../crs/geoid-grid.js';
import type { BodyAxes } from '../body-axes.js';
import type { Trajectory } from '../leg.js';
import type { ProjectionChoice } from '../map-projection.js';
import type { RotationOrder } from '../rotation-order.js';
import type { AttitudesBetween } from './pose-angles.js';
import type { TimeUnit } from './time-unit.js';
import type { RecordingRules } from './trajectory-builder.js';

/** Formats of recorded trajectories. */
export const TRAJECTORY_FORMATS = ['csv', 'sbet', 'nmea', 'helios', 'kitti'] as const;
export type TrajectorySource = (typeof TRAJECTORY_FORMATS)[number];

/** The values of a pose that may be read from a table. */
export const POSE_COLUMNS = [
  'time', 'x', 'y', 'z', 'latitude', 'longitude', 'roll', 'pitch', 'heading', 'qx', 'qy', 'qz', 'qw',
] as const; // biome-ignore format: a list of words
export type PoseColumn = (typeof POSE_COLUMNS)[number];

/** Columns of a table by name, or by number from 1. */
export type ColumnChoice = Partial<Record<PoseColumn, string | number>>;

/** Defaults of a recording's options. */
export const TRAJECTORY_DEFAULTS = Object.freeze({
  angles: 'deg',
  between: 'rotation',
  body: 'rfu',
  repeats: 'error',
  wander: 'ignore',
} as const);

/** Options for reading a recording; absent ones are as in TRAJECTORY_DEFAULTS, or as documented here. */
export interface TrajectoryOptions extends RecordingRules {
  /** Absent: by the file's ending. */
  format?: TrajectorySource;
  /** Times of poses of kitti, a word each: of the file beside them. */
  times?: readonly string[];
  /** Columns of csv and helios; absent: as in the header. */
  columns?: ColumnChoice;
  /** Unit of times in csv and helios; absent: as the header says or as their size shows. */
  timeUnit?: TimeUnit;
  /** Unit of attitudes in csv and helios. */
  angles?: 'deg' | 'rad';
  /**
   * Axes of the body whose attitudes csv has. With flu, angles are those of REP 103: roll about x, pitch
   * about y, yaw (heading) about z, counterclockwise from +x; the body is turned so that its y points forward.
   */
  body?: BodyAxes;
  /**
   * Order in which roll, pitch and heading form an attitude; absent: arinc705 for helios, otherwise heading-pitch-roll.
   */
  rotation?: RotationOrder;
  /** Interpolation of attitudes between two poses of csv and helios. */
  between?: AttitudesBetween;
  /**
   * Poses of csv and helios at which slopes hardly change are dropped: largest change of the slopes of x, y, z (m/s)
   * that is ignored, and, with `angles`, of roll, pitch and heading (rad/s). Absent: all are kept.
   */
  slopes?: { threshold: number; angles: boolean };
  /** The character between the columns of csv and helios; absent: as the file shows. */
  separator?: string;
  /** Projection of geographic positions; absent: local. */
  projection?: ProjectionChoice;
  /** Heights above the ellipsoid become heights above this geoid; absent: heights stay as recorded. */
  geoid?: Geoid;
  /**
   * Use of SBET's wander angle with the platform heading, without which that is the true heading; absent: as
   * `ignore`, with a warning.
   */
  wander?: 'ignore' | 'add' | 'subtract';
}

/** Takes the bytes of a recording as they arrive. */
export interface TrajectoryParser {
  push(bytes: Uint8Array): void;
  /** The trajectory, in the recording's own times. */
  finish(): Trajectory;
}

import type { Trajectory } from '../leg.js';
import type { ProjectionChoice } from '../map-projection.js';
import type { RotationOrder } from '../rotation-order.js';
import type { RecordingRules } from './trajectory-builder.js';

/** Formats of recorded trajectories. */
export const TRAJECTORY_FORMATS = ['csv', 'sbet', 'nmea', 'helios'] as const;
export type TrajectoryFormat = (typeof TRAJECTORY_FORMATS)[number];

/** What may be read of a pose from a table. */
export const POSE_COLUMNS = [
  'time', 'x', 'y', 'z', 'latitude', 'longitude', 'roll', 'pitch', 'heading', 'qx', 'qy', 'qz', 'qw',
] as const; // biome-ignore format: a list of words
export type PoseColumn = (typeof POSE_COLUMNS)[number];

/** Columns of a table by name, or by number from 1. */
export type ColumnChoice = Partial<Record<PoseColumn, string | number>>;

/** How a recording is read. */
export interface TrajectoryOptions extends RecordingRules {
  /** Absent: by the file's ending. */
  format?: TrajectoryFormat;
  /** Of csv and helios; absent: as the header says. */
  columns?: ColumnChoice;
  /** Unit of attitudes in csv and helios; absent: deg. */
  angles?: 'deg' | 'rad';
  /** How roll, pitch and heading make an attitude; absent: arinc705 for helios, else heading-pitch-roll. */
  rotation?: RotationOrder;
  /** Of geographic positions; absent: local. */
  projection?: ProjectionChoice;
  /** What is made of SBET's platform heading and wander angle; absent: the platform heading is the true heading. */
  wander?: 'ignore' | 'add' | 'subtract';
}

/** Takes the bytes of a recording as they come. */
export interface TrajectoryParser {
  push(bytes: Uint8Array): void;
  /** The trajectory, in the recording's own times. */
  finish(): Trajectory;
}

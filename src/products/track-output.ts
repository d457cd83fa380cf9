import type { SourcePlace } from '../base/errors.js';
import type { Tracked } from './tracked-objects.js';

/** The file with the tracks of objects. */
export interface TrackOutput {
  path: string;
  /** Moments a second; absent: those of frames, or the default. */
  rate?: number;
  objects: Tracked;
  place: SourcePlace;
}

/** A written file of tracks. */
export interface WrittenTracks {
  path: string;
  rows: number;
  bytes: number;
}

/** Columns of a table of tracks. */
export const TRACK_COLUMNS = [
  ...['time', 'scene_time', 'frame', 'id', 'name', 'class', 'x', 'y', 'z', 'qx', 'qy', 'qz', 'qw', 'heading'],
  ...['length', 'width', 'height', 'vx', 'vy', 'vz', 'wx', 'wy', 'wz', 'visible'],
] as const;

/** Rough size of a row, for estimates. */
export const BYTES_PER_ROW = 200;

/** The line with the names of the columns. */
export const TRACK_HEAD = `${TRACK_COLUMNS.join(',')}\n`;

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

/** What a file of tracks looks like. */
export interface TrackLayout {
  /** The line with the names of the columns. */
  head: string;
  /** Rough size of a row, for estimates. */
  bytesPerRow: number;
}

/** Columns of floating car data, as SUMO writes them in tables. */
export const FCD_COLUMNS = [
  ...['timestep_time', 'vehicle_id', 'vehicle_type', 'vehicle_x', 'vehicle_y', 'vehicle_z'],
  ...['vehicle_angle', 'vehicle_slope', 'vehicle_speed'],
] as const;

export const TABLE: TrackLayout = { head: `${TRACK_COLUMNS.join(',')}\n`, bytesPerRow: 200 };
export const FCD: TrackLayout = { head: `${FCD_COLUMNS.join(';')}\n`, bytesPerRow: 85 };

/** The layout of a file of tracks, by its ending. */
export const trackLayout = (path: string): TrackLayout => (/\.fcd\.csv$/i.test(path) ? FCD : TABLE);

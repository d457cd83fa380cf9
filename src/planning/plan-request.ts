import type { Rectangle } from '../scene/place/height-grid.js';
import type { Vec2 } from './flight/flight-lines.js';
import type { ProbeOptions } from './scene-probe.js';

/** What is asked of every plan; metres, seconds, radians. */
export interface PlanRequest {
  /** A survey (YAML) or a model. */
  scene: string;
  /** Id of the catalogue; absent: the survey's own. */
  scanner?: string;
  platform?: string;
  /** Absent: the scene's bounds. */
  area?: Rectangle;
}

/** A flight from an aircraft (als) or a small unmanned one (uav). Absent: see FLIGHT_DEFAULTS. */
export interface FlightRequest extends PlanRequest {
  kind: 'als' | 'uav';
  /** Of the scanner over the ground. */
  height: number;
  terrain?: 'constant' | 'following';
  /** What a constant height is counted from. */
  above?: 'highest' | 'mean';
  /** Angle across, radians; absent: the scanner's whole field, a quarter turn where it sees all round. */
  fieldOfView?: number;
  /** 0…1, less than 1. */
  overlap?: number;
  speed?: number;
  /** Clockwise from north; absent: along the longer side of the area. */
  heading?: number;
  /** Points a square metre over the block. */
  density?: number;
  /** Metres a second, of a path that follows the terrain. */
  climb?: number;
}

/** A drive. Absent: see DRIVE_DEFAULTS. */
export interface DriveRequest extends PlanRequest {
  kind: 'mls';
  /** Absent: along the longer side of the area, through its middle. */
  path?: readonly Vec2[];
  speed?: number;
}

/** Stations of a tripod. Absent: see STATION_DEFAULTS. */
export interface StationRequest extends PlanRequest {
  kind: 'tls';
  /** Share of the surface that can be seen at all, 0…1. */
  coverage?: number;
  stations?: number;
  /** From walls, metres. */
  clearance?: number;
  /** Share of what a station sees that one before it sees as well, 0…1. */
  registration?: number;
  /** Angle to its normal beyond which a surface does not count as seen, radians. */
  incidence?: number;
  seed?: number;
}

export type AnyRequest = FlightRequest | DriveRequest | StationRequest;
export type PlanOptions = ProbeOptions;

/** What holds where a flight says nothing else; speeds in metres a second. */
export const FLIGHT_DEFAULTS = Object.freeze({
  als: Object.freeze({ terrain: 'constant', speed: 60, speedMin: 30, speedMax: 120, overlap: 0.2 }),
  uav: Object.freeze({ terrain: 'following', speed: 5, speedMin: 1, speedMax: 20, overlap: 0.3 }),
  above: 'highest',
  /** Metres a second. */
  climb: 3,
});

export const DRIVE_DEFAULTS = Object.freeze({ platform: 'vehicle-roof', speed: 10 });

export const STATION_DEFAULTS = Object.freeze({
  platform: 'tripod',
  coverage: 0.95,
  stations: 50,
  clearance: 0.5,
  registration: 0,
  /** Flatter than this little light comes back, and spots grow long (Soudarissanane et al. 2011): 85°. */
  incidence: (85 * Math.PI) / 180,
  seed: 1,
});

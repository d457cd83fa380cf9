import type { Rectangle } from '../scene/place/height-grid.js';
import type { SurveyFormatOptions } from '../survey/survey-format.js';
import type { TieLines, Vec2 } from './flight/flight-lines.js';
import type { PlanSource } from './plan-source.js';
import type { ProbeOptions, SceneProbe } from './scene-probe.js';

/**
 * Densities that can be required: the median across a strip, the lowest of any place of the area, or the mean over the
 * area, overlaps included.
 */
export const DENSITY_MEASURES = ['strip', 'minimum', 'area'] as const;
export type DensityMeasure = (typeof DENSITY_MEASURES)[number];

/** Request for any plan; metres, seconds, radians. */
export interface PlanRequest {
  /** A survey (YAML) or a model. */
  scene: string;
  /** Id in the catalogue, or path of a scanner file (.yaml), or several of them; absent: the survey's own. */
  scanner?: string | readonly string[];
  /** Id of a platform, or of a system that holds several scanners, or a platform for each scanner. */
  platform?: string | readonly string[];
  /** Absent: the scene's bounds. */
  area?: Rectangle;
}

/** A flight of an aircraft (als) or a small unmanned one (uav). Defaults: see FLIGHT_DEFAULTS. */
export interface FlightRequest extends PlanRequest {
  kind: 'als' | 'uav';
  /** Corners of an area that is no rectangle, one after the other, in place of `area`. */
  outline?: readonly Vec2[];
  /** GeoJSON or KML file of its polygons, in place of both. */
  areaFile?: string;
  /** Lines across the others, for the adjustment of strips; absent: none. */
  tieLines?: TieLines;
  /** Height of the scanner above the ground. */
  height: number;
  terrain?: 'constant' | 'following';
  /** Reference of a constant height. */
  above?: 'highest' | 'mean';
  /** Angle across, radians; absent: the scanner's whole field, or a quarter turn if it sees all round. */
  fieldOfView?: number;
  /** Share of overlap, 0…1, less than 1. */
  overlap?: number;
  speed?: number;
  /** Clockwise from north; absent: along the longer side of the area, or the longest of its outline. */
  heading?: number;
  /** Points a square metre. */
  density?: number;
  /** Density that is meant: the mean over the area, or that of a strip or of the sparsest place. */
  densityOf?: DensityMeasure;
  /** Pulses a second of one laser; absent: the scanner's own, or what a density needs. */
  pulseRate?: number;
  /** Lines a second of one laser, of a mirror that swings to and fro cycles; absent: likewise. */
  lineRate?: number;
  /** Largest climb of a path that follows the terrain, metres a second. */
  climb?: number;
}

/** A drive. Defaults: see DRIVE_DEFAULTS. */
export interface DriveRequest extends PlanRequest {
  kind: 'mls';
  /** Absent: along the longer side of the area, through its middle. */
  path?: readonly Vec2[];
  speed?: number;
}

/** Stations of a tripod. Defaults: see STATION_DEFAULTS. */
export interface StationRequest extends PlanRequest {
  kind: 'tls';
  /** Share of the visible surface that the stations must see, 0…1. */
  coverage?: number;
  stations?: number;
  /** Distance from walls, metres. */
  clearance?: number;
  /** Share of the surface seen from a station that an earlier one also sees, 0…1. */
  registration?: number;
  /** Angle from its normal beyond which a surface does not count as seen, radians. */
  incidence?: number;
  seed?: number;
}

/** A request for a plan of any kind. */
export type AnyRequest = FlightRequest | DriveRequest | StationRequest;
/**
 * The source of a plan and its scene, for a program that has both already: the file that the request names is not read.
 */
export interface HeldPlan {
  source: PlanSource;
  openProbe(): Promise<SceneProbe>;
}

export interface PlanningOptions extends ProbeOptions {
  /** Reading options of another program's survey that has the scene. */
  survey?: SurveyFormatOptions;
  /** Source and scene already at hand; absent: those that the request names are read. */
  held?: HeldPlan;
}

/** Defaults of flights; speeds in metres a second. */
export const FLIGHT_DEFAULTS = Object.freeze({
  als: Object.freeze({ terrain: 'constant', speed: 60, speedMin: 30, speedMax: 120, overlap: 0.2 }),
  uav: Object.freeze({ terrain: 'following', speed: 5, speedMin: 1, speedMax: 20, overlap: 0.3 }),
  above: 'highest',
  densityOf: 'area',
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
  /** At flatter angles little light comes back, and spots grow long (Soudarissanane et al. 2011): 85°. */
  incidence: (85 * Math.PI) / 180,
  seed: 1,
});

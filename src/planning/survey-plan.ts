import { isRecording } from '../base/files/record-inputs.js';
import type { Vec3 } from '../base/vec3.js';
import type { Mount } from '../platform/leg.js';
import type { Scanner } from '../scanner/scanner.js';
import type { Rectangle } from '../scene/place/height-grid.js';
import type { StatedReference } from '../scene/scene.js';
import type { PlanMap } from './plan-map.js';
import type { PlanSource } from './plan-source.js';
import type { ScannerSection } from './scanner/choose-scanner.js';
import type { RangeZones } from './scanner/range-zones.js';
import type { Density } from './scanner/scan-density.js';
import type { Swath } from './scanner/swath.js';
import type { Surroundings } from './surroundings.js';

/** A leg of the written survey: its YAML, and its comment. */
export interface LegSection {
  section: Readonly<Record<string, unknown>>;
  comment: string;
}

/** Common part of every plan. Metres, seconds, radians. */
export interface SurveyPlan {
  source: PlanSource;
  scanner: Scanner;
  mount: Mount;
  area: Rectangle;
  legs: LegSection[];
  map: PlanMap;
  /** Reference systems that the scene's files state; absent: not asked for. */
  references?: readonly StatedReference[];
  /** Seconds of scanning, and total seconds. */
  scanTime: number;
  totalTime: number;
  /** Their sections in the survey. */
  sections: { scanner: ScannerSection; platform?: string; mount?: Readonly<Record<string, unknown>> };
  /** Decisions of the planner that a reader should know, one sentence each. */
  notes: string[];
}

/** Paths of the files that a plan was made from, as far as its `Files` noted them. */
export const planInputs = ({ source }: Pick<SurveyPlan, 'source'>): Iterable<string> =>
  isRecording(source.reading.files) ? source.reading.files.inputs : [];

/** A flight: parallel lines. */
export interface FlightPlan extends SurveyPlan {
  kind: 'als' | 'uav';
  /** Lines in order of flight, metres and seconds, with the scanner's path; those across the others come last. */
  lines: { name: string; length: number; time: number; path: readonly Vec3[] }[];
  /** Number of lines across the others, which densities and coverage leave out. */
  tieCount: number;
  /** Height of the scanner above the reference ground. */
  height: number;
  /** Reference of the height, and the height of that reference. */
  reference: 'highest' | 'mean' | 'terrain';
  ground: { low: number; mean: number; high: number };
  /** World height of the scanner, lowest and highest. */
  altitude: readonly [number, number];
  heading: number;
  speed: number;
  fieldOfView: number;
  /** Square metres of the area. */
  areaSize: number;
  /** Edges of the swath, metres from the platform for each metre of height: left and back are negative. */
  swath: Pick<Swath, 'left' | 'right' | 'back' | 'ahead'>;
  /** Width of the swath at the requested height. */
  swathWidth: number;
  spacing: number;
  overlap: number;
  pulseRateHz: number;
  /** Lines a second, of all lasers together; undefined for a pattern without consecutive lines. */
  lineRateHz?: number;
  density: FlightDensity;
  distances: PointDistances;
  /** Zones of the ranges at the pulse rate of a laser, and at the others that its maker lists. */
  zones: RangeZones & { others: RangeZones[] };
}

/** Points a square metre of a flight. */
export interface FlightDensity extends Density {
  /** Median across a strip at the requested height, over level ground. */
  median: number;
  /** Lowest of all places of the area, as the lines are flown over its ground. */
  minimum: number;
  /** Mean over the area, of the lines as they are flown. */
  area: number;
}

/** Metres between neighbouring points; undefined for a pattern without consecutive lines. */
export interface PointDistances {
  /** From line to line along the path. */
  along?: number;
  /** From point to point of a line: in its middle, and at the edge of the swath. */
  across?: number;
  acrossEdge?: number;
  /** Longest and shortest range. */
  rangeMin: number;
  rangeMax: number;
}

/** A drive along a path on the ground. */
export interface DrivePlan extends SurveyPlan {
  kind: 'mls';
  length: number;
  speed: number;
  pulseRateHz: number;
  lineRateHz?: number;
  /** Metres between lines along the path. */
  lineSpacing?: number;
  /** Metres between points of a line at `referenceRange`. */
  pointSpacing?: number;
  referenceRange: number;
  /** Pulses per metre of the way. */
  pulsesPerMetre: number;
}

/** A station: its place, the share of the surface that it adds, and that it shares with an earlier one. */
export interface PlannedStation {
  name: string;
  position: readonly [number, number, number];
  gain: number;
  shared: number;
  /** Surroundings of its scanner. */
  where: Surroundings['kind'];
}

/** Stations of a tripod. */
export interface StationPlan extends SurveyPlan {
  kind: 'tls';
  stations: PlannedStation[];
  /** Share of the visible surface that the stations see together, and the requested share. */
  coverage: number;
  wanted: number;
  /** Places that were tried, points of the surface, and the number of points that no place sees. */
  candidates: number;
  targets: number;
  unseen: number;
  /** Seconds at one station. */
  stationTime: number;
}

/** A plan of any kind. */
export type AnyPlan = FlightPlan | DrivePlan | StationPlan;

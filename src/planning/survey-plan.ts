import type { Mount } from '../platform/leg.js';
import type { Scanner } from '../scanner/scanner.js';
import type { Rectangle } from '../scene/place/height-grid.js';
import type { PlanMap } from './plan-map.js';
import type { PlanSource } from './plan-source.js';
import type { ScannerSection } from './scanner/choose-scanner.js';
import type { Density } from './scanner/scan-density.js';

/** A leg of the survey that is written: YAML, and what its comment says. */
export interface LegSection {
  section: Readonly<Record<string, unknown>>;
  comment: string;
}

/** What every plan has. Metres, seconds, radians. */
export interface SurveyPlan {
  source: PlanSource;
  scanner: Scanner;
  mount: Mount;
  area: Rectangle;
  legs: LegSection[];
  map: PlanMap;
  /** Seconds of scanning, and in all. */
  scanTime: number;
  totalTime: number;
  /** How the survey names them. */
  sections: { scanner: ScannerSection; platform?: string; mount?: Readonly<Record<string, unknown>> };
  /** What the planner decided and a reader should know, a sentence each. */
  notes: string[];
}

/** A flight: parallel lines. */
export interface FlightPlan extends SurveyPlan {
  kind: 'als' | 'uav';
  lines: { name: string; length: number; time: number }[];
  /** Of the scanner over the reference ground. */
  height: number;
  /** What the height is counted from, and how high that lies. */
  reference: 'highest' | 'mean' | 'terrain';
  ground: { low: number; mean: number; high: number };
  /** World height of the scanner, lowest and highest. */
  altitude: readonly [number, number];
  heading: number;
  speed: number;
  fieldOfView: number;
  /** At the wished height. */
  swathWidth: number;
  spacing: number;
  overlap: number;
  pulseRateHz: number;
  density: Density;
  distances: PointDistances;
}

/** Metres between neighbouring points; undefined where a pattern has no lines that follow one another. */
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
  /** Pulses for each metre of the way. */
  pulsesPerMetre: number;
}

/** Stations of a tripod. */
export interface StationPlan extends SurveyPlan {
  kind: 'tls';
  stations: { name: string; position: readonly [number, number, number]; gain: number; shared: number }[];
  /** Share of the surface that can be seen from anywhere which the stations see together, and what was wished. */
  coverage: number;
  wanted: number;
  /** Places that were tried, points of the surface, and how many of them nothing sees. */
  candidates: number;
  targets: number;
  unseen: number;
  /** Seconds of one station. */
  stationTime: number;
}

export type AnyPlan = FlightPlan | DrivePlan | StationPlan;

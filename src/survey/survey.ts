import type { SourcePlace } from '../base/errors.js';
import type { Vec3 } from '../base/vec3.js';
import type { Leg } from '../platform/leg.js';
import type { Scanner } from '../scanner/scanner.js';
import type { ScenePlan } from '../scene/scene-plan.js';

/** A survey, read and resolved: catalogue ids looked up, defaults filled in, paths absolute, units SI. */
export interface Survey {
  name: string;
  /** The survey file, absolute. */
  file: string;
  seed: number;
  scene: ScenePlan;
  scanner: Scanner;
  /** Scanner on the platform: position and attitude of its frame in the body's. */
  mount: { position: Vec3; heading: number; pitch: number; roll: number };
  legs: Leg[];
  footprint: Footprint;
  atmosphere: { /** Extinction coefficient, 1/m, one way. */ extinction: number };
  intensity: IntensityScale;
  outputs: OutputPlan[];
  /** WKT of the coordinate reference system, for LAS. */
  wkt?: string;
}

/** How a pulse is split into subrays. */
export interface Footprint {
  /** HELIOS-style rings (1, 7, 19, 37, …) or points drawn in the disc for each pulse. */
  pattern: 'rings' | 'disc';
  subrays: number;
  weights: 'gaussian' | 'uniform';
}

/** How energy becomes the 16-bit intensity: decibel: 100 a dB above the detection limit; linear: 65535 at `full` joules. */
export type IntensityScale = { kind: 'decibel' } | { kind: 'linear'; full: number };

export interface OutputPlan {
  /** Absolute. */
  path: string;
  format: 'las' | 'ply' | 'csv' | 'xyz';
  pointFormat: 6 | 7 | 8;
  /** Metres; absent: chosen from the extent. */
  scale?: number;
  place: SourcePlace;
}

import type { Vec3 } from '../base/vec3.js';

/** Attitude of a body (x right, y forward, z up) in the world: heading clockwise from +y, pitch nose up, roll right side down; radians. */
export interface Attitude {
  heading: number;
  pitch: number;
  roll: number;
}

/** One stretch of a survey during which the scanner runs. World coordinates, metres, seconds. */
export interface Leg {
  name: string;
  /** LAS point source id, 1…65535. */
  pointSourceId: number;
  path: StationPath | StraightPath;
  /** Azimuth sector that is scanned, clockwise from body +y; a full turn unless given. */
  azimuthStart: number;
  azimuthEnd: number;
  /** Adjusted standard GPS time of the first pulse. */
  startTime: number;
}

/** A tripod: stands still while the scanner turns through its sector once (polygon) or `duration` seconds (spinning). */
export interface StationPath {
  kind: 'station';
  position: Vec3;
  attitude: Attitude;
  /** Seconds; absent: one turn. */
  duration?: number;
}

/** A straight line at constant speed. */
export interface StraightPath {
  kind: 'straight';
  from: Vec3;
  to: Vec3;
  /** Metres a second. */
  speed: number;
  attitude: Attitude;
}

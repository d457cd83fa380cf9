import type { SourcePlace } from '../base/errors.js';
import type { Vec3 } from '../base/vec3.js';

/**
 * Attitude of a body (x right, y forward, z up) in the world: heading clockwise from +y, pitch nose up, roll right side
 * down; radians.
 */
export interface Attitude {
  heading: number;
  pitch: number;
  roll: number;
}

/** Scanner on the platform: the pose of its frame in the body's. */
export interface Mount extends Attitude {
  position: Vec3;
}

/** One part of a survey during which the scanner runs. World coordinates, metres, seconds. */
export interface Leg {
  name: string;
  /** Name of the strip that it belongs to; absent: its own. */
  strip?: string;
  /** LAS point source id, 1…65535. */
  pointSourceId: number;
  path: StationPath | StraightPath | RecordedPath;
  /** Sector that the head turns through, clockwise from body +y; backwards if the end is the smaller angle. */
  azimuthStart: number;
  azimuthEnd: number;
  /** Running time of deflector and head when the first pulse leaves, seconds; absent: 0. */
  warmup?: number;
  /** Mount of the scanner in this leg; absent: that of the instrument. */
  mount?: Mount;
  /** What its reported pose has too much, along the axes of the world, in place of what its noise would draw once. */
  registrationError?: Mount;
  /** Adjusted standard GPS time of the first pulse. */
  startTime: number;
  /** Its place in the survey, for messages. */
  place?: SourcePlace;
}

/**
 * A tripod: stands still while the scanner turns through its sector once (polygon) or `duration` seconds (spinning).
 */
export interface StationPath {
  kind: 'station';
  position: Vec3;
  attitude: Attitude;
  /** Seconds; absent: one turn. */
  duration?: number;
  /** The ground that heights are measured from; absent: the world's z = 0. */
  ground?: GroundSide;
}

/** The ground at a place: the highest surface that is ground, or the lowest. */
export type GroundSide = 'highest' | 'lowest';

/** A straight line at constant speed. */
export interface StraightPath {
  kind: 'straight';
  from: Vec3;
  to: Vec3;
  /** Metres a second. */
  speed: number;
  attitude: Attitude;
  /** The ground that heights of both ends are measured from; absent: the world's z = 0. */
  ground?: GroundSide;
}

/**
 * A path defined by poses: recorded, or made of waypoints. Between two poses the position is linear, and the attitude
 * turns at a constant rate.
 */
export interface RecordedPath {
  kind: 'recorded';
  trajectory: Trajectory;
  /** The ground at one place, from which all heights are measured; absent: the world's z = 0. */
  ground?: { side: GroundSide; at: readonly [x: number, y: number] };
}

/** Poses of a body over time. */
export interface Trajectory {
  /** Seconds, strictly increasing; the times of a leg's path start at 0. At least two. */
  times: Float64Array;
  /** World, metres: x y z of each pose. */
  positions: Float64Array;
  /** Body (x right, y forward, z up) to world: unit quaternions x y z w of each pose. */
  orientations: Float64Array;
}

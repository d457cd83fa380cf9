import type { Vec3 } from '../base/vec3.js';
import type { Deflector } from './deflectors/index.js';

export type { Deflector };

/** An instrument: what a pulse is, where it goes, what the receiver makes of it. SI units, angles in radians. */
export interface Scanner {
  id: string;
  name: string;
  wavelengthNm: number;
  divergence: Divergence;
  /** Radius (1/e²) of the beam where it leaves the instrument, metres. */
  exitRadius: number;
  pulse: {
    /** Energy of one pulse, joules. */
    energy: number;
    /** Full width at half maximum, seconds. */
    duration: number;
  };
  receiver: {
    /** Diameter of the aperture, metres. */
    diameter: number;
    /** η_sys: transmission of emitting and receiving optics together, 0…1. */
    efficiency: number;
  };
  detection: Detection;
  /** The lasers, in the order of their numbers; all of them fire at every shot of the deflector. At least one. */
  channels: LaserChannel[];
  deflector: Deflector;
  /** A head that carries the deflector round; absent: it does not turn, or as the deflector says. */
  head?: Head;
  /** Where the numbers come from. */
  source: string;
}

/** 1/e² half angles of the beam, radians: along its right-hand direction, which is level in the deflector's frame, and across it. */
export interface Divergence {
  horizontal: number;
  vertical: number;
}

export interface Detection {
  rangeMin: number;
  rangeMax: number;
  /** Received energy of an echo below which nothing is recorded, joules. */
  minEnergy: number;
  /** Returns recorded of one pulse, 1…15. */
  maxReturns: number;
  /** Two targets nearer to each other than this (metres) give one return. */
  rangeResolution: number;
  /** Standard deviation of a measured range, metres: at range R it is rangeNoise + rangeNoisePerMetre · R. */
  rangeNoise: number;
  /** By how much it grows with the range, metres a metre. */
  rangeNoisePerMetre: number;
  /**
   * Standard deviation of the angle that is read about the axis which the head turns about, radians; where no head turns, about
   * the beam's right-hand direction, the axis of a polygon or an oscillating mirror. One error for all returns of a pulse.
   */
  axisAngleNoise: number;
  /** Standard deviation of the ray's direction as it is read, each of the two ways across the ray, radians; likewise. */
  rayAngleNoise: number;
}

/** One laser: how the frame of its deflector (undeflected beam +y) lies in the head's (x right, y forward, z up). */
export interface LaserChannel {
  /** Pitch of the deflector's frame; of an undeflected beam its elevation. */
  elevation: number;
  /** Heading of the deflector's frame, clockwise from above; added to the head's azimuth. */
  azimuthOffset: number;
  /** Roll of the deflector's frame about the undeflected beam, right side down. */
  roll: number;
  /** Where the beam leaves, in the head's frame, metres. */
  origin: Vec3;
  /** After the shot began, seconds. */
  fireTime: number;
  /** Direction in which light enters a Risley deflector, unit vector in the deflector's frame; absent: +y. */
  incident?: Vec3;
  /** Nearer and farther targets are not recorded; absent: as Detection says. */
  rangeMin?: number;
  rangeMax?: number;
}

/** What turns the deflector about an axis fixed in the scanner. */
export interface Head {
  /** Unit vector in the scanner's frame; angles count clockwise seen from its tip. */
  axis: Vec3;
  /** Radians a second; legs whose sector is written backwards turn it the other way. */
  rate: number;
}

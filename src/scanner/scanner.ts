import type { Vec3 } from '../base/vec3.js';

/** An instrument: what a pulse is, where it goes, what the receiver makes of it. SI units, angles in radians. */
export interface Scanner {
  id: string;
  name: string;
  wavelengthNm: number;
  /** 1/e² half angle of the beam. */
  divergence: number;
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
  deflector: Deflector;
  /** Where the numbers come from. */
  source: string;
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
  /** Standard deviation of a measured range, metres. */
  rangeNoise: number;
}

export type Deflector = SpinningArray | RotatingPolygon;

/** A stack of lasers on a spinning head (Velodyne, Hesai). Azimuth turns clockwise seen from above, 0 at body +y. */
export interface SpinningArray {
  kind: 'spinning';
  /** Revolutions a second. */
  rotationRateHz: number;
  /** Time from one firing of the whole stack to the next, seconds. */
  firingPeriod: number;
  channels: LaserChannel[];
}

export interface LaserChannel {
  elevation: number;
  /** Added to the head's azimuth. */
  azimuthOffset: number;
  /** Where the beam leaves, in the head's frame (x right, y forward, z up), metres. */
  origin: Vec3;
  /** Within the firing, seconds. */
  fireTime: number;
}

/** A polygon mirror that sweeps vertical lines while the head turns about z (RIEGL VZ class). */
export interface RotatingPolygon {
  kind: 'polygon';
  /** Pulses a second while the mirror is in its window. */
  pulseRateHz: number;
  elevationMin: number;
  elevationMax: number;
  /** Angle between two pulses of a line, radians. */
  verticalStep: number;
  /** Angle between two lines, radians. */
  horizontalStep: number;
  /** Angle that one facet sweeps, window included; a line takes this long. Absent: the window alone. */
  facetAngle?: number;
  /** Lines a second at most. */
  lineRateMaxHz: number;
  /** The beam leaves here, in the head's frame, metres. */
  origin: Vec3;
}

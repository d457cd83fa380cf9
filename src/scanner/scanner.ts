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
  /** The lasers, in the order of their numbers; all of them fire at every shot of the deflector. At least one. */
  channels: LaserChannel[];
  deflector: Deflector;
  /** A head that carries the deflector round; absent: it does not turn, or as the deflector says. */
  head?: Head;
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

/** How a deflector spreads shots over angles; every kind is a function of the shot's number alone. */
export type Deflector =
  | SpinningArray
  | RotatingPolygon
  | FibreLine
  | ScanLines
  | OscillatingMirror
  | ConicMirror
  | PalmerMirror
  | RisleyPrisms
  | MemsMirror
  | ShotPattern;

/** Lasers on a spinning head (Velodyne, Hesai); nothing deflects them. Azimuth turns clockwise seen from above, 0 at body +y. */
export interface SpinningArray {
  kind: 'spinning';
  /** Revolutions a second. */
  rotationRateHz: number;
  /** Time from one firing of the whole stack to the next, seconds. */
  firingPeriod: number;
}

/** A polygon mirror that sweeps lines about the frame's x axis, on a head that may turn about z (RIEGL VZ, VQ, VUX). */
export interface RotatingPolygon {
  kind: 'polygon';
  /** Pulses a second while the mirror is in its window. */
  pulseRateHz: number;
  elevationMin: number;
  elevationMax: number;
  /** Angle between two pulses of a line, radians. */
  verticalStep: number;
  /** Angle between two lines, radians; 0: the head stands still. */
  horizontalStep: number;
  /** Angle that one facet sweeps, window included; a line takes this long. Absent: the window alone. */
  facetAngle?: number;
  /** Lines a second at most. */
  lineRateMaxHz: number;
  /** Inclination of each facet to the shaft, in the order in which they pass; absent: one facet, parallel to it. */
  facetTilts?: number[];
  /** Inclination of the shaft to the plane across the incoming beam; absent: 0. */
  shaftInclination?: number;
  /** Elevation of a leg's first pulse, from which the facet under way goes on; absent: the start of the window. */
  startElevation?: number;
}

/** Fibres side by side, fired one after the other (TopoSys Falcon): elevations −halfAngle + k · 2 halfAngle / fibres. */
export interface FibreLine {
  kind: 'line';
  pulseRateHz: number;
  halfAngle: number;
  fibres: number;
}

/** Straight lines across the frame's x axis at even angles: all the same way, or to and fro (López et al. 2025). */
export interface ScanLines {
  kind: 'parallel' | 'zigzag';
  pulseRateHz: number;
  /** Lines a second. */
  scanRateHz: number;
  fieldOfView: number;
}

/** A mirror that swings to and fro (Leica ALS, Optech ALTM). */
export interface OscillatingMirror {
  kind: 'oscillating';
  pulseRateHz: number;
  /** Whole cycles, to and fro, a second: two lines each. */
  scanRateHz: number;
  halfAngle: number;
  /** Of the angle over time: even, with turns of some pulses at both ends, or a sine. */
  motion: 'linear' | 'sinusoidal';
  /** Pulses that a turn takes, an even number; 0: none. Of a linear motion. */
  turningPulses: number;
}

/** A beam that goes round on a cone about the undeflected one; seen along it, clockwise or not as the sign of the rate. */
export interface ConicMirror {
  kind: 'conic';
  pulseRateHz: number;
  rotationRateHz: number;
  /** Half angle of the cone along the frame's x axis, and along its z axis. */
  halfAngleAcross: number;
  halfAngleAlong: number;
}

/** A plane mirror that nutates about a shaft: the scan of Palmer, an oval. */
export interface PalmerMirror {
  kind: 'palmer';
  pulseRateHz: number;
  rotationRateHz: number;
  /** Angle between the mirror's normal and the shaft. */
  mirrorTilt: number;
  /** Angle between the shaft and the incoming beam; the undeflected beam is that of a mirror square to the shaft. */
  incidence: number;
}

/** Up to three wedge prisms that turn about the undeflected beam (Livox). */
export interface RisleyPrisms {
  kind: 'risley';
  pulseRateHz: number;
  /** Refractive index of the air between. */
  airIndex: number;
  /** In the order in which light passes them. */
  prisms: RisleyPrism[];
}

export interface RisleyPrism {
  /** Angle between its two faces; positive: the inclined face meets the light first, negative: it is the second. */
  angle: number;
  refractiveIndex: number;
  /** Signed. */
  rotationRateHz: number;
}

/** A mirror that tilts about two axes (MEMS, galvanometers). */
export interface MemsMirror {
  kind: 'mems';
  pulseRateHz: number;
  /** Azimuth of the beam, to the right, and its elevation. */
  horizontal: MirrorSwing;
  vertical: MirrorSwing;
}

export interface MirrorSwing {
  /** Largest angle of the beam, radians. */
  amplitude: number;
  rateHz: number;
  /** Of a cycle at the first shot, 0…1. */
  phase: number;
  waveform: 'sine' | 'triangle' | 'sawtooth';
}

/** Any pattern: a direction for every shot, over and over. */
export interface ShotPattern {
  kind: 'pattern';
  pulseRateHz: number;
  /** Unit vectors in the deflector's frame, x y z of one shot after the other. */
  directions: Float64Array;
}

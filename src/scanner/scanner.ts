import type { Vec3 } from '../base/vec3.js';
import type { Artefacts } from './artefacts/index.js';
import type { BinSettings } from './bin-settings.js';
import type { Deflector } from './deflectors/index.js';
import type { DetectionMethod } from './detection-method.js';
import type { Physics } from './physics.js';
import type { SamplingReceiver } from './receiver/receiver.js';
import type { ReturnMode } from './return-mode.js';
import type { SystematicErrors } from './systematic-errors.js';

export type { Deflector };

/** An instrument: its pulses, their directions, its receiver. SI units, angles in radians. */
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
    /**
     * Near range in which beam and field of view overlap in part: the share that the receiver sees rises linearly from
     * 0 at `from` to 1 at `to`, metres. Absent: it sees everything.
     */
    overlap?: { from: number; to: number };
  };
  detection: Detection;
  /** Absent: returns are the peaks of the waveform itself, without noise. */
  sampling?: SamplingReceiver;
  /** The lasers, in the order of their numbers. All of them fire at every shot of the deflector. At least one. */
  channels: LaserChannel[];
  deflector: Deflector;
  /** First shots of scan lines: as the laser's clock has it, which runs on (absent), or at the start of each line. */
  lines?: Physics['lines'];
  /** A head that turns the deflector. Absent: it does not turn, or the deflector turns itself. */
  head?: Head;
  /** Source of the numbers. */
  source: string;
}

/**
 * 1/e² half angles of the beam, radians: along its right-hand direction, which is level in the deflector's frame, and
 * across it.
 */
export interface Divergence {
  horizontal: number;
  vertical: number;
}

/** Limits and errors of the receiver. */
export interface Detection {
  rangeMin: number;
  rangeMax: number;
  /**
   * Method by which hits become returns: as peaks of the received waveform (the default), or as clusters along range,
   * with gaps of more than `rangeResolution` between them.
   */
  method?: DetectionMethod;
  /**
   * Smallest received energy of a recorded echo, joules. A peak is recorded if it has the power of such an echo from a
   * surface that does not lengthen the pulse.
   */
  minEnergy: number;
  /** Maximum number of returns recorded of one pulse, 1…15, if `returns` does not choose some. */
  maxReturns: number;
  /** Choice among a pulse's returns; absent: all are recorded. */
  returns?: ReturnMode;
  /** Two targets closer together than this (metres) form one cluster. */
  rangeResolution: number;
  /** The waveform where returns are its highest bins (`physics.echoes: bins`); absent: BINS_DEFAULTS. */
  bins?: BinSettings;
  /** Standard deviation of a measured range, metres. At range R it is rangeNoise + rangeNoisePerMetre · R. */
  rangeNoise: number;
  /** Instead of `rangeNoise`, which is 0 then: an expression, see `parseRangeNoise`. */
  rangeNoiseFormula?: string;
  /** Growth of the standard deviation with the range, metres a metre. */
  rangeNoisePerMetre: number;
  /**
   * Standard deviation of the angle read about the head's axis, radians. If no head turns: about the beam's right-hand
   * direction, the axis of a polygon or an oscillating mirror. All returns of a pulse share one error.
   */
  axisAngleNoise: number;
  /**
   * Standard deviation of the measured ray direction, radians, each of the two ways across the ray. All returns of a
   * pulse share one error.
   */
  rayAngleNoise: number;
  /** Errors that follow from the angle of the beam; absent: none. */
  systematicErrors?: SystematicErrors;
  /** Effects besides measuring; absent: none. */
  artefacts?: Artefacts;
}

/** One laser: the pose of its deflector's frame (undeflected beam +y) in the head's (x right, y forward, z up). */
export interface LaserChannel {
  /** Pitch of the deflector's frame; for an undeflected beam, its elevation. */
  elevation: number;
  /** Heading of the deflector's frame, clockwise as seen from above; added to the head's azimuth. */
  azimuthOffset: number;
  /** Roll of the deflector's frame about the undeflected beam, right side down. */
  roll: number;
  /** Point where the beam leaves, in the head's frame, metres. */
  origin: Vec3;
  /** Delay after the start of the shot, seconds. */
  fireTime: number;
  /** Direction in which light enters a Risley deflector, unit vector in the deflector's frame; absent: +y. */
  incident?: Vec3;
  /** Range limits of recorded targets; absent: those of Detection. */
  rangeMin?: number;
  rangeMax?: number;
}

/** A head that turns the deflector about an axis fixed in the scanner. */
export interface Head {
  /** Unit vector in the scanner's frame; angles are clockwise as seen from its tip. */
  axis: Vec3;
  /** Radians a second. Legs whose sector is written backwards turn it the other way. */
  rate: number;
}

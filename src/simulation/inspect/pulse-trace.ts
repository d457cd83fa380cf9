import type { PointBatch } from '../../cloud/point-batch.js';
import type { WaveformOfPulse } from './pulse-waveform.js';

/** A point or a unit vector, x y z. */
export type Triple = [number, number, number];

/** A beam: its origin at the instrument, and its axis. */
export interface PulseBeam {
  origin: Triple;
  direction: Triple;
}

/**
 * The subrays of a pulse, an entry each (vectors: three, x y z). World coordinates; NaN where a subray meets nothing.
 */
export interface PulseSubrays {
  count: number;
  /** Origins at the instrument, metres. */
  starts: Float64Array;
  /** Unit vectors. */
  directions: Float32Array;
  /** Metres from their origins. */
  ranges: Float32Array;
  /** Ends of the subrays. */
  ends: Float64Array;
  /** Incidence angle at the hit, radians, 0…π/2. */
  incidenceAngles: Float32Array;
  /** Energy that comes back to the receiver, joules; 0 without a hit, or if nothing comes back. */
  energies: Float32Array;
  /** Labels of the hits, as points have them: object, material, semantic and ASPRS class; 0 without a hit. */
  objects: Uint32Array;
  materials: Uint16Array;
  semantics: Uint16Array;
  classes: Uint8Array;
  /** Index of the subray's echo in `echoes`; −1 for none. For bins, whose returns share hits, the last one. */
  echoes: Int8Array;
}

/**
 * An echo that the receiver found, before noise of ranges and angles, artefacts, choice of returns and restrictions.
 */
export interface PulseEcho {
  /** Metres. */
  range: number;
  /** Joules. */
  energy: number;
  /** Subrays that contributed; 0: a false alarm. */
  subrays: number;
}

/** The returns of a pulse in the cloud. */
export interface PulseReturns {
  /**
   * Points of the cloud: in its coordinates, with all its attributes. `waveform` counts the parts of this pulse alone.
   */
  points: PointBatch;
  /** The same before errors of the pose, in the world, x y z each. */
  positions: Float64Array;
}

/** The reason why a return is missing. */
export type MissingReason =
  /** The instrument does not fire here: the pulse belongs to a part of its cycle in which it is silent. */
  | 'silent'
  /** No subray hits anything, or no hit sends light back. */
  | 'nothing-met'
  | 'nothing-comes-back'
  /** Nearer or farther than the laser's limits, or so near to these that noise may have moved its range over them. */
  | 'below-range-min'
  | 'beyond-range-max'
  /** HELIOS++ loses the whole pulse (`physics.blindZone`). */
  | 'blind-zone'
  /** Weaker than the least echo; of a sampling receiver, its detector does not find it. */
  | 'below-threshold'
  | 'not-detected'
  /** The instrument records no more of a pulse. */
  | 'too-many-returns'
  /** It is part of another echo, since they are too close. */
  | 'merged'
  /** An artefact of the instrument takes it away, or its choice of returns does. */
  | 'artefacts'
  | 'return-choice'
  /** A restriction drops the whole pulse. */
  | 'restricted';

/** A return that the cloud does not have. */
export interface MissingReturn {
  reason: MissingReason;
  /** Its expected range, metres; absent for a whole pulse. */
  range?: number;
  /** Energy that came back, joules. */
  energy?: number;
  /** The value found, and the limit that it misses: metres, watts (of clusters joules) or a number of returns. */
  found?: number;
  limit?: number;
  /** Index of the restriction among those of the survey. */
  restriction?: number;
}

/** Names of the numbers in a trace: those that occur in it. */
export interface TraceNames {
  objects: Record<number, string>;
  materials: Record<number, string>;
  semantics: Record<number, string>;
  classes: Record<number, string>;
}

/** All that is known of one pulse of a survey: plain data. */
export interface PulseTrace {
  scanner: number;
  leg: number;
  /** Number of the pulse in its leg, of all lasers. */
  pulse: number;
  /** Laser, from 0. */
  channel: number;
  /** Seconds from the leg's first pulse. */
  time: number;
  /** Adjusted standard GPS time, seconds. */
  gpsTime: number;
  /** Seconds of the scene's clock, at which it meets what moves. */
  sceneTime: number;
  /** The true beam in the world, with jitter and systematic errors. */
  beam: PulseBeam;
  /**
   * The beam of the cloud, in its coordinates: by the reported pose, without errors that the instrument does not know.
   */
  reported: PulseBeam;
  /** Limits of the laser's ranges, metres. */
  rangeMin: number;
  rangeMax: number;
  subrays: PulseSubrays;
  echoes: PulseEcho[];
  returns: PulseReturns;
  missing: MissingReturn[];
  waveform: WaveformOfPulse;
  names: TraceNames;
}

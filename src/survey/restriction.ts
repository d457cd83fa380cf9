/** Pulses that an instrument loses: those in its mask, while it is active. Radians, seconds. */
export interface Restriction {
  /** Name of the instrument; absent: all of them. */
  scanner?: string;
  /**
   * Azimuths of the beam in the scanner's frame: from the first angle clockwise to the second, which is not smaller.
   * Absent: all round.
   */
  azimuth?: Interval;
  /** Elevations of the beam above the scanner's x y plane. */
  elevation?: Interval;
  /** Numbers of the lasers; absent: all of them. */
  channels?: ReadonlySet<number>;
  /** Share of the pulses that is lost, each drawn separately; 1: all of them. */
  share: number;
  active: Activity;
}

export interface Interval {
  from: number;
  to: number;
}

/** Times at which a restriction holds, in seconds from the survey's first pulse. */
export type Activity =
  | { kind: 'always' }
  | ({ kind: 'once' } & Interval)
  /** For `on` seconds of every `period`, starting at `phase` seconds. */
  | { kind: 'periodic'; period: number; on: number; phase: number }
  /** Time is cut into intervals of `duration`; the restriction holds in each with `probability`. */
  | { kind: 'random'; probability: number; duration: number; seed: number };

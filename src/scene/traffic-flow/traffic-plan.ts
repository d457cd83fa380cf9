import type { Driver } from './driver.js';

/** Traffic of a model: plain data, from which its motions follow for any length of time. */
export interface TrafficPlan {
  ways: TrafficWay[];
  /** Numbered as the bodies of the model's instances. */
  movers: RoadUser[];
  crossings: Crossing[];
  /** Absent: none. */
  junctions?: Junction[];
}

/** A line that movers follow one after the other, none overtaking; whoever comes to its end begins it anew. */
export interface TrafficWay {
  /** Points of the line in the frame of the model, x, y, z; two at least, metres. */
  points: Float64Array;
  /** Distance of each point along the line, rising from 0. */
  along: Float64Array;
  /**
   * Length of a round: that of the line, which then ends where it begins, or longer by a stretch on which movers are
   * not there.
   */
  round: number;
  /** Stretches on which movers are slower, such as bends; absent: none. */
  slow?: SlowStretch[];
}

/** A part of a way on which nobody wants to be faster, metres and m/s. */
export interface SlowStretch {
  from: number;
  to: number;
  speed: number;
}

/** A vehicle with its driver, or a person: whoever moves along a way. */
export interface RoadUser {
  way: number;
  driver: Driver;
  /** Metres of its origin to the left of the line of its way. */
  left: number;
  /** Metres from its origin to its front and to its back. */
  front: number;
  back: number;
  /** Place of its origin on the way at time 0, and its speed then. */
  along: number;
  speed: number;
}

/** A place where one way has priority over others; none of its stretches contains the begin of a way. */
export interface Crossing {
  /** The way whose movers go first. */
  first: WayStretch;
  /** Those whose movers wait while anybody of the first is on his stretch, or comes to it. */
  others: WayStretch[];
}

/** A place where ways cross each other, and whoever would come first goes first. */
export interface Junction {
  /** From where movers wait to where they have left it; none contains the begin of a way. */
  stretches: WayStretch[];
  /** Whether movers on two of these stretches could meet, row by row; symmetric. */
  conflicts: boolean[][];
}

/** A stretch of a way, along it, metres. */
export interface WayStretch {
  way: number;
  from: number;
  to: number;
}

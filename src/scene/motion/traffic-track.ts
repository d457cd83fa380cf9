import type { SourcePlace } from '../../base/errors.js';

/** Where an object of traffic was, moment by moment: numbers in columns, one entry a moment. */
export interface TrafficTrack {
  /** Its name in the recording. */
  id: string;
  /** Its type there. */
  type: string;
  /** The first place that names it. */
  place: SourcePlace;
  /** Seconds of the scene's clock, rising. */
  times: readonly number[];
  /** Place of the middle of its front, at the bottom, in the world: x, y, z of each moment; metres. */
  positions: readonly number[];
  /** Clockwise from +y, radians. */
  headings: readonly number[];
  /** Nose up, radians. */
  pitches: readonly number[];
  /** Metres a second; NaN where it is not known. */
  speeds: readonly number[];
  /** Moments of the recording, by their numbers, at which it was there: what lacks between two is a gap. */
  steps: readonly number[];
  /** When the step after its last one begins, seconds of the scene's clock. */
  end: number;
}

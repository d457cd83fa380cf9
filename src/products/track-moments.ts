import { firingLegs, scannerIn } from '../scanner/leg-scanner.js';
import type { SceneClock } from '../scene/motion/part-motion.js';
import type { BareSurvey } from '../survey/bare-survey.js';
import { sceneClock } from '../survey/scene-clock.js';
import { createFrameClock } from './frames/frame-clock.js';
import type { FrameOutput } from './frames/frame-output.js';
import { FCD, type TrackOutput, trackLayout } from './track-output.js';

/** A moment of a run. */
export interface TrackMoment {
  /** Seconds of the scene's clock. */
  time: number;
  /** Number of the frame whose boxes are those of this moment; absent: moments are not those of frames. */
  frame?: number;
}

/** The moments of tracks, in order. */
export interface TrackMoments {
  count: number;
  at(): Iterable<TrackMoment>;
}

/** What moments follow from. */
type Timed = Pick<BareSurvey, 'legs' | 'instruments'>;

/** Hertz of recordings that do not say otherwise: the steps of generated traffic. */
export const RECORDING_RATE = 20;

/** Hertz, where neither the survey nor its frames say otherwise. */
export const DEFAULT_RATE = 10;

/**
 * The moments of the tracks of a survey: `rate` of them a second from the start of its clock; without a rate those of
 * the boxes of the frames of its first scanner, or else DEFAULT_RATE.
 */
export function trackMoments(survey: Timed, rate: number | undefined, frames: FrameOutput | undefined): TrackMoments {
  if (survey.legs.length === 0) return { count: 0, at: () => [] };
  if (rate === undefined && frames !== undefined) return frameMoments(survey, frames);
  return evenMoments(sceneClock(survey), rate ?? DEFAULT_RATE);
}

/**
 * The moments of a recording of traffic: `rate` of them a second from the start of the clock of a survey, with one at
 * or behind its last pulse, so that a run that reads it knows where objects are until then.
 */
export const recordedMoments = (survey: Timed, rate: number): TrackMoments =>
  survey.legs.length === 0 ? { count: 0, at: () => [] } : evenMoments(sceneClock(survey), rate, Math.ceil);

/** The moments of a file of tracks. */
export const momentsOfTracks = ({ path, rate }: TrackOutput, survey: Timed & { frames?: FrameOutput }): TrackMoments =>
  trackLayout(path) === FCD
    ? recordedMoments(survey, rate ?? RECORDING_RATE)
    : trackMoments(survey, rate, survey.frames);

/** A moment this share of a step beyond the end is one of rounding. */
const SLACK = 1e-6;

function evenMoments({ from, to }: SceneClock, rate: number, roundEnd = Math.floor): TrackMoments {
  const first = Math.ceil(from * rate - SLACK);
  const slack = roundEnd === Math.floor ? SLACK : -SLACK;
  const count = roundEnd(to * rate + slack) - first + 1;
  return {
    count,
    *at() {
      for (let k = first; k < first + count; k++) yield { time: k / rate };
    },
  };
}

function frameMoments({ legs, instruments }: Timed, frames: FrameOutput): TrackMoments {
  const scanner = instruments.find((instrument) => firingLegs(instrument, legs).length > 0) ?? instruments[0];
  const clocks = firingLegs(scanner, legs).map((leg) => ({
    start: legs[leg].startTime - legs[0].startTime,
    clock: createFrameClock(scannerIn(scanner, leg), legs[leg], frames),
  }));
  return {
    count: clocks.reduce((sum, { clock }) => sum + clock.count, 0),
    *at() {
      let frame = 0;
      for (const { start, clock } of clocks)
        for (let k = 0; k < clock.count; k++) {
          const [begin, end] = [clock.startOf(k), clock.endOf(k)];
          yield { time: start + begin + (frames.boxesAt === 'middle' ? (end - begin) / 2 : 0), frame: frame++ };
        }
    },
  };
}

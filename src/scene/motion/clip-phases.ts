import type { PartAnimation } from '../animation/part-animation.js';
import { stretchesByWay } from './clip-stretches.js';
import { demandKnots } from './knot-list.js';
import { knotAt } from './motion-pose.js';
import type { ClipPhases, SampledMotion } from './sampled-motion.js';

/** A clip that is played by the clock has phases for this time before and after 0, seconds. */
const CLOCK_REACH = 1e6;

/** How a clip is played. */
interface PlayedBy {
  /** Seconds of the clip. */
  duration: number;
  /** Seconds by which it is late. */
  delay: number;
  /** The way by which it is played, if it has a stride, over the time of the run; absent: the part stands. */
  carrier?: SampledMotion;
  run: { from: number; to: number };
}

/** The phases of a clip. Throws UserError for too many of them. */
export function phasesOfClip(animation: PartAnimation, { duration, delay, carrier, run }: PlayedBy): ClipPhases {
  const { speed, offset, loop, stride } = animation;
  if (stride === undefined || carrier === undefined) {
    const times = Float64Array.of(-CLOCK_REACH, CLOCK_REACH);
    return { times, moments: times.map((time) => offset + speed * (time - delay)), loop };
  }
  const stretches = stretchesByWay(carrier, { stride, offset, duration }, run);
  demandKnots(stretches.length);
  const last = stretches[stretches.length - 1];
  return {
    times: Float64Array.from([...stretches.map(({ start }) => start), last.end]),
    moments: Float64Array.from([...stretches.map(({ from }) => from), last.to]),
    loop,
  };
}

/** The moment of a clip of `duration` seconds at `time`, seconds of the scene's clock: from 0 to its end. */
export function momentAt({ times, moments, loop }: ClipPhases, time: number, duration: number): number {
  const k = knotAt(times, time);
  const share = k + 1 < times.length ? Math.max(0, (time - times[k]) / (times[k + 1] - times[k])) : 0;
  const moment = share === 0 ? moments[k] : moments[k] + share * (moments[k + 1] - moments[k]);
  if (!loop || duration === 0) return Math.min(Math.max(moment, 0), duration);
  return moment - Math.floor(moment / duration) * duration;
}

/** Seconds of a clip that pass in a second at `time`: 0 where the clip stands. */
export function momentsASecond({ times, moments, loop }: ClipPhases, time: number, duration: number): number {
  const k = knotAt(times, time);
  if (time < times[0] || k + 1 === times.length) return 0;
  const rate = (moments[k + 1] - moments[k]) / (times[k + 1] - times[k]);
  const moment = moments[k] + rate * (time - times[k]);
  return loop || (moment >= 0 && moment <= duration) ? rate : 0;
}

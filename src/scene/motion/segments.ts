import type { ClipMoment } from '../animation/chain.js';
import { demandKnots } from './knot-list.js';
import type { SampledMotion } from './sampled-motion.js';

/**
 * A time of the scene's clock in which something goes evenly through moments of its own, without a key of it in
 * between. At its end it may jump.
 */
export interface Segment {
  start: number;
  end: number;
  /** Its own moment at the start, and at the end. */
  from: number;
  to: number;
  jumps: boolean;
}

/** The moments of a clip that is played, and what happens at its end. */
export interface Play {
  /** Rising, from the beginning of the clip to its end. */
  moments: readonly ClipMoment[];
  /** Whether it begins anew at its end; and whether it jumps then. */
  loop: boolean;
  jumps: boolean;
}

/** An even stretch of a clip's time, which counts on from round to round, over the scene's clock. */
export interface ClipStretch {
  start: number;
  end: number;
  from: number;
  to: number;
}

/** The segments of a clip over stretches that follow each other. Throws UserError for more than KNOTS_MAX of them. */
export function segmentsOfClip(play: Play, stretches: readonly ClipStretch[]): Segment[] {
  const found: Segment[] = [];
  for (const stretch of stretches) addStretch(found, play, stretch);
  return found;
}

function addStretch(found: Segment[], { moments, loop, jumps }: Play, { start, end, from, to }: ClipStretch): void {
  const duration = moments[moments.length - 1].time;
  const add = (phaseStart: number, phaseEnd: number, segment: Pick<Segment, 'from' | 'to' | 'jumps'>) => {
    const timeOf = (phase: number) =>
      phase === from ? start : phase === to ? end : start + ((end - start) * (phase - from)) / (to - from);
    found.push({ start: timeOf(phaseStart), end: timeOf(phaseEnd), ...segment });
  };
  if (to === from || duration === 0) {
    const own = duration === 0 ? 0 : momentAt(from, duration, loop);
    found.push({ start, end, from: own, to: own, jumps: false });
    return;
  }
  if (!loop && from < 0) add(from, Math.min(to, 0), { from: 0, to: 0, jumps: false });
  const [first, last] = loop ? [Math.floor(from / duration), Math.ceil(to / duration) - 1] : [0, 0];
  demandKnots((last - first + 1) * moments.length);
  for (let round = first; round <= last; round++) {
    const shift = round * duration;
    for (let k = 0; k + 1 < moments.length; k++) {
      const [own, next] = [moments[k].time, moments[k + 1].time];
      const [low, high] = [Math.max(from, shift + own), Math.min(to, shift + next)];
      if (low >= high) continue;
      const isWhole = high === shift + next;
      add(low, high, {
        from: low === shift + own ? own : low - shift,
        to: isWhole ? next : high - shift,
        jumps: isWhole && (moments[k + 1].jumps || (loop && jumps && k + 2 === moments.length)),
      });
    }
  }
  if (!loop && to > duration) add(Math.max(from, duration), to, { from: duration, to: duration, jumps: false });
}

const momentAt = (phase: number, duration: number, loop: boolean): number =>
  loop ? phase - Math.floor(phase / duration) * duration : Math.min(Math.max(phase, 0), duration);

/** The segments of a motion over a time; its own moments are those of its first round. */
export function segmentsOfMotion(motion: SampledMotion, from: number, to: number, jumps: boolean): Segment[] {
  const { times, holds, visible, period } = motion;
  const last = times.length - 1;
  const found: Segment[] = [];
  const add = (start: number, end: number, shift: number, ends: boolean) => {
    const [low, high] = [Math.max(start, from), Math.min(end, to)];
    if (low < high)
      found.push({ start: low, end: high, from: low - shift, to: high - shift, jumps: ends && high === end });
  };
  add(Number.NEGATIVE_INFINITY, times[0], 0, false);
  const [first, rounds] =
    period === undefined
      ? [0, 1]
      : [Math.max(0, Math.floor((from - times[0]) / period)), Math.ceil((to - times[0]) / period)];
  demandKnots(Math.max(0, rounds - first) * last);
  for (let round = first; round < rounds; round++) {
    const shift = round * (period ?? 0);
    for (let k = 0; k < last; k++) {
      const isLast = period !== undefined && k + 1 === last;
      const changes = holds?.[k] === 1 || visible?.[k] !== visible?.[k + 1];
      add(times[k] + shift, times[k + 1] + shift, shift, changes || (isLast && jumps));
    }
  }
  if (period === undefined) add(times[last], Number.POSITIVE_INFINITY, 0, false);
  return found;
}

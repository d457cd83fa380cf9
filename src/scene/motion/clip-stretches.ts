import { length, subtract } from '../../base/vec3.js';
import { positionOf } from '../../platform/pose-at.js';
import type { PartAnimation } from '../animation/part-animation.js';
import type { SceneClock } from './part-motion.js';
import type { SampledMotion } from './sampled-motion.js';
import { type ClipStretch, type Segment, segmentsOfMotion } from './segments.js';

/** Least time of the scene's clock for which a motion is sampled, seconds, so that there are two knots. */
const RUN_MIN = 1;

/** The time of a run for which motions are written out. */
export const writtenRun = ({ from, to }: Pick<SceneClock, 'from' | 'to'>): { from: number; to: number } => ({
  from,
  to: Math.max(to, from + RUN_MIN),
});

/** The clip of a part played by the clock of a run, `delay` seconds late. */
export function stretchesByClock(
  { speed, offset }: Pick<PartAnimation, 'speed' | 'offset'>,
  { from, to }: { from: number; to: number },
  delay = 0,
): ClipStretch[] {
  const phaseAt = (time: number) => offset + speed * (time - delay);
  return [{ start: from, end: to, from: phaseAt(from), to: phaseAt(to) }];
}

/**
 * The clip of `duration` seconds played by the way of a part: once on each `stride` metres. What the part jumps is no
 * way. At the moment 0 of the scene's clock the clip is at `offset`.
 */
export function stretchesByWay(
  carrier: SampledMotion,
  { stride, offset, duration }: { stride: number; offset: number; duration: number },
  { from, to }: { from: number; to: number },
): ClipStretch[] {
  const stretches: ClipStretch[] = [];
  let gone = 0;
  let atZero = 0;
  for (const segment of segmentsOfMotion(carrier, from, to, false)) {
    const way = wayWithin(carrier, segment);
    const { start, end } = segment;
    stretches.push({ start, end, from: gone, to: gone + way });
    if (start <= 0 && end > 0) atZero = gone + (way * -start) / (end - start);
    gone += way;
  }
  const phaseOf = (metres: number) => offset + ((metres - atZero) / stride) * duration;
  return stretches.map((one) => ({ ...one, from: phaseOf(one.from), to: phaseOf(one.to) }));
}

/** The way of a body in a segment of its motion, metres. */
function wayWithin(motion: SampledMotion, { from, to }: Segment): number {
  const { times, holds } = motion;
  const last = times.length - 1;
  if (to <= times[0] || from >= times[last]) return 0;
  let k = 0;
  // A segment lies between two knots.
  for (let high = last; k < high; ) {
    const middle = (k + high + 1) >> 1;
    if (times[middle] <= (from + to) / 2) k = middle;
    else high = middle - 1;
  }
  if (k === last || holds?.[k] === 1) return 0;
  const whole = length(subtract(positionOf(motion, k + 1), positionOf(motion, k)));
  return (whole * (to - from)) / (times[k + 1] - times[k]);
}

/**
 * Counts of the pulses of a frame that see boxes, and of points of the objects in these, as plain numbers; the sum over
 * its parts is that of the frame, however it is cut into them. Before those of the boxes: the least and greatest sine
 * of elevation of all beams, and how many numbers a box has.
 */
export type Sights = Float64Array<ArrayBuffer>;

const HEAD = 3;
/** Numbers of a box: pulses that pass it, those of them that end before it, and points of its object. */
const COUNTS = 3;
/** The same, the first and last time of a point, and the sum of all, in two parts. */
const TIMED_COUNTS = 7;

/** Ticks of a second, by which times are summed: whole numbers, whose sum does not depend on the order. */
const TICKS = 2 ** 22;
/** Ticks of the upper part of a sum. */
const UPPER = 2 ** 20;

/** The sights of no pulses; `isTimed`: with the times of points. */
export function noSights(boxes: number, isTimed: boolean): Sights {
  const counts = isTimed ? TIMED_COUNTS : COUNTS;
  const sights = new Float64Array(HEAD + counts * boxes);
  sights.set([Infinity, -Infinity, counts]);
  if (isTimed) for (let at = HEAD; at < sights.length; at += counts) sights.set([Infinity, -Infinity], at + COUNTS);
  return sights;
}

/** Adds the sights of more pulses to `sum`. */
export function addSights(sum: Sights, more: Sights): void {
  sum[0] = Math.min(sum[0], more[0]);
  sum[1] = Math.max(sum[1], more[1]);
  const counts = sum[2];
  for (let at = HEAD; at < sum.length; at += counts) {
    for (let k = at; k < at + COUNTS; k++) sum[k] += more[k];
    if (counts === COUNTS) continue;
    sum[at + 3] = Math.min(sum[at + 3], more[at + 3]);
    sum[at + 4] = Math.max(sum[at + 4], more[at + 4]);
    sum[at + 5] += more[at + 5];
    sum[at + 6] += more[at + 6];
  }
}

/** Notes the sine of the elevation of a beam. */
export function spanElevations(sights: Sights, sine: number): void {
  sights[0] = Math.min(sights[0], sine);
  sights[1] = Math.max(sights[1], sine);
}

/** Counts a pulse that passes a box, and whether it ends before it. */
export function countPassing(sights: Sights, box: number, isStopped: boolean): void {
  const at = HEAD + sights[2] * box;
  sights[at]++;
  if (isStopped) sights[at + 1]++;
}

/** Counts a point of the object of a box, `time` seconds from the start of the frame. */
export function addSeen(sights: Sights, box: number, time: number): void {
  const counts = sights[2];
  const at = HEAD + counts * box;
  sights[at + 2]++;
  if (counts === COUNTS) return;
  sights[at + 3] = Math.min(sights[at + 3], time);
  sights[at + 4] = Math.max(sights[at + 4], time);
  const ticks = Math.round(time * TICKS);
  sights[at + 5] += Math.floor(ticks / UPPER);
  sights[at + 6] += ticks % UPPER;
}

/** The sines of the lowest and highest beams, in the scanner's frame. */
export const elevationsOf = (sights: Sights): { min: number; max: number } => ({ min: sights[0], max: sights[1] });

/** What a frame sees of a box. */
export interface Sight {
  /** Pulses whose axis passes it. */
  passing: number;
  /** Those of them that are stopped before it. */
  stopped: number;
  /** Points of its object. */
  points: number;
  /** The times of these, seconds from the start of the frame; absent: there are none, or nobody asked. */
  seen?: { first: number; last: number; mean: number };
}

/** What a frame sees of a box, by its index. */
export function sightOf(sights: Sights, box: number): Sight {
  const counts = sights[2];
  const own = sights.subarray(HEAD + counts * box, HEAD + counts * (box + 1));
  const [passing, stopped, points, first, last, upper, lower] = own;
  if (counts === COUNTS || points === 0) return { passing, stopped, points };
  return { passing, stopped, points, seen: { first, last, mean: (upper * UPPER + lower) / TICKS / points } };
}

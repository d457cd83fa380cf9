import type { Vec3 } from '../../base/vec3.js';
import type { PulseRange } from '../../device/pulse-program.js';
import type { PulseList } from '../../engine/cpu/pulse-lister.js';
import type { ObjectBox } from '../../scene/boxes/object-boxes.js';
import { createBeamReader } from '../points/beam-direction.js';
import type { TracedPoints } from '../points/traced-points.js';

/** Numbers before those of the boxes: the least and greatest sine of elevation of all beams. */
const HEAD = 2;
/** Numbers of a box: pulses that pass it, those of them that end before it, and points of its object. */
const COUNTS = 3;

/**
 * Counts of the pulses of a frame that see boxes, and of points of the objects in these, as plain numbers; the sum over
 * its parts is that of the frame.
 */
export type Sights = Float64Array<ArrayBuffer>;

/** The sights of no pulses. */
export function noSights(boxes: number): Sights {
  const sights = new Float64Array(HEAD + COUNTS * boxes);
  sights.set([Infinity, -Infinity]);
  return sights;
}

/** Adds the sights of more pulses to `sum`. */
export function addSights(sum: Sights, more: Sights): void {
  sum[0] = Math.min(sum[0], more[0]);
  sum[1] = Math.max(sum[1], more[1]);
  for (let k = HEAD; k < sum.length; k++) sum[k] += more[k];
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
}

/** What a frame sees of a box, by its index. */
export function sightOf(sights: Sights, box: number): Sight {
  const [passing, stopped, points] = sights.subarray(HEAD + COUNTS * box, HEAD + COUNTS * (box + 1));
  return { passing, stopped, points };
}

/** Distance before a box, metres, from which a return no longer belongs to its content. */
const BEFORE = 1e-3;

/** Numbers of a sphere around a box: its middle, its radius, and the square of that. */
const SPHERE = 5;

/** Counts, for boxes of objects, the pulses whose axes pass them, those that end before them, and points. */
export class BoxSights {
  private readonly boxes: readonly (ObjectBox & { cos: number; sin: number })[];
  /** The spheres around the boxes, side by side: every pulse is held against all of them. */
  private readonly spheres: Float64Array;
  /** Index of the box of each object. */
  private readonly indices: ReadonlyMap<number, number>;

  /** `boxes` by their objects; `frameOrigin`: the point from which the origins of pulses are counted. */
  constructor(boxes: ReadonlyMap<number, ObjectBox>, frameOrigin: Vec3) {
    this.indices = new Map([...boxes.keys()].map((object, k) => [object, k]));
    this.boxes = [...boxes.values()].map((box) => ({
      ...box,
      centre: [0, 1, 2].map((axis) => box.centre[axis] - frameOrigin[axis]) as unknown as Vec3,
      cos: Math.cos(box.heading),
      sin: Math.sin(box.heading),
    }));
    this.spheres = Float64Array.from(
      this.boxes.flatMap(({ centre, size }) => {
        const radius = Math.hypot(...size) / 2;
        return [...centre, radius, radius * radius];
      }),
    );
  }

  /** The sights of no pulses. */
  none(): Sights {
    return noSights(this.boxes.length);
  }

  /** Adds points of these objects. */
  addPoints(sights: Sights, objects: Uint32Array): void {
    for (const object of objects) {
      const box = this.indices.get(object);
      if (box !== undefined) sights[HEAD + COUNTS * box + 2]++;
    }
  }

  /**
   * The sights of the pulses `first` to `end` of traced points, without points; a pulse ends at the farthest of its
   * returns.
   */
  ofPulses(traced: TracedPoints, list: PulseList, { first, end }: PulseRange): Sights {
    const sights = this.none();
    const ends = endsOf(traced, { first, end });
    const beamOf = createBeamReader(traced, list);
    for (let pulse = first; pulse < end; pulse++) {
      const k = pulse - traced.first;
      if (list.silent[k] === 1) continue;
      const up = beamOf(pulse)[2];
      sights[0] = Math.min(sights[0], up);
      sights[1] = Math.max(sights[1], up);
      this.countPulse(list, k, ends[pulse - first], sights);
    }
    return sights;
  }

  private countPulse({ origins, directions }: PulseList, k: number, end: number, sights: Sights): void {
    const { spheres } = this;
    const ox = origins[3 * k];
    const oy = origins[3 * k + 1];
    const oz = origins[3 * k + 2];
    const u = directions[3 * k];
    const v = directions[3 * k + 1];
    const w = directions[3 * k + 2];
    for (let b = 0, at = 0; at < spheres.length; b++, at += SPHERE) {
      const x = ox - spheres[at];
      const y = oy - spheres[at + 1];
      const z = oz - spheres[at + 2];
      const along = -(x * u + y * v + z * w);
      if (along < -spheres[at + 3] || x * x + y * y + z * z - along * along > spheres[at + 4]) continue;
      const { cos, sin, size } = this.boxes[b];
      const from: Vec3 = [x * cos + y * sin, y * cos - x * sin, z];
      const entry = entryInto(size, from, [u * cos + v * sin, v * cos - u * sin, w]);
      if (entry === undefined) continue;
      sights[HEAD + COUNTS * b]++;
      if (end < entry - BEFORE) sights[HEAD + COUNTS * b + 1]++;
    }
  }
}

/** The greatest range of a return of each pulse; Infinity without any. */
function endsOf({ points, pulses }: TracedPoints, { first, end }: PulseRange): Float64Array {
  const ends = new Float64Array(end - first).fill(Number.NaN);
  for (let i = 0; i < points.count; i++) {
    const k = pulses[i] - first;
    if (k >= 0 && k < ends.length) ends[k] = Math.max(Number.isNaN(ends[k]) ? 0 : ends[k], points.range[i]);
  }
  return ends.map((reach) => (Number.isNaN(reach) ? Infinity : reach));
}

/** The way to a box about the origin, along its axes, from a point in a direction; undefined if it misses it. */
function entryInto(size: Vec3, from: Vec3, direction: Vec3): number | undefined {
  let [near, far] = [0, Infinity];
  for (let axis = 0; axis < 3; axis++) {
    const half = size[axis] / 2;
    if (direction[axis] === 0 && Math.abs(from[axis]) > half) return undefined;
    const [a, b] = [(-half - from[axis]) / direction[axis], (half - from[axis]) / direction[axis]];
    if (direction[axis] === 0) continue;
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b));
  }
  return near <= far ? near : undefined;
}

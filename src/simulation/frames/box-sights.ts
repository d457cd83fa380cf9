import type { Vec3 } from '../../base/vec3.js';
import type { PulseRange } from '../../device/pulse-program.js';
import type { PulseList } from '../../engine/cpu/pulse-lister.js';
import { anyMoves, type TimedObject } from '../../scene/boxes/timed-object.js';
import { createBeamReader } from '../points/beam-direction.js';
import type { TracedPoints } from '../points/traced-points.js';
import { BeamSector } from './beam-sector.js';
import { type SeenBox, seenBox } from './seen-box.js';
import { addSeen, countPassing, noSights, type Sights, spanElevations } from './sights.js';

/** Pulses that are held against boxes together. */
const BLOCK = 64;

/** Longest time, in seconds, for which a sphere holds all places of a box that moves. */
const WINDOW = 0.025;

/** Distance before a box, metres, from which a return no longer belongs to its content. */
const BEFORE = 1e-3;

/**
 * Counts, for boxes of objects, the pulses whose axes pass them, those that end before them, and points. A pulse passes
 * a box that moves where it is at the pulse's own time.
 */
export class BoxSights {
  private readonly boxes: readonly SeenBox[];
  /** Index of the box of each object. */
  private readonly indices: ReadonlyMap<number, number>;
  private readonly moves: boolean;
  /** The time whose places spheres hold. */
  private swept: TimeSpan = { from: Infinity, to: -Infinity };

  /** `objects` by their numbers; `frameOrigin`: the point from which the origins of pulses are counted. */
  constructor(objects: ReadonlyMap<number, TimedObject>, frameOrigin: Vec3) {
    this.indices = new Map([...objects.keys()].map((object, k) => [object, k]));
    this.boxes = Array.from(objects.values(), (object) => seenBox(object, frameOrigin));
    this.moves = anyMoves(objects);
  }

  /** The sights of no pulses; with the times of points where objects move. */
  none(): Sights {
    return noSights(this.boxes.length, this.moves);
  }

  /** Adds points of these objects; `times`: seconds from the start of the frame. */
  addPoints(sights: Sights, objects: Uint32Array, times: Float32Array | undefined): void {
    for (let k = 0; k < objects.length; k++) {
      const box = this.indices.get(objects[k]);
      if (box !== undefined) addSeen(sights, box, times?.[k] ?? 0);
    }
  }

  /**
   * The sights of the pulses `first` to `end` of traced points, without points; a pulse ends at the farthest of its
   * returns. `start`: the scene's clock where the leg starts.
   */
  ofPulses(traced: TracedPoints, list: PulseList, { first, end }: PulseRange, start: number): Sights {
    const sights = this.none();
    spanBeams(sights, traced, list, { first, end });
    const ends = endsOf(traced, { first, end });
    const [from, to] = [first - traced.first, end - traced.first];
    for (let block = from; block < to; ) {
      const windowEnd = this.moves ? this.openWindow(list, { from: block, to }, start) : to;
      for (; block < windowEnd; block += BLOCK) {
        const pulses = { from: block, to: Math.min(block + BLOCK, windowEnd) };
        this.countBlock(list, pulses, { ends: ends.subarray(block - from), start }, sights);
      }
    }
    return sights;
  }

  /**
   * Has the spheres of boxes hold all their places in the window of time in which a block of pulses begins; returns the
   * end of the blocks in it.
   */
  private openWindow({ times }: PulseList, { from, to }: Entries, start: number): number {
    let [end, most] = [from, -Infinity];
    let window = { from: 0, to: 0 };
    while (end < to) {
      const next = Math.min(end + BLOCK, to);
      const block = rangeOf(times, end, next);
      // Windows of all pieces are alike, so that one sweep serves several.
      if (end === from) window = windowOf(start + block.min);
      else if (start + block.min < window.from || start + block.max > window.to) break;
      most = Math.max(most, start + block.max);
      end = next;
    }
    this.sweep({ from: window.from, to: Math.max(window.to, most) });
    return end;
  }

  private sweep(window: TimeSpan): void {
    if (window.from >= this.swept.from && window.to <= this.swept.to) return;
    this.swept = window;
    for (const box of this.boxes) box.sweep(window.from, window.to);
  }

  /** Counts a block of pulses; `ends` are those of the pulses of the block and behind it. */
  private countBlock(
    list: PulseList,
    { from, to }: Entries,
    { ends, start }: { ends: Float64Array; start: number },
    sights: Sights,
  ): void {
    const sector = BeamSector.of(list, from, to);
    if (sector === undefined) return;
    for (let b = 0; b < this.boxes.length; b++) {
      const box = this.boxes[b];
      const { x, y, z, radius } = box.sphere;
      if (!(radius >= 0) || !sector.mayMeet(x, y, z, radius)) continue;
      for (let k = from; k < to; k++) {
        if (list.silent[k] === 1) continue;
        const entry = box.entryOf(list, k, start);
        if (entry !== undefined) countPassing(sights, b, ends[k - from] < entry - BEFORE);
      }
    }
  }
}

/** A time of the scene's clock, seconds. */
interface TimeSpan {
  from: number;
  to: number;
}

/** The window with a moment. */
const windowOf = (moment: number): TimeSpan => {
  const from = WINDOW * Math.floor(moment / WINDOW);
  return { from, to: from + WINDOW };
};

function rangeOf(times: Float64Array, from: number, to: number): { min: number; max: number } {
  let [min, max] = [Infinity, -Infinity];
  for (let k = from; k < to; k++) {
    min = Math.min(min, times[k]);
    max = Math.max(max, times[k]);
  }
  return { min, max };
}

/** Entries of a list of pulses. */
interface Entries {
  from: number;
  to: number;
}

/** Notes the elevations of the beams of pulses. */
function spanBeams(sights: Sights, traced: TracedPoints, list: PulseList, { first, end }: PulseRange): void {
  const beamOf = createBeamReader(traced, list);
  for (let pulse = first; pulse < end; pulse++)
    if (list.silent[pulse - traced.first] !== 1) spanElevations(sights, beamOf(pulse)[2]);
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

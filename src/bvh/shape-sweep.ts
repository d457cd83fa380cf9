import { Motion, MotionKnot, Phases, Shape, ShapeKnot } from '../device/records.generated.js';

const WORDS = MotionKnot.SIZE / 4;
/** Seconds of a clip by which engines may be off, and as a share of moments that count on from round to round. */
const ROOM = 1e-6;
const ROOM_SHARE = 1e-11;

/** Numbers of the box of an interval: its lower corner, then its upper one. */
const BOX = 6;

/** The records behind the instances of a scene, as numbers of both kinds. */
interface ShapeWords {
  floats: Float32Array;
  words: Uint32Array;
}

/** The intervals of a shape. */
interface Intervals {
  /** Moments at which they begin, and their boxes. */
  starts: Float64Array;
  boxes: Float64Array;
  /** Seconds of a round; 0: the clip does not begin anew. */
  period: number;
}

/** Intervals by the numbers of their Shapes, which many movers share. */
export type KnownShapes = Map<number, Intervals>;

/** The box of a mesh that changes its shape, during windows of time. */
export class ShapeSweep {
  /** The box in the mesh's frame during the last window: its lower corner, then its upper one. */
  readonly box = new Float64Array(BOX);
  private readonly times: Float64Array;
  private readonly moments: Float64Array;
  private readonly shape: Intervals;
  private readonly room: number;
  private from = -1;
  private to = -1;

  /** Of the mover whose Motion has this number. */
  constructor(records: ShapeWords, motion: number, known: KnownShapes) {
    const [phases, shape] = [Motion.phases, Motion.shape].map((field) => records.words[motion * WORDS + field / 4]);
    const { times, values } = knotsOf(records, phases);
    this.times = times;
    this.moments = values;
    this.shape = known.get(shape) ?? intervalsOf(records, shape);
    known.set(shape, this.shape);
    this.room = ROOM + ROOM_SHARE * Math.max(...this.moments.map(Math.abs));
  }

  /** Sets the box to that from `first` to `last`, seconds of the scene's clock; whether it is another one now. */
  follow(first: number, last: number): boolean {
    const [begin, end] = [this.momentAt(first), this.momentAt(last)];
    let low = Math.min(begin, end);
    let high = Math.max(begin, end);
    for (let k = this.knotAt(first) + 1; k < this.times.length && this.times[k] < last; k++) {
      low = Math.min(low, this.moments[k]);
      high = Math.max(high, this.moments[k]);
    }
    low -= this.room;
    high += this.room;
    const { period, starts } = this.shape;
    const count = starts.length;
    if (period === 0) return this.take(intervalAt(starts, low), intervalAt(starts, high));
    if (high - low >= period) return this.take(0, count - 1);
    const begun = low - Math.floor(low / period) * period;
    const ended = begun + high - low;
    if (ended < period) return this.take(intervalAt(starts, begun), intervalAt(starts, ended));
    return this.take(intervalAt(starts, begun), count + intervalAt(starts, ended - period));
  }

  /** Takes the intervals from one to another, which counts on behind the last one. */
  private take(from: number, to: number): boolean {
    if (from === this.from && to === this.to) return false;
    this.from = from;
    this.to = to;
    const { boxes, starts } = this.shape;
    this.box.fill(Infinity, 0, 3).fill(-Infinity, 3);
    for (let k = from; k <= to; k++) {
      const at = BOX * (k % starts.length);
      for (let axis = 0; axis < 3; axis++) {
        this.box[axis] = Math.min(this.box[axis], boxes[at + axis]);
        this.box[3 + axis] = Math.max(this.box[3 + axis], boxes[at + 3 + axis]);
      }
    }
    return true;
  }

  private momentAt(time: number): number {
    const { times, moments } = this;
    const k = this.knotAt(time);
    if (time <= times[k] || k + 1 === times.length) return moments[k];
    return moments[k] + ((time - times[k]) / (times[k + 1] - times[k])) * (moments[k + 1] - moments[k]);
  }

  private knotAt(time: number): number {
    return intervalAt(this.times, time);
  }
}

/** The last of some rising times at or before `time`; before the first one, the first. */
function intervalAt(times: Float64Array, time: number): number {
  let [low, high] = [0, times.length];
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  return low;
}

/** The times of the knots of a record, and what they have in place of x. */
function knotsOf({ floats, words }: ShapeWords, record: number): { times: Float64Array; values: Float64Array } {
  const first = words[record * WORDS + Phases.firstKnot / 4];
  const count = words[record * WORDS + Phases.knotCount / 4];
  const list = (high: number, low: number) =>
    Float64Array.from({ length: count }, (_, k) => {
      const at = (first + k) * WORDS;
      return floats[at + high / 4] + floats[at + low / 4];
    });
  return {
    times: list(MotionKnot.timeHigh, MotionKnot.timeLow),
    values: list(MotionKnot.position, MotionKnot.positionLow),
  };
}

function intervalsOf(records: ShapeWords, shape: number): Intervals {
  const { floats, words } = records;
  const at = shape * WORDS;
  const first = words[at + Shape.firstKnot / 4];
  const boxes = new Float64Array(words[at + Shape.knotCount / 4] * BOX);
  for (let k = 0; k < boxes.length; k++) {
    const corner = k % BOX < 3 ? ShapeKnot.low : ShapeKnot.high;
    boxes[k] = floats[(first + Math.floor(k / BOX)) * WORDS + corner / 4 + (k % 3)];
  }
  const loops = floats[at + Shape.perPeriod / 4] > 0;
  const period = loops ? floats[at + Shape.periodHigh / 4] + floats[at + Shape.periodLow / 4] : 0;
  return { starts: knotsOf(records, shape).times, boxes, period };
}

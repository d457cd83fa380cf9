import { invert } from '../base/affine.js';
import { DEFORMS, Instance, Motion, MotionKnot } from '../device/records.generated.js';
import { MOVER_BOX } from './mover-tree.js';
import { type KnownShapes, ShapeSweep } from './shape-sweep.js';

/** The records of a scene's instances: those that stand, the movers, their Motions, and MotionKnots. */
export interface MoverRecords {
  instances: ArrayBufferLike;
  /** Where they begin, bytes. */
  at: number;
  instanceCount: number;
  moverCount: number;
}

/**
 * Boxes hold more than the bodies: this many metres, and this share of coordinates. So rays enter them no later than
 * the meshes, in whose frames all is rounded otherwise.
 */
const ROOM = 1e-5;
const ROOM_SHARE = 1e-6;
/** The arc of a turn reaches beyond its chord; this much more, since neither is gone through evenly. */
const ARC_ROOM = 1.2;
/** Knots in a window up to which poses are looked at one by one; with more, a body is a ball about its origin. */
const KNOTS_MAX = 48;

const WORDS = Instance.SIZE / 4;
/** Numbers of a pose: x, y, z and the quaternion. */
const POSE = 7;

/** A mover: the box of its mesh in its body's frame, and its motion. */
interface Mover {
  /** Changes the box; absent: the mesh keeps its shape. */
  bends?: ShapeSweep;
  /** Mesh frame to body. */
  toBody: readonly number[];
  /** Middle, then the three half edges. */
  box: Float64Array;
  /** The farthest place of the box from the body's origin. */
  reach: number;
  times: Float64Array;
  poses: Float64Array;
  /** 1 where the pose of a knot is kept until the next one, and where the body is not there. */
  kept: Uint8Array;
  hidden: Uint8Array;
  /** 1 where the body does not turn until the next knot. */
  level: Uint8Array;
  period: number;
  /** The knot of the last window, and the box at its attitude, about its place: middle and half extents. */
  knot: number;
  extents: Float64Array;
  extentsOf: number;
}

/** Boxes of movers, swept over windows of time. */
export class MovingBoxes {
  /** MOVER_BOX numbers for each mover, if it was there in the last window. */
  readonly boxes: Float32Array;
  private readonly movers: readonly Mover[];
  /** Numbers of those whose meshes change their shapes. */
  private readonly bending: readonly number[];
  /** The straight way of each mover that was found last, WAY numbers each: close together, as they are read most. */
  private readonly ways: Float64Array;

  constructor(records: MoverRecords) {
    this.movers = decodeMovers(records);
    this.bending = this.movers.flatMap(({ bends }, m) => (bends ? [m] : []));
    this.boxes = new Float32Array(this.movers.length * MOVER_BOX);
    this.ways = new Float64Array(this.movers.length * WAY);
  }

  /**
   * Sets the boxes of all movers that may be there from `first` to `last`, seconds of the scene's clock, and their
   * numbers, one after the other, in `there`; returns how many these are.
   */
  sweep(first: number, last: number, there: Uint32Array): number {
    const { ways } = this;
    for (const m of this.bending) this.bendTo(m, first, last);
    let count = 0;
    for (let m = 0, way = 0; m < this.movers.length; m++, way += WAY) {
      if (isOnWay(ways, way, first, last) || this.findWay(m, first, last))
        sweepWay(ways, way, first, last, this.boxes, m * MOVER_BOX);
      else {
        const mover = this.movers[m];
        begin();
        if (!sweepMover(mover, first, last)) continue;
        end(this.boxes, m * MOVER_BOX, mover.reach);
      }
      there[count++] = m;
    }
    return count;
  }

  /** Gives a mover the box of its shapes from `first` to `last`. */
  private bendTo(m: number, first: number, last: number): void {
    const mover = this.movers[m];
    if (!mover.bends?.follow(first, last)) return;
    setBoxInBody(mover.box, mover.toBody, mover.bends.box);
    mover.reach = reachOf(mover.box);
    // Its way is to be found again.
    mover.extentsOf = -1;
    this.ways[m * WAY + 2] = 0;
  }

  /** Keeps the way of a mover, if it is straight. */
  private findWay(m: number, first: number, last: number): boolean {
    const mover = this.movers[m];
    if (!isStraight(mover, first, last)) return false;
    setWay(mover, this.ways, m * WAY);
    return true;
  }
}

// ---- a straight way, as most movers have it -----------------------------------------------------------------------

/** Whether a mover neither turns nor hides nor passes a knot, behind the knot of the last window. */
function isStraight(mover: Mover, first: number, last: number): boolean {
  const { times, knot, level, hidden, period } = mover;
  if (period !== 0 || times[knot] > first) return false;
  return last < nextTime(mover, knot) && level[knot] === 1 && hidden[knot] === 0;
}

/**
 * Numbers of a way: when it begins and ends, and the seconds from knot to knot; the place at its beginning, the way
 * from there to the next knot, and the box about the place, its middle and half extents.
 */
const WAY = 15;

function setWay(mover: Mover, ways: Float64Array, way: number): void {
  const { knot, times, kept, poses, extents } = mover;
  if (mover.extentsOf !== knot) measureExtents(mover, knot);
  const goes = kept[knot] === 0;
  ways[way] = times[knot];
  ways[way + 1] = nextTime(mover, knot);
  ways[way + 2] = goes ? times[knot + 1] - times[knot] : 1;
  for (let axis = 0; axis < 3; axis++) {
    const at = knot * POSE + axis;
    ways[way + 3 + axis] = poses[at];
    ways[way + 6 + axis] = goes ? poses[at + POSE] - poses[at] : 0;
  }
  ways.set(extents, way + 9);
}

/** Whether a time lies on the way that was found last; of none it does not. */
const isOnWay = (ways: Float64Array, way: number, first: number, last: number): boolean =>
  ways[way + 2] > 0 && ways[way] <= first && last < ways[way + 1];

function sweepWay(ways: Float64Array, way: number, first: number, last: number, boxes: Float32Array, at: number): void {
  const from = (first - ways[way]) / ways[way + 2];
  const to = (last - ways[way]) / ways[way + 2];
  let most = 0;
  for (let axis = 0; axis < 3; axis++) {
    const place = ways[way + 3 + axis] + ways[way + 9 + axis];
    const half = ways[way + 12 + axis];
    const a = place + from * ways[way + 6 + axis];
    const b = place + to * ways[way + 6 + axis];
    boxes[at + axis] = Math.min(a, b) - half;
    boxes[at + 3 + axis] = Math.max(a, b) + half;
    most = Math.max(most, -boxes[at + axis], boxes[at + 3 + axis]);
  }
  const room = ROOM + ROOM_SHARE * most;
  for (let axis = 0; axis < 3; axis++) {
    boxes[at + axis] -= room;
    boxes[at + 3 + axis] += room;
  }
}

// ---- the box in progress -----------------------------------------------------------------------------------------

let [minX, minY, minZ, maxX, maxY, maxZ] = [0, 0, 0, 0, 0, 0];
/** 1 − the least cosine of half of a turn between two poses. */
let bend = 0;
/** The pose in hand, and the one before. */
const pose = new Float64Array(POSE);
const before = new Float64Array(POSE);

function begin(): void {
  minX = minY = minZ = Infinity;
  maxX = maxY = maxZ = -Infinity;
  bend = 0;
}

function end(boxes: Float32Array, at: number, reach: number): void {
  const most = Math.max(-minX, -minY, -minZ, maxX, maxY, maxZ);
  const room = ROOM + ROOM_SHARE * most + ARC_ROOM * bend * reach;
  boxes[at] = minX - room;
  boxes[at + 1] = minY - room;
  boxes[at + 2] = minZ - room;
  boxes[at + 3] = maxX + room;
  boxes[at + 4] = maxY + room;
  boxes[at + 5] = maxZ + room;
}

/** False if the mover is hidden all the time. */
function sweepMover(mover: Mover, first: number, last: number): boolean {
  const { times, period } = mover;
  const start = times[0];
  if (period === 0 || last < start) return sweepStretch(mover, first, last);
  // Before its first round it stands where that begins.
  const begun = Math.max(first, start);
  if (last - begun >= period) return sweepStretch(mover, start, start + period);
  const from = begun - Math.floor((begun - start) / period) * period;
  const to = from + (last - begun);
  const isThere = sweepStretch(mover, from, Math.min(to, start + period));
  // Rounding may put either end on the other side of the moment at which it begins again.
  const isNear = to >= start + period * (1 - 1e-9) || from <= start + period * 1e-9;
  return isNear ? sweepStretch(mover, start, Math.max(start, to - period)) || isThere : isThere;
}

/** A stretch of time in which the motion does not begin again. */
function sweepStretch(mover: Mover, first: number, last: number): boolean {
  const from = knotAt(mover, first);
  const to = last < nextTime(mover, from) ? from : knotAt(mover, last);
  if (isHidden(mover, from, to)) return false;
  if (to - from > KNOTS_MAX) growByBalls(mover, from, to);
  else {
    setPose(mover, from, first);
    growByPose(mover);
    for (let k = from + 1; k <= to; k++) {
      if (mover.kept[k - 1] === 0) growTo(mover, k - 1, mover.times[k]);
      setPose(mover, k, mover.times[k]);
      growByPose(mover);
    }
    growTo(mover, to, last);
  }
  return true;
}

/** The time of the knot behind this one. */
const nextTime = ({ times }: Mover, knot: number): number => (knot + 1 < times.length ? times[knot + 1] : Infinity);

/** The last knot at or before a time; the first one before all of them. */
function knotAt(mover: Mover, time: number): number {
  const { times, knot } = mover;
  if (times[knot] <= time && time < nextTime(mover, knot)) return knot;
  let low = 0;
  let high = times.length;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  mover.knot = low;
  return low;
}

/** Sets the box of a mover about its place, at the attitude of knot k. */
function measureExtents(mover: Mover, k: number): void {
  const kept = [minX, minY, minZ, maxX, maxY, maxZ];
  begin();
  setPose(mover, k, mover.times[k]);
  pose.fill(0, 0, 3);
  growByPose(mover);
  mover.extents.set([(minX + maxX) / 2, (minY + maxY) / 2, (minZ + maxZ) / 2]);
  mover.extents.set([(maxX - minX) / 2, (maxY - minY) / 2, (maxZ - minZ) / 2], 3);
  mover.extentsOf = k;
  [minX, minY, minZ, maxX, maxY, maxZ] = kept;
}

/** The share of the way to the next knot at a time behind knot k. */
const shareAt = ({ times, kept }: Mover, k: number, time: number): number =>
  kept[k] === 1 ? 0 : Math.min(1, Math.max(0, (time - times[k]) / (times[k + 1] - times[k])));

/** A number of a pose between two knots, of which the first one has it at `at`. */
const alongWay = (poses: Float64Array, at: number, share: number): number =>
  share === 0 ? poses[at] : poses[at] + share * (poses[at + POSE] - poses[at]);

function isHidden({ hidden }: Mover, from: number, to: number): boolean {
  for (let k = from; k <= to; k++) if (hidden[k] === 0) return false;
  return true;
}

/** Grows the box from the pose in hand to that at `time`, behind knot k. */
function growTo(mover: Mover, k: number, time: number): void {
  before.set(pose);
  setPose(mover, k, time);
  let cosine = 0;
  for (let q = 3; q < POSE; q++) cosine += before[q] * pose[q];
  bend = Math.max(bend, 1 - Math.abs(cosine));
  growByPose(mover);
}

/** Sets the pose at a time behind knot k. */
function setPose(mover: Mover, k: number, time: number): void {
  const share = shareAt(mover, k, time);
  for (let n = 0; n < POSE; n++) pose[n] = alongWay(mover.poses, k * POSE + n, share);
  const inverse = 1 / Math.sqrt(pose[3] * pose[3] + pose[4] * pose[4] + pose[5] * pose[5] + pose[6] * pose[6]);
  for (let q = 3; q < POSE; q++) pose[q] *= inverse;
}

function growByPose({ box }: Mover): void {
  const [px, py, pz, x, y, z, w] = pose;
  growX(box, px, 1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w));
  growY(box, py, 2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w));
  growZ(box, pz, 2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y));
}

const middleAlong = (box: Float64Array, a: number, b: number, c: number) => a * box[0] + b * box[1] + c * box[2];
const halfAlong = (box: Float64Array, a: number, b: number, c: number) =>
  Math.abs(a * box[3] + b * box[4] + c * box[5]) +
  Math.abs(a * box[6] + b * box[7] + c * box[8]) +
  Math.abs(a * box[9] + b * box[10] + c * box[11]);

function growX(box: Float64Array, place: number, a: number, b: number, c: number): void {
  const [middle, half] = [place + middleAlong(box, a, b, c), halfAlong(box, a, b, c)];
  minX = Math.min(minX, middle - half);
  maxX = Math.max(maxX, middle + half);
}

function growY(box: Float64Array, place: number, a: number, b: number, c: number): void {
  const [middle, half] = [place + middleAlong(box, a, b, c), halfAlong(box, a, b, c)];
  minY = Math.min(minY, middle - half);
  maxY = Math.max(maxY, middle + half);
}

function growZ(box: Float64Array, place: number, a: number, b: number, c: number): void {
  const [middle, half] = [place + middleAlong(box, a, b, c), halfAlong(box, a, b, c)];
  minZ = Math.min(minZ, middle - half);
  maxZ = Math.max(maxZ, middle + half);
}

/** Grows the box by balls about the body's origin at knots `from` … `to`, and the next one. */
function growByBalls({ poses, times, reach }: Mover, from: number, to: number): void {
  for (let k = from; k <= Math.min(to + 1, times.length - 1); k++) {
    const [x, y, z] = [poses[k * POSE], poses[k * POSE + 1], poses[k * POSE + 2]];
    minX = Math.min(minX, x - reach);
    minY = Math.min(minY, y - reach);
    minZ = Math.min(minZ, z - reach);
    maxX = Math.max(maxX, x + reach);
    maxY = Math.max(maxY, y + reach);
    maxZ = Math.max(maxZ, z + reach);
  }
}

// ---- records -----------------------------------------------------------------------------------------------------

function decodeMovers({ instances, at, instanceCount, moverCount }: MoverRecords): Mover[] {
  const floats = new Float32Array(instances, at);
  const words = new Uint32Array(instances, at);
  const motions = new Map<number, ReturnType<typeof decodeKnots>>();
  const shapes: KnownShapes = new Map();
  return Array.from({ length: moverCount }, (_, m) => {
    const motion = (instanceCount + moverCount + m) * WORDS;
    const first = words[motion + Motion.firstKnot / 4];
    const known = motions.get(first) ?? decodeKnots(floats, words, first, words[motion + Motion.knotCount / 4]);
    motions.set(first, known);
    const instance = (instanceCount + m) * WORDS;
    const toBody = invert(Array.from(floats.subarray(instance, instance + 12)));
    const corners = [Motion.low, Motion.high].flatMap((at) =>
      Array.from({ length: 3 }, (__, k) => floats[motion + at / 4 + k]),
    );
    const box = new Float64Array(12);
    setBoxInBody(box, toBody, corners);
    const isBending = (words[instance + Instance.flags / 4] & DEFORMS) !== 0;
    const bends = isBending ? { bends: new ShapeSweep({ floats, words }, motion / WORDS, shapes) } : {};
    const period = floats[motion + Motion.periodHigh / 4] + floats[motion + Motion.periodLow / 4];
    const start = { knot: 0, extents: new Float64Array(6), extentsOf: -1 };
    return { box, toBody, reach: reachOf(box), ...known, period, ...start, ...bends };
  });
}

function decodeKnots(floats: Float32Array, words: Uint32Array, first: number, count: number) {
  const [times, poses] = [new Float64Array(count), new Float64Array(count * POSE)];
  const [kept, hidden] = [new Uint8Array(count), new Uint8Array(count)];
  for (let k = 0; k < count; k++) {
    const at = (first + k) * WORDS;
    times[k] = floats[at + MotionKnot.timeHigh / 4] + floats[at + MotionKnot.timeLow / 4];
    for (let axis = 0; axis < 3; axis++)
      poses[k * POSE + axis] =
        floats[at + MotionKnot.position / 4 + axis] + floats[at + MotionKnot.positionLow / 4 + axis];
    for (let q = 0; q < 4; q++) poses[k * POSE + 3 + q] = floats[at + MotionKnot.orientation / 4 + q];
    kept[k] = floats[at + MotionKnot.perStepHigh / 4] === 0 ? 1 : 0;
    hidden[k] = words[at + MotionKnot.hidden / 4];
  }
  return { times, poses, kept, hidden, level: Uint8Array.from(kept, (is, k) => (is || !turns(poses, k) ? 1 : 0)) };
}

/** Whether two poses that follow each other differ in attitude. */
function turns(poses: Float64Array, k: number): boolean {
  for (let q = k * POSE + 3; q < (k + 1) * POSE; q++) if (poses[q] !== poses[q + POSE]) return true;
  return false;
}

/** Sets the box of a mover's mesh, by its corners, in its body's frame: its middle, then its three half edges. */
function setBoxInBody(box: Float64Array, toBody: readonly number[], corners: ArrayLike<number>): void {
  for (let k = 0; k < 3; k++) box[k] = toBody[4 * k + 3];
  for (let axis = 0; axis < 3; axis++) {
    const middle = (corners[axis] + corners[3 + axis]) / 2;
    const half = (corners[3 + axis] - corners[axis]) / 2;
    for (let k = 0; k < 3; k++) {
      box[k] += toBody[4 * k + axis] * middle;
      box[3 + 3 * axis + k] = toBody[4 * k + axis] * half;
    }
  }
}

/** The farthest place of a box from the origin, or farther. */
function reachOf(box: Float64Array): number {
  let reach = 0;
  for (let k = 0; k < 12; k += 3) reach += Math.hypot(box[k], box[k + 1], box[k + 2]);
  return reach;
}

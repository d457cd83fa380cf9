import { angleBetween, normalizeQuaternion, type Quaternion } from '../../base/quaternion.js';
import { composeRigid, type Rigid } from '../../base/rigid.js';
import { length, subtract, type Vec3 } from '../../base/vec3.js';
import { CHORD_ERROR_MAX, KNOT_TURN_MAX } from './drift.js';
import { KnotList } from './knot-list.js';
import { bodyPoseAt } from './motion-pose.js';
import type { SampledMotion } from './sampled-motion.js';
import type { Segment } from './segments.js';

/** A body that a clip moves. */
export interface Limb {
  /** Its pose at a moment of the clip, in the frame of the body that carries it. */
  poseAt(moment: number): Rigid;
  /** Metres from its origin to its farthest vertex. */
  reach: number;
  /** The clip over the scene's clock. */
  segments: readonly Segment[];
  /** The motion of the body that carries it, over the same time; absent: it stands in the world. */
  carrier?: { motion: SampledMotion; segments: readonly Segment[] };
}

/** Before a jump, the pose of this moment is kept, seconds: a device must be able to tell both times apart. */
const JUMP = 1e-6;
/** Times that are nearer than this are one, seconds. */
const SAME_TIME = 1e-9;
/** Halvings of the time between two keys. */
const DEPTH_MAX = 24;
/** Shares of a piece at which it is compared with the line between its ends. */
const PROBES = [0.25, 0.5, 0.75];

/**
 * The motion of a limb in the world: knots at all keys of its clip and of its carrier, and between them as many as the
 * line from knot to knot needs to be right to 0.1 mm anywhere on it, and to turn by 1° at most. Both motions add up.
 * Throws UserError for more than `most` knots.
 */
export function sampleLimb(limb: Limb, { period, most }: { period?: number; most?: number } = {}): SampledMotion {
  const knots = new KnotList(most);
  const pieces = piecesOf(limb);
  for (const [k, piece] of pieces.entries()) writePiece(knots, limb, piece, k + 1 === pieces.length);
  return knots.toMotion(period);
}

/** A time without keys of either motion. */
interface Piece {
  start: number;
  end: number;
  clip: Segment;
  carrier?: Segment;
  jumps: boolean;
}

/** Cuts the segments of both motions at each other's ends. */
function piecesOf({ segments, carrier }: Limb): Piece[] {
  const others = carrier?.segments ?? [];
  const pieces: Piece[] = [];
  let other = 0;
  for (const clip of segments) {
    let { start } = clip;
    while (other < others.length && others[other].end <= start + SAME_TIME) other++;
    for (;;) {
      const own = others[other];
      const end = own === undefined ? clip.end : Math.min(clip.end, own.end);
      const isClipEnd = end >= clip.end - SAME_TIME;
      const isOwnEnd = own !== undefined && end >= own.end - SAME_TIME;
      if (end - start > SAME_TIME)
        pieces.push({ start, end, clip, carrier: own, jumps: (isClipEnd && clip.jumps) || (isOwnEnd && own.jumps) });
      else if (pieces.length > 0 && isClipEnd && clip.jumps) pieces[pieces.length - 1].jumps = true;
      if (isClipEnd) break;
      start = end;
      other++;
    }
  }
  return pieces;
}

/** The moment of a segment at a time within it; at its ends exactly its own. */
function momentWithin({ start, end, from, to }: Segment, time: number): number {
  if (time <= start) return from;
  return time >= end ? to : from + ((to - from) * (time - start)) / (end - start);
}

/** The pose in the world at a time within a piece. */
function poseWithin({ poseAt, carrier }: Limb, piece: Piece, time: number): Rigid {
  const own = poseAt(momentWithin(piece.clip, time));
  if (carrier === undefined || piece.carrier === undefined) return own;
  const plain = { ...carrier.motion, period: undefined };
  return composeRigid(bodyPoseAt(plain, momentWithin(piece.carrier, time)), own);
}

/** Adds the knots of a piece but its last, which is the first of the next one; before a jump, and at the end, all. */
function writePiece(knots: KnotList, limb: Limb, piece: Piece, isLast: boolean): void {
  const { start, end, jumps } = piece;
  const isHidden = isHiddenIn(limb, piece);
  const until = jumps ? end - JUMP : end;
  const at = (time: number) => poseWithin(limb, piece, time);
  const first = at(start);
  if (until <= start || (jumps && isStill(at, start, until))) {
    knots.push(start, first, { holds: jumps, isHidden });
    if (isLast) knots.push(end, poseWithin(limb, piece, end), { isHidden });
    return;
  }
  knots.push(start, first, { isHidden });
  const last = at(until);
  halve({ knots, at, reach: limb.reach, isHidden }, { start, end: until, first, last }, 0);
  if (jumps || isLast) knots.push(until, last, { holds: jumps, isHidden });
  if (jumps && isLast) knots.push(end, at(end), { isHidden });
}

function isHiddenIn({ carrier }: Limb, piece: Piece): boolean {
  if (carrier?.motion.visible === undefined || piece.carrier === undefined) return false;
  const { from, to } = piece.carrier;
  return !bodyPoseAt({ ...carrier.motion, period: undefined }, (from + to) / 2).isVisible;
}

interface Halving {
  knots: KnotList;
  at(time: number): Rigid;
  reach: number;
  isHidden: boolean;
}

interface Line {
  start: number;
  end: number;
  first: Rigid;
  last: Rigid;
}

/** Adds the knots within a line, as far as it needs them. */
function halve(context: Halving, line: Line, depth: number): void {
  const { knots, at, isHidden } = context;
  const middle = (line.start + line.end) / 2;
  if (depth === DEPTH_MAX || middle - line.start < SAME_TIME) return;
  const pose = at(middle);
  if (isStraight(context, line, pose)) return;
  halve(context, { ...line, end: middle, last: pose }, depth + 1);
  knots.push(middle, pose, { isHidden });
  halve(context, { ...line, start: middle, first: pose }, depth + 1);
}

/** Whether the line between two poses is right to CHORD_ERROR_MAX on all of the body, and turns by KNOT_TURN_MAX. */
function isStraight({ at, reach }: Halving, { start, end, first, last }: Line, middle: Rigid): boolean {
  // Rounding makes more of an exact degree.
  const turnMax = KNOT_TURN_MAX * (1 + 1e-9);
  if (angleBetween(first.orientation, last.orientation) > turnMax) return false;
  return PROBES.every((share) => {
    const { position, orientation } = share === 0.5 ? middle : at(start + share * (end - start));
    const turn = angleBetween(orientation, between(first.orientation, last.orientation, share));
    const gone = [0, 1, 2].map((k) => first.position[k] + share * (last.position[k] - first.position[k]));
    const off = length(subtract(position, [gone[0], gone[1], gone[2]] satisfies Vec3));
    return off + reach * turn <= CHORD_ERROR_MAX && angleBetween(first.orientation, orientation) <= turnMax;
  });
}

/** The quaternion between two, linear and normalised, as bodies have it. */
function between(a: Quaternion, b: Quaternion, share: number): Quaternion {
  const side = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 ? -1 : 1;
  const mix = (k: 0 | 1 | 2 | 3) => a[k] + share * (side * b[k] - a[k]);
  return normalizeQuaternion([mix(0), mix(1), mix(2), mix(3)]);
}

/** Whether the body stays where it is. */
function isStill(at: (time: number) => Rigid, start: number, end: number): boolean {
  const first = at(start);
  return [...PROBES, 1].every((share) => {
    const { position, orientation } = at(start + share * (end - start));
    return (
      position.every((value, k) => value === first.position[k]) && angleBetween(orientation, first.orientation) < 1e-12
    );
  });
}

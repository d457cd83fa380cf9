import { DEGREE, TURN } from '../../base/angle.js';
import { fromAttitude } from '../../base/quaternion.js';
import type { Rigid } from '../../base/rigid.js';
import { length, scale, subtract, type Vec3 } from '../../base/vec3.js';
import { CHORD_ERROR_MAX, KNOT_TURN_MAX } from './drift.js';
import { KnotList } from './knot-list.js';
import type { SampledMotion } from './sampled-motion.js';
import type { TrafficTrack } from './traffic-track.js';

/** How a track becomes a motion. */
interface TrackOptions {
  /** Whether it follows curves between two moments, with its speed and heading at both; else straight lines. */
  isSmooth: boolean;
  /** Seconds of the scene's clock in which it is asked for; others have no more knots than are needed. */
  from: number;
  to: number;
}

/**
 * The motion of the front of an object of traffic: it is there from its first moment to its last, but for gaps. Between
 * two moments it follows a cubic Hermite curve to 0.1 mm, whose tangents are its speed along its heading, and turns at
 * a constant rate. Where the heading changes by more than 90°, or speeds do not fit the way, it goes straight. Throws
 * UserError beyond KNOTS_MAX.
 */
export function trackMotion(track: TrafficTrack, options: TrackOptions): SampledMotion {
  const { times, steps, end } = track;
  const knots = new KnotList();
  const last = times.length - 1;
  knots.push(times[0] - 1, poseOf(track, 0), { isHidden: true });
  for (let k = 0; k <= last; k++) {
    const endsHere = k === last || steps[k + 1] !== steps[k] + 1;
    const isAlone = endsHere && (k === 0 || steps[k] !== steps[k - 1] + 1);
    // One that is seen once is there until the next moment of the recording.
    if (isAlone) knots.push(times[k], poseOf(track, k), { holds: true });
    if (endsHere) knots.push(isAlone ? momentAfter(track, k, end) : times[k], poseOf(track, k), { isHidden: true });
    else writeStretch(knots, track, k, options);
  }
  return knots.toMotion();
}

/** When the step after moment k begins, if the object is not there then. */
const momentAfter = ({ times, steps }: TrafficTrack, k: number, end: number): number =>
  k + 1 === times.length ? end : times[k] + (times[k + 1] - times[k]) / (steps[k + 1] - steps[k]);

const poseOf = ({ positions, headings, pitches }: TrafficTrack, k: number): Rigid => ({
  position: placeOf(positions, k),
  orientation: fromAttitude(headings[k], pitches[k], 0),
});

const placeOf = (positions: readonly number[], k: number): Vec3 => [
  positions[3 * k],
  positions[3 * k + 1],
  positions[3 * k + 2],
];

/** Adds the motion from moment k to the next one, without its end. */
function writeStretch(knots: KnotList, track: TrafficTrack, k: number, { isSmooth, from, to }: TrackOptions): void {
  const { times, headings, pitches } = track;
  const step = times[k + 1] - times[k];
  const isAsked = times[k + 1] >= from && times[k] <= to;
  const turn = turnBetween(headings[k], headings[k + 1]);
  const way = isAsked && isSmooth && Math.abs(turn) <= TURN / 4 ? curveOf(track, k, step) : undefined;
  const turns = Math.ceil((Math.abs(turn) + Math.abs(pitches[k + 1] - pitches[k])) / KNOT_TURN_MAX);
  const pieces = isAsked ? Math.max(1, turns, way ? piecesOf(way) : 1) : 1;
  knots.demandRoom(pieces);
  for (let piece = 0; piece < pieces; piece++) {
    const share = piece / pieces;
    const pitch = pitches[k] + (pitches[k + 1] - pitches[k]) * share;
    const orientation = fromAttitude(headings[k] + turn * share, pitch, 0);
    knots.push(times[k] + step * share, { position: placeOn(track, k, share, way), orientation });
  }
}

/** The angle from one heading to another, at most half a turn to either side. */
function turnBetween(from: number, to: number): number {
  const turn = (to - from) % TURN;
  return turn > TURN / 2 ? turn - TURN : turn < -TURN / 2 ? turn + TURN : turn;
}

/** Both ends of a cubic Hermite curve over a share from 0 to 1, and its tangents there. */
interface Curve {
  way: Vec3;
  start: Vec3;
  end: Vec3;
}

/** Longest tangent of a curve that does not overshoot, as a multiple of its chord (Fritsch and Carlson 1980). */
const TANGENT_MAX = 3;

/** Largest angle between a tangent and the chord: more is a jump aside, or a way backwards. */
const ASIDE_MAX = 60 * DEGREE;

/** The curve from moment k to the next one; undefined where speeds and headings do not fit the way. */
function curveOf({ positions, headings, pitches, speeds }: TrafficTrack, k: number, step: number): Curve | undefined {
  const way = subtract(placeOf(positions, k + 1), placeOf(positions, k));
  const chord = length(way);
  if (chord === 0) return undefined;
  const tangent = (n: number): Vec3 | undefined => {
    // Without a speed, that of the chord.
    const speed = Number.isNaN(speeds[n]) ? chord / step : speeds[n];
    const level = Math.cos(pitches[n]);
    const ahead: Vec3 = [Math.sin(headings[n]) * level, Math.cos(headings[n]) * level, Math.sin(pitches[n])];
    const along = (ahead[0] * way[0] + ahead[1] * way[1] + ahead[2] * way[2]) / chord;
    // Heights of a recording without slopes lead up and down nevertheless.
    const up = pitches[n] === 0 ? way[2] : speed * step * ahead[2];
    const reach = speed * step;
    if (reach < 0 || reach > TANGENT_MAX * chord || along < Math.cos(ASIDE_MAX)) return undefined;
    return [ahead[0] * reach, ahead[1] * reach, up];
  };
  const [start, end] = [tangent(k), tangent(k + 1)];
  return start && end && { way, start, end };
}

/** Pieces of a curve whose chords leave it by at most CHORD_ERROR_MAX: by its second derivative, greatest at an end. */
function piecesOf({ way, start, end }: Curve): number {
  const bend = (sign: 1 | -1, a: Vec3, b: Vec3) =>
    length([0, 1, 2].map((axis) => sign * (6 * way[axis] - 4 * a[axis] - 2 * b[axis])) as unknown as Vec3);
  return Math.ceil(Math.sqrt(Math.max(bend(1, start, end), bend(-1, end, start)) / (8 * CHORD_ERROR_MAX)));
}

/** The place after a share of the way from moment k to the next one. */
function placeOn({ positions }: TrafficTrack, k: number, u: number, curve: Curve | undefined): Vec3 {
  const from = placeOf(positions, k);
  const gone = curve ? hermite(curve, u) : scale(subtract(placeOf(positions, k + 1), from), u);
  return [from[0] + gone[0], from[1] + gone[1], from[2] + gone[2]];
}

function hermite({ way, start, end }: Curve, u: number): Vec3 {
  const at = (axis: number): number =>
    (3 - 2 * u) * u * u * way[axis] + u * (1 - u) ** 2 * start[axis] - u * u * (1 - u) * end[axis];
  return [at(0), at(1), at(2)];
}

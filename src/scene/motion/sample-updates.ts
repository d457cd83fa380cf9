import { type Affine, compose, determinant, IDENTITY, scaling, transformPoint } from '../../base/affine.js';
import { UserError } from '../../base/errors.js';
import { angleBetween, fromMatrix, type Quaternion, slerp } from '../../base/quaternion.js';
import type { Rigid } from '../../base/rigid.js';
import { add, length, scale, subtract, type Vec3 } from '../../base/vec3.js';
import { composeUpdate, type FramedMove, framedMove } from './compose-moves.js';
import { KNOT_TURN_MAX } from './drift.js';
import { KNOTS_MAX, KnotList } from './knot-list.js';
import type { RepeatedUpdate, SceneClock, UpdateMotion, UpdateTimes } from './part-motion.js';
import type { SampledMotion } from './sampled-motion.js';

/** The motion of a part that is updated, whose body has its origin in the middle of the part. */
export interface UpdatedMotion {
  motion: SampledMotion;
  /** That of its mirror image by MIRROR, which is there while the part is mirrored; absent: it never is. */
  mirrored?: SampledMotion;
}

/** The mirror between the body of a part and that of its mirror image. */
export const MIRROR: Affine = Object.freeze(scaling([-1, 1, 1]));

interface Middles {
  /** Middle of the part where it stands. */
  own: Vec3;
  /** Middle of the scene. */
  scene: Vec3;
}

/**
 * The knots of a motion by updates, as far as the run of `clock` needs them; one that comes back to its beginning
 * repeats itself. Throws UserError for more updates or knots than KNOTS_MAX.
 */
export function sampleUpdates(motion: UpdateMotion, middles: Middles, clock: Pick<SceneClock, 'to'>): UpdatedMotion {
  const hands = new Hands();
  const first: BodyState = { pose: { position: middles.own, orientation: [0, 0, 0, 1] }, isMirrored: false };
  const [{ from, every }] = motion.times;
  hands.push(from - every, first, true);
  const states = statesOf(motion, middles, (clock.to - from) / every);
  if (!motion.isSteady) return hands.motions(writeJumps(hands, motion, states, first, clock.to));
  writeSteadily(hands, motion, states, first, clock.to);
  return hands.motions();
}

/** A pose of a body, or of its mirror image. */
interface BodyState {
  pose: Rigid;
  isMirrored: boolean;
}

/** The state of a body after an update. */
interface UpdatedState {
  state(): BodyState;
  /** Whether the first update follows. */
  isRound: boolean;
}

/** Adds a knot for each update that shows, until `end`, one at least. Returns the period of a motion that closes. */
function writeJumps(
  hands: Hands,
  { times, shown }: UpdateMotion,
  states: Iterable<UpdatedState>,
  first: BodyState,
  end: number,
): number | undefined {
  const moments = momentsOf(times);
  const [{ every, from }] = times;
  const mayRepeat = times.length === 1 && shown === 1;
  let made = 0;
  for (const { state, isRound } of states) {
    const time = nextOf(moments);
    if (made > 0 && time > end) return undefined;
    if (made % shown === 0) hands.push(time, state(), true);
    made++;
    const rounds = (end - from) / (made * every);
    if (isRound && mayRepeat && rounds > 1 && isClosed(first, state(), rounds)) return made * every;
  }
  return undefined;
}

/** Most that all rounds of a motion that repeats itself may be off together, metres and radians. */
const DRIFT_MAX = 1e-6;

/** Whether a body that comes back to its first pose but for rounding may be taken to be there, for so many rounds. */
const isClosed = (first: BodyState, { pose, isMirrored }: BodyState, rounds: number): boolean =>
  !isMirrored &&
  length(subtract(pose.position, first.pose.position)) * rounds < DRIFT_MAX &&
  turnBetween(first.pose.orientation, pose.orientation) * rounds < DRIFT_MAX;

/** The angle between two orientations, exact where it is small. */
function turnBetween(from: Quaternion, to: Quaternion): number {
  const side = from.reduce((sum, value, k) => sum + value * to[k], 0) < 0 ? -1 : 1;
  return 2 * Math.hypot(...from.map((value, k) => value - side * to[k]));
}

/** Adds the motion from each update to the next one, until `end`. */
function writeSteadily(
  hands: Hands,
  { times }: UpdateMotion,
  states: Iterable<UpdatedState>,
  first: BodyState,
  end: number,
): void {
  const moments = momentsOf(times);
  let [from, time] = [first, nextOf(moments)];
  hands.push(time, from, false);
  for (const { state } of states) {
    const [to, next] = [state(), nextOf(moments)];
    const turn = angleBetween(from.pose.orientation, to.pose.orientation);
    const isSplit = from.isMirrored !== to.isMirrored;
    const pieces = isSplit ? 1 : Math.max(1, Math.ceil(turn / KNOT_TURN_MAX));
    for (let piece = 1; piece < pieces; piece++) {
      const share = piece / pieces;
      hands.push(time + (next - time) * share, { ...to, pose: poseBetween(from.pose, to.pose, share) }, false);
    }
    if (isSplit) hands.push(next - Math.min(JUMP, (next - time) / 2), from, true);
    hands.push(next, to, false);
    if (next > end) return;
    [from, time] = [to, next];
  }
}

/** A body turns into its mirror image within this time, seconds. */
const JUMP = 1e-6;

function poseBetween(from: Rigid, to: Rigid, share: number): Rigid {
  return {
    position: add(from.position, scale(subtract(to.position, from.position), share)),
    orientation: slerp(from.orientation, to.orientation, share),
  };
}

/** Updates after which a motion that has not repeated itself is refused if there will be too many. */
const TRIED = 65_536;

/**
 * The state of the body after each update, worked out where it is asked for; `expected` is the number of updates that a
 * run takes. Throws UserError for more than KNOTS_MAX.
 */
function* statesOf(
  { updates, next }: UpdateMotion,
  { own, scene }: Middles,
  expected: number,
): Generator<UpdatedState> {
  const body = { middle: subtract(own, scene) };
  const start = body.middle;
  const all = next === undefined ? updates.reduce((sum, { repeat }) => sum + repeat, 0) : Number.POSITIVE_INFINITY;
  const rounds = updates.map((update) => roundOf(update, scene));
  let [map, made]: [Affine, number] = [IDENTITY, 0];
  for (let k: number | undefined = 0; k !== undefined; k = k + 1 < updates.length ? k + 1 : next) {
    const { repeat } = updates[k];
    const endsRound = k === updates.length - 1 && next === 0;
    for (let turn = 1; turn <= repeat; turn++) {
      if (++made > TRIED && Math.min(all, expected) > KNOTS_MAX)
        throw new UserError(`the motion takes more than ${KNOTS_MAX} updates`, {
          hint: 'make them rarer, or the survey shorter',
        });
      map = compose(rounds[k](body), map);
      const current = map;
      yield { state: () => stateAfter(current, start, scene), isRound: endsRound && turn === repeat };
    }
  }
}

/** The map of an update of a body; of moves in the world alone, always the same. */
function roundOf({ moves }: RepeatedUpdate, scene: Vec3): (body: { middle: Vec3 }) => Affine {
  const framed: FramedMove[] = moves.map((move) => framedMove(move, scene));
  if (framed.some(({ isOwn }) => isOwn)) return (body) => composeUpdate(framed, body);
  const map = composeUpdate(framed, { middle: [0, 0, 0] });
  return (body) => {
    body.middle = transformPoint(map, body.middle);
    return map;
  };
}

function stateAfter(map: Affine, start: Vec3, scene: Vec3): BodyState {
  const isMirrored = determinant(map) < 0;
  return {
    pose: {
      position: add(transformPoint(map, start), scene),
      orientation: fromMatrix(isMirrored ? compose(map, MIRROR) : map),
    },
    isMirrored,
  };
}

/** All moments of updates, without end. */
function* momentsOf(times: readonly UpdateTimes[]): Generator<number> {
  for (const { from, every, count = Number.POSITIVE_INFINITY } of times)
    for (let k = 0; k < count; k++) yield from + k * every;
}

const nextOf = (moments: Generator<number>): number => moments.next().value ?? Number.POSITIVE_INFINITY;

/** The knots of a body, and of its mirror image, of which one is there at a time. */
class Hands {
  private readonly knots = new KnotList();
  private readonly holds: boolean[] = [];
  private readonly isMirrored: boolean[] = [];

  push(time: number, { pose, isMirrored }: BodyState, holds: boolean): void {
    this.knots.push(time, pose);
    this.holds.push(holds);
    this.isMirrored.push(isMirrored);
  }

  /** Both motions, which repeat themselves after `period`; absent: they do not. */
  motions(period?: number): UpdatedMotion {
    const motion = this.knots.toMotion(period);
    if (!this.isMirrored.includes(true)) return { motion: this.marked(motion, false) };
    return {
      motion: { ...this.marked(motion, false), visible: this.flags((k) => !this.isMirrored[k]) },
      mirrored: { ...this.marked(motion, true), visible: this.flags((k) => this.isMirrored[k]) },
    };
  }

  /** The motion of one of both, which waits where the other one is there. */
  private marked(motion: SampledMotion, isMirrored: boolean): SampledMotion {
    const holds = this.flags((k) => this.holds[k] || this.isMirrored[k] !== isMirrored);
    return holds.includes(1) ? { ...motion, holds } : motion;
  }

  private flags(is: (knot: number) => boolean): Uint8Array {
    return Uint8Array.from(this.holds, (_, k) => (is(k) ? 1 : 0));
  }
}

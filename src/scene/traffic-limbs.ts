import { type Affine, compose, determinant, invert, scaling, transformPoint } from '../base/affine.js';
import { UserError } from '../base/errors.js';
import { angleBetween, fromMatrix, multiply } from '../base/quaternion.js';
import type { Rigid } from '../base/rigid.js';
import { length, subtract } from '../base/vec3.js';
import { type LedTraffic, motionsOfRecording } from './led-traffic.js';
import type { LimbPlace } from './limbs.js';
import { CHORD_ERROR_MAX, KNOT_TURN_MAX } from './motion/drift.js';
import { demandKnots, KnotList } from './motion/knot-list.js';
import type { SceneClock } from './motion/part-motion.js';
import type { RoadUser, TrafficPlan, TrafficWay } from './traffic-flow/traffic-plan.js';
import { TRAFFIC_STEP, TrafficState } from './traffic-flow/traffic-state.js';
import { isClosed, placeOfMover, poseOnWay, seenLength } from './traffic-flow/way-pose.js';

/** Largest difference of the scales of a part along its axes that counts as none. */
const ALIKE = 1e-6;

/**
 * Where the movers of a model's traffic are, in their order, from the moment 0 to the end of the run, as `place` leads
 * from the model to the world; undefined where it is flattened. `led`: a recording in the world has their places.
 * Throws UserError for a place that mirrors or stretches the model, for too many knots, and for a recording of others.
 */
export function limbsOfTraffic(
  plan: TrafficPlan,
  place: Affine,
  clock: SceneClock,
  led?: LedTraffic,
): LimbPlace[] | undefined {
  const size = determinant(place);
  if (size === 0) return undefined;
  const scale = scaleOf(place);
  if (scale === undefined) throw new UserError('generated traffic cannot be mirrored, or stretched unequally');
  const toBodies = plan.movers.map((mover) =>
    compose(scaling([scale, scale, scale]), invert(placeOfMover(plan.ways[mover.way], mover))),
  );
  const gap = { metres: 0, angle: 0 };
  if (led) return motionsOfRecording(led, toBodies, clock).map((body) => ({ ...body, gap }));
  const turn = compose(place, scaling([1 / scale, 1 / scale, 1 / scale]));
  const orientation = fromMatrix(turn);
  const toWorld = (pose: Rigid): Rigid => ({
    position: transformPoint(place, pose.position),
    orientation: multiply(orientation, pose.orientation),
  });
  const motions = writeMotions(plan, toWorld, clock.to);
  return toBodies.map((toBody, k) => ({ place: toBody, motion: motions[k].toMotion(), gap }));
}

/** The one scale of a transform; undefined if it mirrors or stretches. */
function scaleOf(m: Affine): number | undefined {
  const sides = [0, 1, 2].map((axis) => Math.hypot(m[axis], m[4 + axis], m[8 + axis]));
  const scale = Math.cbrt(determinant(m));
  return sides.every((side) => Math.abs(side - scale) <= ALIKE * scale) ? scale : undefined;
}

/** The motions of all movers, step by step. */
function writeMotions(plan: TrafficPlan, toWorld: Writing['toWorld'], end: number): KnotList[] {
  // One step more than the run, at whose end bodies still move: recordings have a moment there.
  const steps = 1 + Math.max(1, Math.ceil(end / TRAFFIC_STEP));
  demandKnots(steps * plan.movers.length);
  const state = new TrafficState(plan);
  const lists = plan.movers.map(() => new KnotList());
  for (let step = 0; step <= steps; step++) {
    state.decide();
    for (const [k, mover] of plan.movers.entries())
      writeStep(lists[k], { way: plan.ways[mover.way], mover, toWorld, state, k, step, isLast: step === steps });
    state.advance();
  }
  return lists;
}

/** A mover in a step of its traffic. */
interface Writing {
  way: TrafficWay;
  mover: RoadUser;
  toWorld: (pose: Rigid) => Rigid;
  state: TrafficState;
  /** Number of the mover. */
  k: number;
  step: number;
  /** Whether only the begin of the step counts. */
  isLast: boolean;
}

/** Adds the knots of a step, without its end: one, or more where the mover brakes or turns, and none if it is away. */
function writeStep(list: KnotList, { way, mover, toWorld, state, k, step, isLast }: Writing): void {
  const isHidden = !isSeen(way, mover, state.along[k]);
  const start = step * TRAFFIC_STEP;
  const poseAfter = (time: number) => toWorld(poseOnWay(way, state.along[k] + state.wayAfter(k, time), mover.left));
  if (isHidden && list.isHidden && !isLast) return;
  // Where it is away it does not turn to its next beginning, but is kept.
  if (isHidden || isLast) list.push(start, poseAfter(0), { isHidden, holds: isHidden });
  else writeSeen(list, start, poseAfter, state.acceleration[k]);
}

/** Adds the knots of a step of a mover that is seen, of so many equal pieces that each is straight enough. */
function writeSeen(list: KnotList, start: number, poseAfter: (time: number) => Rigid, acceleration: number): void {
  let pieces = piecesOf(poseAfter(0), poseAfter(TRAFFIC_STEP), acceleration);
  const posesOf = () => Array.from({ length: pieces + 1 }, (_, k) => poseAfter((k / pieces) * TRAFFIC_STEP));
  let poses = posesOf();
  // A bend may begin within the step.
  while (pieces < PIECES_MAX && poses.some((pose, k) => k > 0 && isBent(poses[k - 1], pose))) {
    pieces *= 2;
    poses = posesOf();
  }
  for (let k = 0; k < pieces; k++) list.push(start + (k / pieces) * TRAFFIC_STEP, poses[k]);
}

/** Most pieces of a step that are looked at. */
const PIECES_MAX = 32;

const isBent = (from: Rigid, to: Rigid): boolean => angleBetween(from.orientation, to.orientation) > KNOT_TURN_MAX;

/** Whether all of a mover is on the line of its way. */
const isSeen = (way: TrafficWay, { front, back }: RoadUser, along: number): boolean =>
  isClosed(way) || (along >= back && along + front <= seenLength(way));

/** How many straight motions are needed for a step with this acceleration along a bend. */
function piecesOf(from: Rigid, to: Rigid, acceleration: number): number {
  const turn = angleBetween(from.orientation, to.orientation);
  const bend = length(subtract(to.position, from.position)) * turn + Math.abs(acceleration) * TRAFFIC_STEP ** 2;
  return Math.ceil(Math.max(1, turn / KNOT_TURN_MAX, Math.sqrt(bend / (8 * CHORD_ERROR_MAX))));
}

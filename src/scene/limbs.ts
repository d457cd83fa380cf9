import { type Affine, compose, determinant, invert, translation } from '../base/affine.js';
import { UserError } from '../base/errors.js';
import { angleBetween, fromMatrix } from '../base/quaternion.js';
import type { Rigid } from '../base/rigid.js';
import { isEmptyBox, length, subtract } from '../base/vec3.js';
import { chainAt, momentsOfChain } from './animation/chain.js';
import { type ModelAnimation, withinClip } from './animation/model-animation.js';
import type { PartAnimation } from './animation/part-animation.js';
import { isRotation, linearOf } from './animation/rigid-chain.js';
import { exactBox } from './boxes/exact-box.js';
import type { Model } from './model.js';
import { stretchesByClock, stretchesByWay, writtenRun } from './motion/clip-stretches.js';
import { demandKnots } from './motion/knot-list.js';
import type { SceneClock } from './motion/part-motion.js';
import { type Limb, sampleLimb } from './motion/sample-limb.js';
import { loopGap } from './motion/sample-motion.js';
import type { SampledMotion } from './motion/sampled-motion.js';
import { type Play, segmentsOfClip, segmentsOfMotion } from './motion/segments.js';

/** Where a body is: frame of its model to the world, or to the body whose motion is given. */
export interface BodyPlace {
  place: Affine;
  motion?: SampledMotion;
}

/** A body of a model that its clip moves. */
export interface LimbPlace extends Required<BodyPlace> {
  /** By how much it jumps where the clip begins anew: metres, and radians. */
  gap: { metres: number; angle: number };
}

/** A part that plays a clip. */
interface AnimatedPart {
  name: string;
  model: Model & { animation: ModelAnimation };
  animation: PartAnimation;
  clock: SceneClock;
  /** Seconds by which this placement is late. */
  delay: number;
}

/**
 * The bodies that the clip of a part moves, in the order of `ModelAnimation.bodies`, where `body` is the part's own;
 * undefined where the part is flattened. Their motions are those of the clip in the frame of the part and of the part
 * together. Throws UserError for a part that is stretched unequally, so that they are not rigid, and for too many
 * knots.
 */
export function limbsOf(part: AnimatedPart, body: BodyPlace): LimbPlace[] | undefined {
  if (determinant(body.place) === 0) return undefined;
  return part.model.animation.bodies.map((_, k) => limbAt(part, body, k));
}

function limbAt(part: AnimatedPart, { place, motion: carrier }: BodyPlace, k: number): LimbPlace {
  const { model, animation, clock, delay } = part;
  const { bodies, duration, pose } = model.animation;
  const moments = momentsOfChain(bodies[k], duration);
  const poseAt = poseReader(part, place, k);
  for (const { time } of moments) poseAt(time);
  const [first, last] = [poseAt(0), poseAt(duration)];
  const gap = {
    metres: length(subtract(last.position, first.position)),
    angle: angleBetween(last.orientation, first.orientation),
  };
  const play: Play = { moments, loop: animation.loop, jumps: gap.metres > CLOSED || gap.angle > CLOSED };
  const { position } = poseAt(pose);
  const inner = compose(translation([-position[0], -position[1], -position[2]]), place);
  const limb = { poseAt, reach: reachOf(model, k, inner) };
  const motion =
    carrier === undefined
      ? standing(limb, play, animation, clock)
      : carried(limb, play, { animation, clock, delay, carrier });
  return { place: inner, motion, gap };
}

/** Metres, and radians, of a loop that is closed. */
const CLOSED = 1e-6;

/** The motion of a limb of a part that stands. */
function standing(
  limb: Pick<Limb, 'poseAt' | 'reach'>,
  play: Play,
  { speed, offset, loop }: PartAnimation,
  clock: SceneClock,
): SampledMotion {
  const duration = play.moments[play.moments.length - 1].time;
  const begun = loop ? withinClip(offset + speed * clock.from, duration, true) - speed * clock.from : offset;
  const start = -begun / speed;
  const stretch = { start, end: start + duration / speed, from: 0, to: duration };
  return sampleLimb({ ...limb, segments: segmentsOfClip(play, [stretch]) }, loop ? duration / speed : undefined);
}

interface Carried {
  animation: PartAnimation;
  clock: SceneClock;
  delay: number;
  carrier: SampledMotion;
}

/** The motion of a limb of a part that moves, written out for all of the run. */
function carried(
  limb: Pick<Limb, 'poseAt' | 'reach'>,
  play: Play,
  { animation, clock, delay, carrier }: Carried,
): SampledMotion {
  const run = writtenRun(clock);
  const { stride, offset } = animation;
  const duration = play.moments[play.moments.length - 1].time;
  const stretches =
    stride === undefined
      ? stretchesByClock(animation, run, delay)
      : stretchesByWay(carrier, { stride, offset, duration }, run);
  // One round alone says what all take at least, before they are made.
  const once = segmentsOfClip(play, [{ start: 0, end: duration, from: 0, to: duration }]);
  const played = stretches.reduce((sum, { from, to }) => sum + Math.abs(to - from), 0);
  if (duration > 0) demandKnots((played / duration) * sampleLimb({ ...limb, segments: once }).times.length);
  const { metres, angle } = loopGap(carrier);
  const isOpen = metres > CLOSED || angle > CLOSED;
  return sampleLimb({
    ...limb,
    segments: segmentsOfClip(play, stretches),
    carrier: { motion: carrier, segments: segmentsOfMotion(carrier, run.from, run.to, isOpen) },
  });
}

/** The pose of a body of the model at moments of the clip; it is not turned in the pose in which the model stands. */
function poseReader({ name, model, animation }: AnimatedPart, place: Affine, k: number): Limb['poseAt'] {
  const { bodies, pose } = model.animation;
  const undo = invert(linearOf(compose(place, chainAt(bodies[k], pose))));
  return (moment): Rigid => {
    const placed = compose(place, chainAt(bodies[k], moment));
    const turn = compose(linearOf(placed), undo);
    if (!isRotation(turn))
      throw new UserError(`${name} is stretched unequally, so that nodes that turn in its clip would be bent`, {
        place: animation.place,
        hint: 'give its transform one scale for all axes',
      });
    return { position: [placed[3], placed[7], placed[11]], orientation: fromMatrix(turn) };
  };
}

/** Metres from the origin of a limb to its farthest vertex. */
function reachOf({ meshes, instances }: Model, body: number, inner: Affine): number {
  const own = instances.filter((instance) => instance.body === body);
  const box = exactBox(
    meshes,
    own.map(({ mesh, transform }) => ({ mesh, transform: compose(inner, transform) })),
  );
  return isEmptyBox(box) ? 0 : Math.hypot(...[0, 1, 2].map((axis) => Math.max(-box.min[axis], box.max[axis])));
}

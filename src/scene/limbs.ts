import { type Affine, compose, determinant, invert, translation } from '../base/affine.js';
import { UserError } from '../base/errors.js';
import { angleBetween, fromMatrix } from '../base/quaternion.js';
import type { Rigid } from '../base/rigid.js';
import { isEmptyBox, length, subtract, type Vec3 } from '../base/vec3.js';
import { PLATFORM_COORDINATE_MAX } from '../platform/coordinate-max.js';
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
  const { model, animation, name } = part;
  const seconds = model.animation.duration / animation.speed;
  if (model.animation.bodies.length > 0 && !(seconds >= ROUND_MIN))
    throw new UserError(`the clip of ${name} is over in ${seconds} s, expected at least ${ROUND_MIN} s`, {
      place: animation.place,
    });
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

/** Least time of a clip, seconds: a device must be able to tell its moments apart. */
const ROUND_MIN = 1e-4;

/** Most knots of a clip: a wheel that turns seven times a second for a minute and a half. */
const ROUND_KNOTS_MAX = 2 ** 18;

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
  const segments = segmentsOfClip(play, [stretch]);
  return sampleLimb({ ...limb, segments }, { most: ROUND_KNOTS_MAX, ...(loop && { period: duration / speed }) });
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
  const round = sampleLimb({ ...limb, segments: once }, { most: ROUND_KNOTS_MAX });
  demandKnots((played / duration) * round.times.length);
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
    const position: Vec3 = [placed[3], placed[7], placed[11]];
    if (!position.every((value) => Math.abs(value) <= PLATFORM_COORDINATE_MAX))
      throw new UserError(
        `the clip of ${name} takes it more than ${PLATFORM_COORDINATE_MAX} m from the origin after ${moment} s of it`,
        { place: animation.place },
      );
    return { position, orientation: fromMatrix(turn) };
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

import { type Affine, compose, determinant, transformPoint } from '../base/affine.js';
import { formatPlace, UserError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { isEmptyBox, type Vec3 } from '../base/vec3.js';
import { PLATFORM_COORDINATE_MAX } from '../platform/coordinate-max.js';
import { exactBox } from './boxes/exact-box.js';
import type { PartMotion, SceneClock } from './motion/part-motion.js';
import { placeMotion } from './motion/place-motion.js';
import { loopGap, sampleMotion } from './motion/sample-motion.js';
import type { SampledMotion } from './motion/sampled-motion.js';
import type { PlacedPart } from './place/place-parts.js';
import type { ScenePart } from './scene-description.js';

/** Where a placement of a part is: frame of its model to the world, or to the body whose motion is given. */
interface BodyPlace {
  place: Affine;
  motion?: SampledMotion;
}

/** Where the placement of this number is. */
export type BodyAt = (placement: number) => BodyPlace;

/** A run of which no time is known. */
const UNKNOWN_CLOCK: SceneClock = { startTime: 0, from: 0, to: 0 };

/** Most bodies that move. */
const MOVERS_MAX = 100_000;

/** Where the placements of a part are, with their motions in the run of `clock`. */
export function bodiesOf(part: PlacedPart, clock: SceneClock = UNKNOWN_CLOCK, log: Log): BodyAt {
  const { description, transforms } = part;
  const { motion } = description;
  if (motion === undefined) return (k) => ({ place: transforms[k] });
  checkMovable(part, motion);
  const isOnce = description.placement.kind === 'once';
  const transform = isOnce ? transforms[0] : description.transform;
  const reference = referencePoint(part, transform, motion.reference);
  warnOfGap(description, motion, clock, log);
  return (k) => {
    const placed = transforms[k];
    if (determinant(placed) === 0) return { place: placed };
    const { motion: own, inner } = atPlaceOf(motion, () =>
      placeMotion(sampleMotion(motion, clock, k * motion.stagger), {
        transform,
        placed,
        reference,
        isRelative: motion.course.isRelative === true,
      }),
    );
    checkCoordinates(description.name, motion, own);
    return { place: inner, motion: own };
  };
}

/** Throws UserError for foliage that light passes, and for too many bodies. */
function checkMovable({ description: { name }, model, transforms }: PlacedPart, { place }: PartMotion): void {
  if (model.instances.some(({ mesh }) => model.meshes[mesh].medium !== undefined))
    throw new UserError(`${name} has voxels that light passes, which cannot move`, {
      place,
      hint: 'take the voxels as scaled or solid, or leave out motion',
    });
  if (transforms.length > MOVERS_MAX)
    throw new UserError(`${name} has ${transforms.length} placements that move, expected at most ${MOVERS_MAX}`, {
      place,
    });
}

/** The result of `action`; its faults have the place of the motion. */
function atPlaceOf<T>({ place }: PartMotion, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof UserError) || error.place) throw error;
    throw new UserError(error.message, { place, hint: error.hint, cause: error });
  }
}

/** Throws UserError for a motion whose numbers lose their precision. */
function checkCoordinates(name: string, { place }: PartMotion, { positions, times }: SampledMotion): void {
  const far = positions.findIndex((value) => !(Math.abs(value) <= PLATFORM_COORDINATE_MAX));
  if (far < 0) return;
  const [where, when] = [positions[far], times[Math.floor(far / 3)]];
  throw new UserError(
    `${name} is at ${'xyz'[far % 3]} = ${where.toPrecision(3)} m after ${when.toPrecision(3)} s; at most ` +
      `${PLATFORM_COORDINATE_MAX} m from the origin are possible`,
    { place },
  );
}

/** Warns of a loop that begins anew elsewhere than it ends. */
function warnOfGap({ name }: ScenePart, motion: PartMotion, clock: SceneClock, log: Log): void {
  if (motion.after !== 'loop' || motion.course.drift) return;
  const { metres, angle } = loopGap(atPlaceOf(motion, () => sampleMotion({ ...motion, before: 'stand' }, clock)));
  if (metres <= GAP_MAX && angle <= GAP_MAX) return;
  const jump = `${metres.toFixed(2)} m and ${((angle * 180) / Math.PI).toFixed(1)}°`;
  log.warn(`${formatPlace(motion.place)}: ${name} jumps by ${jump} where its motion begins anew`);
}

/** Largest gap of a loop that is closed, metres and radians. */
const GAP_MAX = 1e-3;

/** The share of a vehicle's length that lies behind its rear axle. */
const BEHIND_AXLE = 0.2;

/** The point of a part, in its own frame, that moves along the course. */
function referencePoint({ model }: PlacedPart, transform: Affine, reference: PartMotion['reference']): Vec3 {
  if (typeof reference === 'object') return reference.point;
  const origin = transformPoint(transform, [0, 0, 0]);
  if (reference === 'origin') return origin;
  const own = model.instances.map(({ mesh, transform: node }) => ({ mesh, transform: compose(transform, node) }));
  const box = exactBox(model.meshes, own);
  if (isEmptyBox(box)) return origin;
  const { min, max } = box;
  const middle = (axis: 0 | 1 | 2): number => (min[axis] + max[axis]) / 2;
  if (reference === 'centre') return [middle(0), middle(1), middle(2)];
  const along = reference === 'front' ? max[1] : min[1] + BEHIND_AXLE * (max[1] - min[1]);
  return [middle(0), along, min[2]];
}

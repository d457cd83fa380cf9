import { type Affine, compose, determinant, transformPoint, translation } from '../base/affine.js';
import { DEGREE, TURN } from '../base/angle.js';
import { formatPlace, invariant, UserError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import type { Steps } from '../base/steps.js';
import { add, type Box3, emptyBox, isEmptyBox, joinBox, scale, subtract, type Vec3 } from '../base/vec3.js';
import { PLATFORM_COORDINATE_MAX } from '../platform/coordinate-max.js';
import type { PartAnimation } from './animation/part-animation.js';
import type { bodyOfShapes } from './body-of-shapes.js';
import { exactBox } from './boxes/exact-box.js';
import type { BodyPlace, LimbPlace, limbsOf } from './limbs.js';
import type { Mesh } from './model.js';
import { needsSceneMiddle } from './motion/compose-moves.js';
import { followBehind, followRigidly } from './motion/follow-motion.js';
import { KNOTS_MAX } from './motion/knot-list.js';
import type {
  CarrierMotion,
  CourseMotion,
  FollowMotion,
  PartMotion,
  RiddenGround,
  SceneClock,
  TrafficMotion,
  UpdateMotion,
} from './motion/part-motion.js';
import { type PlacedBody, placeMotion } from './motion/place-motion.js';
import { rideGround } from './motion/ride-ground.js';
import { loopGap, sampleMotion } from './motion/sample-motion.js';
import { MIRROR, sampleUpdates } from './motion/sample-updates.js';
import type { SampledMotion } from './motion/sampled-motion.js';
import { trackMotion } from './motion/track-motion.js';
import { type Ground, HeightGrid, type Rectangle } from './place/height-grid.js';
import { partBoxes } from './place/part-boxes.js';
import { type GroundTest, isFreeGround, type PlacedPart } from './place/place-parts.js';
import { platformBody } from './platform-body.js';
import { movesInRun } from './scene-description.js';
import type { TrafficPlan } from './traffic-flow/traffic-plan.js';
import type { limbsOfTraffic } from './traffic-limbs.js';

/** Where a placement of a part is, and the bodies that its clip moves. */
export interface PartPlace extends BodyPlace {
  /** In the order of the bodies of its model's animation; absent: none. */
  limbs?: readonly LimbPlace[];
  /** Where its meshes that change their shapes are, if it stands itself; absent: where it is. */
  bent?: Required<BodyPlace>;
}

/**
 * Where an instance of a part's model is that belongs to a body of its animation; absent: it belongs to the part, or to
 * what carries the meshes of the part that change their shapes.
 */
export function carrierOf(part: PartPlace, body: number | undefined, { shapes }: Pick<Mesh, 'shapes'>): BodyPlace {
  const { limbs, place, motion, bent } = part;
  const limb = body === undefined ? undefined : limbs?.[body];
  if (limb !== undefined) return { place: limb.place, motion: limb.motion };
  if (shapes !== undefined && bent !== undefined) return bent;
  return { place, ...(motion && { motion }) };
}

/**
 * Warns of a part that looks where it goes, but whose front, known as the angle from x about z in its body, is at its
 * side or its back.
 */
export function warnOfFront({ name, motion }: PlacedPart['description'], front: number | undefined, log: Log): void {
  if (motion === undefined || !looksForward(motion) || front === undefined) return;
  const turn = Math.round((TURN / 4 - front) / DEGREE);
  const angle = ((((turn + 180) % 360) + 360) % 360) - 180;
  if (Math.abs(angle) < FRONT_MAX) return;
  log.warn(
    `${formatPlace(motion.place)}: the front of ${name} does not look where it goes, but ${Math.abs(angle)}° beside it: ` +
      `turn it by ${angle === -180 ? 180 : angle}° about z with transform, or say where its front is, as in front: +x`,
  );
}

/** Smallest angle between front and way that is doubtful, degrees. */
const FRONT_MAX = 45;

/** Where the placement of this number is. */
export type BodyAt = (placement: number) => PartPlace;

/** A run of which no time is known. */
const UNKNOWN_CLOCK: SceneClock = { startTime: 0, from: 0, to: 0 };

/** Most bodies that move. */
const MOVERS_MAX = 100_000;

/** A part that is placed once and moves. */
interface MovingPart {
  motion: SampledMotion;
  inner: Affine;
  /** Its point of reference where it stands. */
  reference: Vec3;
  /** Its mirror image, which takes its place at times; absent: never. */
  mirrored?: PlacedBody;
}

/** The bodies of the parts of a scene, with their motions in the run of `clock`. */
export class Bodies {
  private readonly byName: ReadonlyMap<string, PlacedPart>;
  private readonly clock: SceneClock;
  private readonly log: Log;
  private readonly limbsOf: BodiesContext['limbsOf'];
  private readonly bodyOfShapes: BodiesContext['bodyOfShapes'];
  private readonly limbsOfTraffic: BodiesContext['limbsOfTraffic'];
  /** Grounds on which parts ride, by their names. */
  private readonly grounds: ReadonlyMap<string | undefined, HeightGrid>;
  /** The motion of the platform; absent: nothing is fixed to it. */
  private readonly carrier: SampledMotion | undefined;
  /** Knots so far. */
  private knots = 0;
  /** Parts of which only one is placed; null: being looked at. */
  private readonly known = new Map<PlacedPart, MovingPart | null>();
  /** The middle of the box of all parts where they stand, once it is asked for. */
  private middle: Vec3 | undefined;

  private constructor(
    byName: Bodies['byName'],
    grounds: Bodies['grounds'],
    carrier: SampledMotion | undefined,
    { clock = UNKNOWN_CLOCK, log, limbsOf, bodyOfShapes, limbsOfTraffic }: BodiesContext,
  ) {
    this.byName = byName;
    this.grounds = grounds;
    this.carrier = carrier;
    this.clock = clock;
    this.log = log;
    this.limbsOf = limbsOf;
    this.bodyOfShapes = bodyOfShapes;
    this.limbsOfTraffic = limbsOfTraffic;
  }

  /** The bodies of these parts. Throws UserError for grounds that cannot be ridden on. */
  static *of(parts: readonly PlacedPart[], context: BodiesContext): Steps<Bodies> {
    const byName = new Map(parts.map((part) => [part.description.name, part]));
    const grounds = new Map<string | undefined, HeightGrid>();
    checkCount(parts);
    for (const { description } of parts) {
      const ground = groundOfMotion(description.motion);
      if (ground === undefined || grounds.has(ground.part)) continue;
      const named = ground.part === undefined ? undefined : byName.get(ground.part);
      const below = ground.part === undefined ? freeGrounds(parts, context) : named ? [named] : [];
      const grid = yield* HeightGrid.over(below, rectangleAround(below), ground.place);
      const fault =
        (named && groundFault(named)) ?? (grid.corners.length === 0 ? 'the scene does not have' : undefined);
      if (fault !== undefined)
        throw new UserError(`${description.name} rides on ${ground.part ?? 'ground'}, which ${fault}`, {
          place: ground.place,
        });
      grounds.set(ground.part, grid);
    }
    return new Bodies(byName, grounds, yield* platformBody(parts, context), context);
  }

  /**
   * Where the placements of a part, and the bodies of its clip, are. Throws UserError for a motion that it cannot make.
   */
  at(part: PlacedPart): BodyAt {
    const bodyAt = this.trunkAt(part);
    const { animation, motion, name } = part.description;
    const { model } = part;
    const { limbsOf, bodyOfShapes } = this;
    if (model.traffic !== undefined) return this.withTraffic(part, model.traffic);
    if (animation === undefined || model.animation === undefined) return bodyAt;
    invariant(limbsOf !== undefined && bodyOfShapes, 'clips are played with what is loaded for them');
    const isBent = model.instances.some(({ mesh }) => model.meshes[mesh].shapes !== undefined);
    const own = { name, animation, clock: this.clock, model: { ...model, animation: model.animation } };
    const stagger = motion !== undefined && hasCourse(motion) ? motion.stagger : 0;
    return (k) => {
      const body = bodyAt(k);
      const limbs = atPlaceOf(animation, () => limbsOf({ ...own, delay: k * stagger }, body));
      if (k === 0) this.warnOfJump(name, animation, limbs);
      for (const limb of limbs ?? []) this.check(name, animation, limb.motion, 1);
      const bent = isBent ? atPlaceOf(animation, () => bodyOfShapes({ ...own, delay: k * stagger }, body)) : {};
      return { ...body, ...bent, ...(limbs && { limbs }) };
    };
  }

  /** Where the placements of a part that stands, and its traffic, are. */
  private withTraffic({ description, model, transforms }: PlacedPart, traffic: TrafficPlan): BodyAt {
    const { limbsOfTraffic, clock } = this;
    invariant(limbsOfTraffic !== undefined, 'traffic moves with what is loaded for it');
    const { name, place, recording } = description;
    const led = recording && { name, model, recording };
    return (k) => {
      const limbs = atPlaceOf({ place }, () => limbsOfTraffic(traffic, transforms[k], clock, led));
      for (const limb of limbs ?? []) this.check(name, { place }, limb.motion, 1);
      return { place: transforms[k], ...(limbs && { limbs }) };
    };
  }

  /** Where the placements of a part itself are. */
  private trunkAt(part: PlacedPart): BodyAt {
    const { description, transforms } = part;
    const { motion, name } = description;
    if (motion === undefined) return (k) => ({ place: transforms[k] });
    checkMovable(part, motion);
    if ('carrier' in motion) return this.onCarrier(part, motion);
    if ('tracks' in motion) return this.inTraffic(part, motion);
    if (description.placement.kind === 'once') {
      const { motion: own, inner } = this.single(part, motion);
      return () => ({ place: inner, motion: own });
    }
    invariant(hasCourse(motion), 'a part without a course of its own is placed once');
    const { transform } = description;
    const reference = referencePoint(part, transform, motion.reference);
    this.warnOfGap(name, motion);
    return (k) => {
      const placed = transforms[k];
      if (determinant(placed) === 0) return { place: placed };
      const { motion: own, inner } = this.alongCourse(part, motion, { transform, placed, reference }, k);
      return { place: inner, motion: own };
    };
  }

  /** Placements of a part that is fixed to the platform, in whose frame its transforms place it. */
  private onCarrier({ description: { name }, transforms }: PlacedPart, motion: CarrierMotion): BodyAt {
    const { carrier } = this;
    invariant(carrier, 'the motion of the platform is known where a part needs it');
    this.check(name, motion, carrier, 1);
    return (k) =>
      determinant(transforms[k]) === 0 ? { place: transforms[k] } : { place: transforms[k], motion: carrier };
  }

  /** Placements of a part that is a model of traffic: one on each track. */
  private inTraffic(part: PlacedPart, motion: TrafficMotion): BodyAt {
    const { name, transform } = part.description;
    const reference = referencePoint(part, transform, motion.reference);
    const own = { transform, placed: transform, reference, isRelative: false };
    return (k) => {
      const track = motion.tracks[k];
      const body = atPlaceOf(motion, () =>
        placeMotion(trackMotion(track, { isSmooth: motion.isSmooth, ...this.clock }), own),
      );
      this.check(name, motion, body.motion, 1);
      const { inner, motion: moved } = this.riding(`${name}#${track.id}`, part, motion, body);
      return { place: inner, motion: moved };
    };
  }

  /** Where the mirror image of a part is that takes its place at times; undefined: it has none. */
  mirroredAt(part: PlacedPart): BodyAt | undefined {
    const { motion } = part.description;
    if (motion === undefined || !('updates' in motion)) return undefined;
    const { mirrored } = this.single(part, motion);
    return mirrored && (() => ({ place: mirrored.inner, motion: mirrored.motion }));
  }

  /** The body of a part that is placed once. */
  private single(part: PlacedPart, motion: PartMotion): MovingPart {
    const known = this.known.get(part);
    if (known) return known;
    const { name } = part.description;
    if (known === null) throw new UserError(`${name} follows itself, or a part that does`, { place: motion.place });
    this.known.set(part, null);
    const [placed] = part.transforms;
    const reference = referencePoint(part, placed, motion.reference);
    const own = { transform: placed, placed, reference };
    const found = { ...this.bodyOf(part, motion, own), reference };
    this.known.set(part, found);
    return found;
  }

  private bodyOf(part: PlacedPart, motion: PartMotion, own: OwnPlace): Omit<MovingPart, 'reference'> {
    const { name } = part.description;
    if ('updates' in motion) return this.updated(name, motion, own);
    if ('follow' in motion) return this.following(name, motion, own);
    invariant(hasCourse(motion), 'what is fixed to the platform is no body of its own');
    this.warnOfGap(name, motion);
    return this.alongCourse(part, motion, own, 0);
  }

  private updated(name: string, motion: UpdateMotion, { placed, reference }: OwnPlace): Omit<MovingPart, 'reference'> {
    const scene = needsSceneMiddle(motion.updates) ? this.sceneMiddle() : ORIGIN;
    const made = atPlaceOf(motion, () => sampleUpdates(motion, { own: reference, scene }, this.clock));
    const inner = compose(translation([-reference[0], -reference[1], -reference[2]]), placed);
    for (const one of [made.motion, made.mirrored]) if (one) this.check(name, motion, one, 1);
    const { mirrored } = made;
    return {
      motion: made.motion,
      inner,
      ...(mirrored && { mirrored: { motion: mirrored, inner: compose(MIRROR, inner) } }),
    };
  }

  private sceneMiddle(): Vec3 {
    this.middle ??= middleOf(boxAround([...this.byName.values()]));
    return this.middle;
  }

  private alongCourse(part: PlacedPart, motion: CourseMotion, own: OwnPlace, placement: number): PlacedBody {
    const { name } = part.description;
    const isRelative = motion.course.isRelative === true;
    const body = atPlaceOf(motion, () =>
      placeMotion(sampleMotion(motion, this.clock, placement * motion.stagger), { ...own, isRelative }),
    );
    // All placements have as many knots as the first.
    this.check(name, motion, body.motion, placement === 0 ? part.transforms.length : 0);
    return this.riding(name, part, motion, body);
  }

  /** The body on its ground, if it rides on one. */
  private riding(name: string, part: PlacedPart, motion: CourseMotion | TrafficMotion, body: PlacedBody): PlacedBody {
    const ground = motion.ground && this.grounds.get(motion.ground.part);
    if (ground === undefined) return body;
    const heightAt = (x: number, y: number) => ground.heightAt(x, y);
    const ride = { name, box: boxWithin(part, body.inner), heightAt, run: this.clock };
    return { ...body, motion: atPlaceOf(motion, () => rideGround(body.motion, ride)) };
  }

  private following(name: string, motion: FollowMotion, own: OwnPlace): PlacedBody {
    const { follow, orientation, behind, place } = motion;
    const leader = this.byName.get(follow);
    const fault = leader ? followFault(leader) : 'is not a part of the scene';
    if (!leader?.description.motion || fault !== undefined)
      throw new UserError(`${name} follows ${follow}, which ${fault}`, { place });
    const { motion: way, reference } = this.single(leader, leader.description.motion);
    const beside = behind > 0 ? ORIGIN : subtract(own.reference, reference);
    const position = motion.offset ?? beside;
    const moved = atPlaceOf(motion, () => {
      const later = behind > 0 ? followBehind(way, behind, this.clock.to) : way;
      return followRigidly(later, { position, orientation });
    });
    this.check(name, motion, moved, 1);
    return placeMotion(moved, { ...own, isRelative: false });
  }

  /** Throws UserError for coordinates beyond the limits, and for too many knots. */
  private check(name: string, motion: Placed, sampled: SampledMotion, copies: number): void {
    checkCoordinates(name, motion, sampled);
    this.knots += copies * sampled.times.length;
    if (this.knots > KNOTS_MAX)
      throw new UserError(`the motions up to ${name} take more than ${KNOTS_MAX} knots`, {
        place: motion.place,
        hint: 'let fewer parts move, or make the survey shorter',
      });
  }

  /** Warns of a clip that begins anew elsewhere than it ends. */
  private warnOfJump(name: string, { loop, place }: PartAnimation, limbs: readonly LimbPlace[] = []): void {
    const metres = Math.max(0, ...limbs.map(({ gap }) => gap.metres));
    const angle = Math.max(0, ...limbs.map(({ gap }) => gap.angle));
    if (!loop || (metres <= GAP_MAX && angle <= GAP_MAX)) return;
    const jump = `${metres.toFixed(2)} m and ${(angle / DEGREE).toFixed(1)}°`;
    this.log.warn(
      `${formatPlace(place)}: ${name} jumps by up to ${jump} where its clip begins anew; loop: false plays it once`,
    );
  }

  /** Warns of a loop that begins anew elsewhere than it ends. */
  private warnOfGap(name: string, motion: CourseMotion): void {
    if (motion.after !== 'loop' || motion.course.drift) return;
    const round = atPlaceOf(motion, () => sampleMotion({ ...motion, before: 'stand' }, this.clock));
    const { metres, angle } = loopGap(round);
    if (metres <= GAP_MAX && angle <= GAP_MAX) return;
    const jump = `${metres.toFixed(2)} m and ${(angle / DEGREE).toFixed(1)}°`;
    this.log.warn(`${formatPlace(motion.place)}: ${name} jumps by ${jump} where its motion begins anew`);
  }
}

/** What has a place in the survey: a motion, or an animation. */
type Placed = Pick<PartMotion, 'place'>;

interface BodiesContext {
  /** The time of the run; absent: unknown. */
  clock?: SceneClock;
  isGround: GroundTest;
  /** Moves the bodies of clips, loaded only for scenes that have some; absent: none has. */
  limbsOf?: typeof limbsOf;
  /** Bends the meshes of clips, likewise. */
  bodyOfShapes?: typeof bodyOfShapes;
  /** Moves generated traffic, likewise. */
  limbsOfTraffic?: typeof limbsOfTraffic;
  log: Log;
}

const groundOfMotion = (motion: PartMotion | undefined): RiddenGround | undefined =>
  motion && (hasCourse(motion) || 'tracks' in motion) ? motion.ground : undefined;

/** All parts with ground that stand on nothing. */
const freeGrounds = (parts: readonly PlacedPart[], { isGround }: BodiesContext): Ground[] =>
  parts.filter(isFreeGround).map((part) => ({ ...part, isGround: isGround(part) }));

/** The reason why a part is no ground. */
function groundFault({ description, isLeftOut }: PlacedPart): string | undefined {
  if (movesInRun(description)) return 'moves';
  return isLeftOut ? 'has no place itself' : undefined;
}

function rectangleAround(grounds: readonly Ground[]): Rectangle {
  const { min, max } = boxAround(grounds);
  return { min: [min[0], min[1]], max: [max[0], max[1]] };
}

/** The box around parts; without geometry, that of the origin. */
function boxAround(parts: readonly Pick<Ground, 'model' | 'transforms'>[]): Box3 {
  const box = emptyBox();
  for (const one of partBoxes(parts.map(({ model, transforms }) => ({ model, transforms: [...transforms] }))))
    if (!isEmptyBox(one)) joinBox(box, one);
  return isEmptyBox(box) ? { min: [...ORIGIN], max: [...ORIGIN] } : box;
}

const middleOf = ({ min, max }: Box3): Vec3 => scale(add([...min], [...max]), 0.5);

type OwnPlace = Omit<Parameters<typeof placeMotion>[1], 'isRelative'>;

const ORIGIN: Vec3 = [0, 0, 0];

const looksForward = (motion: PartMotion): boolean =>
  'tracks' in motion || (hasCourse(motion) && motion.course.looksForward === true);

const hasCourse = (motion: PartMotion): motion is CourseMotion => 'course' in motion;

/** The reason why a part cannot be followed. */
function followFault({ description: { motion, placement }, isLeftOut }: PlacedPart): string | undefined {
  if (isLeftOut) return 'has no place itself';
  if (motion === undefined) return 'stands';
  if ('carrier' in motion) return 'follows the platform: write follow: platform here, too';
  return placement.kind === 'once' ? undefined : 'is placed several times';
}

/** Throws UserError for too many bodies. */
function checkCount(parts: readonly PlacedPart[]): void {
  let count = 0;
  for (const { description, transforms, model } of parts) {
    const { motion, animation, name } = description;
    const place = (motion ?? animation)?.place ?? (model.traffic && description.place);
    if (place === undefined) continue;
    const limbs = model.traffic?.movers ?? model.animation?.bodies ?? [];
    const bent = model.instances.filter(({ mesh }) => model.meshes[mesh].shapes !== undefined);
    const bodies = (motion === undefined ? 0 : 1) + limbs.length + bent.length;
    count += bodies * transforms.length;
    if (count > MOVERS_MAX) {
      const what = bodies > 1 ? 'bodies' : 'placements';
      throw new UserError(`found ${count} ${what} that move up to ${name}, expected at most ${MOVERS_MAX}`, { place });
    }
  }
}

/** Throws UserError for foliage that light passes. */
function checkMovable({ description: { name }, model }: PlacedPart, { place }: PartMotion): void {
  if (model.instances.some(({ mesh }) => model.meshes[mesh].medium !== undefined))
    throw new UserError(`${name} has voxels that light passes, which cannot move`, {
      place,
      hint: 'take the voxels as scaled or solid, or leave out motion',
    });
}

/** The result of `action`; its faults have the place of the motion. */
function atPlaceOf<T>({ place }: Placed, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof UserError) || error.place) throw error;
    throw new UserError(error.message, { place, hint: error.hint, cause: error });
  }
}

/** Throws UserError for a motion whose numbers lose their precision. */
function checkCoordinates(name: string, { place }: Placed, { positions, times }: SampledMotion): void {
  const far = positions.findIndex((value) => !(Math.abs(value) <= PLATFORM_COORDINATE_MAX));
  if (far < 0) return;
  const [where, when] = [positions[far], times[Math.floor(far / 3)]];
  throw new UserError(
    `${name} is at ${'xyz'[far % 3]} = ${where.toPrecision(3)} m after ${when.toPrecision(3)} s; at most ` +
      `${PLATFORM_COORDINATE_MAX} m from the origin are possible`,
    { place },
  );
}

/** Largest gap of a loop that is closed, metres and radians. */
const GAP_MAX = 1e-3;

/** The share of a vehicle's length that lies behind its rear axle. */
const BEHIND_AXLE = 0.2;

/** The box of a part in a frame to which `transform` leads from that of its model. */
function boxWithin({ model }: Pick<PlacedPart, 'model'>, transform: Affine): Box3 {
  const own = model.instances.map(({ mesh, transform: node }) => ({ mesh, transform: compose(transform, node) }));
  return exactBox(model.meshes, own);
}

/** The point of a part, in its own frame, that moves along the course. */
function referencePoint({ model }: PlacedPart, transform: Affine, reference: PartMotion['reference']): Vec3 {
  if (typeof reference === 'object') return reference.point;
  const origin = transformPoint(transform, [0, 0, 0]);
  if (reference === 'origin') return origin;
  const box = boxWithin({ model }, transform);
  if (isEmptyBox(box)) return origin;
  const { min, max } = box;
  const middle = (axis: 0 | 1 | 2): number => (min[axis] + max[axis]) / 2;
  if (reference === 'centre') return [middle(0), middle(1), middle(2)];
  const along = reference === 'front' ? max[1] : min[1] + BEHIND_AXLE * (max[1] - min[1]);
  return [middle(0), along, min[2]];
}

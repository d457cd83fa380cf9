import type { z } from 'zod';
import { choiceField, mapField, numberField } from '../../../base/yaml/fields.js';
import {
  type CarrierMotion,
  type CourseMotion,
  type FollowMotion,
  MOTION_AFTER,
  MOTION_BEFORE,
  type MotionAfter,
  type MotionBefore,
  type MotionCourse,
  REFERENCE_NAMES,
  type ReferencePoint,
  type UpdateMotion,
} from '../../../scene/motion/part-motion.js';
import type { Recordings } from '../../legs/recordings.js';
import type { Reading } from '../../resolve/reading.js';

/** All facts about one kind of motion. The rest of the program asks the table in `index.ts`, never the kind itself. */
export interface MotionKind<Definition> {
  /** The key that only this kind has. */
  key: keyof Definition & string;
  schema: z.ZodType<Definition>;
  /** The course in SI units. If it has none: undefined, and a fault noted in `section`, the motion. */
  resolve(
    definition: Definition,
    section: Reading,
    context: MotionContext,
  ): ResolvedMotion | undefined | Promise<ResolvedMotion | undefined>;
}

/** What motions depend on. */
export interface MotionContext {
  recordings: Recordings;
  /** Names of the parts of the scene besides its own. */
  others: readonly string[];
  /** Whether a name that is not among these is a fault. */
  knowsOthers: boolean;
}

/** A course, and what it decides itself in place of the keys that all motions share; or what another part decides. */
export type ResolvedMotion =
  | ({ course: MotionCourse } & Partial<Pick<CourseMotion, 'after' | 'reference' | 'start' | 'startTime'>>)
  | Omit<FollowMotion, 'reference' | 'place'>
  | Omit<UpdateMotion, 'reference' | 'place'>
  | Omit<CarrierMotion, 'reference' | 'place'>;

/** Keys of motions that the resolving of all kinds reads. */
export interface MotionTiming {
  start?: number;
  stagger?: number;
  before?: MotionBefore;
  after?: MotionAfter;
  reference?: Extract<ReferencePoint, string>;
}

/** Longest time of a motion, seconds: longer ones lose their precision. */
export const MOTION_TIME_MAX = 1e9;

const timeRange = { unit: 's', min: -MOTION_TIME_MAX, max: MOTION_TIME_MAX };

/** Keys of every motion. */
export const startKeys = {
  start: numberField("Moment of the scene's clock, which is 0 when the survey begins, at which the motion begins", {
    ...timeRange,
  }).default(0),
  stagger: numberField('With instances: time by which each is later than the one before', {
    ...timeRange,
    min: 0,
  }).default(0),
};

/** What the part does before a motion that has a beginning. */
export const beforeKey = {
  before: choiceField(
    'Before the motion the part stands where it begins, is not there, or moves on as it begins',
    MOTION_BEFORE,
  ).default('stand'),
};

/** The point of the part that moves. */
export const referenceKey = {
  reference: choiceField(
    'Point of the part that moves: the origin of its model; the centre of its box; the middle of its front, at its bottom; the middle of its rear axle, at its bottom, a fifth of the length from the back',
    REFERENCE_NAMES,
  ).default('origin'),
};

/** Keys of motions along a course with a beginning and an end. */
const courseKeys = {
  ...startKeys,
  ...beforeKey,
  after: choiceField(
    'After the motion the part stands where it ends, is not there, moves on as it ends, begins anew, or goes back and forth',
    MOTION_AFTER,
  ).default('stand'),
  ...referenceKey,
};

/** The schema of a motion along a course with keys of its own; `what` describes it. */
export const courseSchema = <Keys extends z.core.$ZodLooseShape>(what: string, keys: Keys) =>
  mapField(what, { ...keys, ...courseKeys });

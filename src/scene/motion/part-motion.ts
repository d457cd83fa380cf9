import type { Affine } from '../../base/affine.js';
import type { SourcePlace } from '../../base/errors.js';
import type { Quaternion } from '../../base/quaternion.js';
import type { Vec3 } from '../../base/vec3.js';
import type { Leg, Trajectory } from '../../platform/leg.js';
import type { TrafficTrack } from './traffic-track.js';

/** The motion of a part, as its survey describes it. */
export type PartMotion = CourseMotion | FollowMotion | CarrierMotion | TrafficMotion | UpdateMotion;

/** Facts of every motion. */
interface MotionFacts {
  /** The point of the part that moves. */
  reference: ReferencePoint;
  place: SourcePlace;
}

/** The motion of a part with another one. */
export interface FollowMotion extends MotionFacts {
  /** Name of the other part. */
  follow: string;
  /**
   * Place of the point of reference in the frame of the other part's body; absent: where both stand, or, `behind` it,
   * on its way.
   */
  offset?: Vec3;
  /** Rotation in the frame of the other part's body. */
  orientation: Quaternion;
  /** Metres of way by which it is later. */
  behind: number;
}

/** The motion of a part that is fixed to the platform of the scanners: its place is in the platform's frame. */
export interface CarrierMotion extends MotionFacts {
  carrier: 'platform';
}

/** The motions of the placements of a part that is a model of recorded traffic, a track each. */
export interface TrafficMotion extends MotionFacts {
  tracks: readonly TrafficTrack[];
  /** Whether they follow curves between two moments; else straight lines. */
  isSmooth: boolean;
  /** The ground on which they ride; absent: their heights are those of the tracks. */
  ground?: RiddenGround;
}

/** A recording that moves the traffic of a generated model, in place of what it does by itself. */
export type TrafficRecording = Pick<TrafficMotion, 'tracks' | 'isSmooth' | 'place'>;

/** The motion of a part by small motions that are made again and again, as programs do that go from step to step. */
export interface UpdateMotion extends MotionFacts {
  updates: readonly RepeatedUpdate[];
  /** Index of the update that follows the last one; absent: the part then stands. */
  next?: number;
  /** The moments of updates, in order; those of the last entry never end. */
  times: readonly UpdateTimes[];
  /** The first one shows, and then every so many-th. */
  shown: number;
  /** Whether the part moves from update to update at constant rates; absent: it jumps with each that shows. */
  isSteady?: true;
}

/** Moves that are composed and made at once, the first of them first, so many times one after the other. */
export interface RepeatedUpdate {
  moves: readonly RigidMove[];
  repeat: number;
}

/** Moments `from + k · every`, seconds of the scene's clock, `count` of them; absent: for ever. */
export interface UpdateTimes {
  from: number;
  every: number;
  count?: number;
}

/** What a move is about: a point of the world, one relative to the middle of the scene's box, or the part's middle. */
export const MOVED_ABOUT = ['world', 'scene', 'part'] as const;

/** A rigid motion: x ↦ A (x − p) + p + t. */
export interface RigidMove {
  /** A: a rotation, or one behind a mirror. */
  linear: Affine;
  about: (typeof MOVED_ABOUT)[number];
  /** p; of moves about the part, that is its middle. */
  through: Vec3;
  /** t, without the middle of the scene's box, which is added to it so many times. */
  shift: Vec3;
  shiftMiddles: number;
}

/** The motion of a part along a course of its own. */
export interface CourseMotion extends MotionFacts {
  course: MotionCourse;
  /** The scene's clock where the course's time is 0, seconds. */
  start: number;
  /** The same in adjusted standard GPS time, to which `start` is added; absent: it counts from the survey's start. */
  startTime?: number;
  /** What the part does before its course: stands at its beginning, is not there, or moves as it does then. */
  before: MotionBefore;
  /** What it does after its course, likewise; begins anew, or goes back and forth. */
  after: MotionAfter;
  /** Seconds by which each placement of the part is later than the one before. */
  stagger: number;
  /** The ground on which it rides; absent: its heights are those of its course. */
  ground?: RiddenGround;
}

/** A ground below the way of a part. */
export interface RiddenGround {
  /** Name of the part that is the ground; absent: all ground surfaces of parts that stand on nothing. */
  part?: string;
  place: SourcePlace;
}

export const MOTION_BEFORE = ['stand', 'hidden', 'continue'] as const;
export type MotionBefore = (typeof MOTION_BEFORE)[number];

export const MOTION_AFTER = ['stand', 'hidden', 'continue', 'loop', 'reverse'] as const;
export type MotionAfter = (typeof MOTION_AFTER)[number];

/** Points of a part by name: the origin of its model, or points of its box, whose front looks along +y. */
export const REFERENCE_NAMES = ['origin', 'centre', 'front', 'rear-axle'] as const;

/** A point of a part, by name or as it lies in the part's frame, after its `transform`. */
export type ReferencePoint = (typeof REFERENCE_NAMES)[number] | { point: Vec3 };

/**
 * Poses of the reference point over time, one at least: its position, and the rotation of the part from the axes in
 * which its `transform` leaves it. Times begin at 0.
 */
export interface MotionCourse extends Trajectory {
  /** Whether positions count from the place at which the part stands; absent: they are those of the world. */
  isRelative?: true;
  /** Whether the part looks where it goes, so that its front should be forward; absent: it looks as it is told. */
  looksForward?: true;
  /** Whether each pose is kept until the next one; absent: the motion between them is steady. */
  isStepped?: true;
  /** The motion of a course without a second pose. */
  drift?: Drift;
}

/** A motion with constant velocity and turn. */
export interface Drift {
  /** At its first moment, metres a second; it turns with the body about the vertical. */
  velocity: Vec3;
  /** Angular velocity about the axes of the world, radians a second, right-handed. */
  spin: Vec3;
}

/** The time that a run takes, on the scene's clock. */
export interface SceneClock {
  /** The moment 0 in adjusted standard GPS time. */
  startTime: number;
  /** Seconds of the first and the last pulse. */
  from: number;
  to: number;
  /** The ways of the platform, leg by leg, in order of time; absent: nobody asks. */
  platform?: readonly PlatformLeg[];
}

/** The way of the platform in a leg. */
export interface PlatformLeg extends Pick<Leg, 'path' | 'name' | 'place'> {
  /** Seconds of the scene's clock when it begins, and when the slowest scanner is ready. */
  from: number;
  to: number;
}

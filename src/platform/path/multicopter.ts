import { UserError } from '../../base/errors.js';
import { fromAttitude } from '../../base/quaternion.js';
import type { Vec3 } from '../../base/vec3.js';
import type { Trajectory } from '../leg.js';
import { PoseList } from '../pose-list.js';
import { type Course, courseOf } from './course-attitude.js';
import { demandPositive } from './demand-positive.js';
import { type FlightLimits, type FlightStretch, flightStretches } from './flight-stretches.js';
import { withoutRepeats } from './simplify-path.js';
import { distanceAt, type MotionPhase, speedProfile, type TimedPhase } from './speed-profile.js';
import { tiltWithAcceleration } from './tilt-with-acceleration.js';

/** How a multicopter flies through its waypoints. */
export interface MulticopterOptions extends FlightLimits {
  /** stop: brakes at each point, turns standing, goes on; smooth: rounds the corners without stopping. */
  turn: 'stop' | 'smooth';
  /** Radians, kept all the way; absent: along the course. */
  heading?: number;
  /** The scanner is kept level; otherwise it leans with the craft, as its acceleration takes. Absent: true. */
  gimbal?: boolean;
}

/** Between two poses the path is no farther than this from the line between them, metres. */
const POSITION_ERROR = 1e-4;
/** An arc's heading turns at most so much between two poses, radians. */
const HEADING_STEP = 0.05;
/** Level part of a direction from which on it has a heading. */
const LEVEL_MIN = 1e-6;
const HALF_TURN = Math.PI;

/**
 * The trajectory of a multicopter from the first of `points` (world, metres) to the last, from rest to rest, as quickly as its
 * speed, acceleration and rate of yaw allow: speed over time is a trapezoid on each line. Points that repeat the one before
 * are left out. Throws UserError where fewer than two points differ, and for a speed, acceleration or rate of yaw that is not
 * a number > 0.
 */
export function multicopterTrajectory(points: readonly Vec3[], options: MulticopterOptions): Trajectory {
  demandPositive({ speed: options.speed, acceleration: options.acceleration, yawRate: options.yawRate });
  const waypoints = withoutRepeats(points);
  if (waypoints.length < 2)
    throw new UserError('the path has no length', { hint: 'it takes two waypoints at least that differ' });
  const flights = flightStretches(waypoints, options, options.turn === 'smooth', options.heading === undefined);
  const flight = new Flight(options, firstHeading(flights));
  for (const stretches of flights) flight.fly(stretches);
  const trajectory = flight.poses.toTrajectory();
  return options.gimbal === false ? tiltWithAcceleration(trajectory, flight.phases) : trajectory;
}

/** The heading of the first stretch that is not vertical. */
function firstHeading(flights: readonly (readonly FlightStretch[])[]): number {
  for (const flight of flights)
    for (const stretch of flight) {
      const { direction } = stretch.at(0);
      if (Math.hypot(direction[0], direction[1]) > LEVEL_MIN) return Math.atan2(direction[0], direction[1]);
    }
  return 0;
}

/** A flight while it is put together. */
class Flight {
  readonly poses = new PoseList();
  readonly phases: TimedPhase[] = [];
  private readonly options: MulticopterOptions;
  private clock = 0;
  private course: Course;

  constructor(options: MulticopterOptions, heading: number) {
    this.options = options;
    this.course = { heading: options.heading ?? heading, pitch: 0 };
  }

  /** Turns to where the flight leads, and flies it. */
  fly(stretches: readonly FlightStretch[]): void {
    const { position } = stretches[0].at(0);
    if (this.poses.count === 0) this.push(0, position);
    this.turnTo(this.headingAlong(stretches[0].at(0).direction), position);
    for (const phase of speedProfile(stretches, this.options.speed, this.options.acceleration)) this.move(phase);
  }

  private headingAlong(direction: Vec3): number {
    return this.options.heading ?? courseOf(direction, LEVEL_MIN, this.course).heading;
  }

  /** Turns standing, the shorter way. */
  private turnTo(heading: number, position: Vec3): void {
    const from = this.course.heading;
    const turn = heading - from - 2 * HALF_TURN * Math.round((heading - from) / (2 * HALF_TURN));
    const steps = Math.ceil(Math.abs(turn) / (HALF_TURN / 2));
    const duration = Math.abs(turn) / this.options.yawRate;
    for (let step = 1; step <= steps; step++) {
      this.course = { heading: from + (turn * step) / steps, pitch: 0 };
      this.push(this.clock + (duration * step) / steps, position);
    }
    this.clock += duration;
    this.course = { heading, pitch: 0 };
  }

  private move(phase: MotionPhase): void {
    this.phases.push({ ...phase, start: this.clock });
    const steps = stepsOf(phase);
    for (let step = 1; step <= steps; step++) {
      const time = (phase.duration * step) / steps;
      const { position, direction } = phase.stretch.at(distanceAt(phase, time));
      this.course = { heading: this.headingAlong(direction), pitch: 0 };
      this.push(this.clock + time, position);
    }
    this.clock += phase.duration;
  }

  private push(time: number, position: Vec3): void {
    if (this.poses.count > 0 && time <= this.poses.lastTime) return;
    this.poses.push(time, position, fromAttitude(this.course.heading, 0, 0));
  }
}

/** Steps in which a phase is flown so that the lines between poses are near enough to the motion. */
function stepsOf({ stretch, duration, speed, acceleration }: MotionPhase): number {
  if (Number.isFinite(stretch.radius)) {
    const turn = (speed * duration) / stretch.radius;
    return Math.ceil(turn / Math.min(HEADING_STEP, Math.sqrt((8 * POSITION_ERROR) / stretch.radius)));
  }
  return Math.max(1, Math.ceil(duration / Math.sqrt((8 * POSITION_ERROR) / Math.abs(acceleration))));
}

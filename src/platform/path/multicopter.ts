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

/** Flight of a multicopter through its waypoints. */
export interface MulticopterOptions extends FlightLimits {
  /** stop: brakes at each point, turns on the spot, goes on; smooth: rounds the corners without stopping. */
  turn: 'stop' | 'smooth';
  /** Fixed heading, radians; absent: along the course. */
  heading?: number;
  /**
   * Whether the scanner is kept level; otherwise it leans with the craft, as its acceleration requires. Absent: true.
   */
  gimbal?: boolean;
}

/** Largest distance of the path from the line between two poses, metres. */
const POSITION_ERROR = 1e-4;
/** Largest turn of an arc's heading between two poses, radians. */
const HEADING_STEP = 0.05;
/** Smallest level part of a direction that has a heading. */
const LEVEL_MIN = 1e-6;
const HALF_TURN = Math.PI;

/**
 * The trajectory of a multicopter from the first of `points` (world, metres) to the last, from rest to rest, as fast as
 * its speed, acceleration and yaw rate allow: the speed over time is a trapezoid on each line. Points that repeat the
 * previous one are left out. Throws UserError if fewer than two points differ, or if the speed, acceleration or yaw
 * rate is not a number > 0.
 *
 * @example
 * ```ts
 * const trajectory = multicopterTrajectory(
 *   [[0, 0, 40], [100, 0, 40], [100, 30, 40]],
 *   { turn: 'smooth', speed: 6, acceleration: 2, yawRate: 0.8 },
 * );
 * ```
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

/** A flight under construction. */
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

  /** Turns to the direction of the flight, then flies it. */
  fly(stretches: readonly FlightStretch[]): void {
    const { position } = stretches[0].at(0);
    if (this.poses.count === 0) this.push(0, position);
    this.turnTo(this.headingAlong(stretches[0].at(0).direction), position);
    for (const phase of speedProfile(stretches, this.options.speed, this.options.acceleration)) this.move(phase);
  }

  private headingAlong(direction: Vec3): number {
    return this.options.heading ?? courseOf(direction, LEVEL_MIN, this.course).heading;
  }

  /** Turns on the spot, the shorter way. */
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

/** Number of steps of a phase that keeps the lines between poses close enough to the motion. */
function stepsOf({ stretch, duration, speed, acceleration }: MotionPhase): number {
  if (Number.isFinite(stretch.radius)) {
    const turn = (speed * duration) / stretch.radius;
    return Math.ceil(turn / Math.min(HEADING_STEP, Math.sqrt((8 * POSITION_ERROR) / stretch.radius)));
  }
  return Math.max(1, Math.ceil(duration / Math.sqrt((8 * POSITION_ERROR) / Math.abs(acceleration))));
}

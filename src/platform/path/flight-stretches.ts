import { add, dot, length, normalize, scale, subtract, type Vec3 } from '../../base/vec3.js';
import type { PathSample } from './path-samples.js';

/** A line or arc flown without a stop. */
export interface FlightStretch {
  /** Metres. */
  length: number;
  /** Metres; infinite for a line. */
  radius: number;
  /** Metres a second at most. */
  speedMax: number;
  /** Point `distance` metres along, and the unit direction there. */
  at(distance: number): PathSample;
}

/** Limits of a multicopter. */
export interface FlightLimits {
  /** Metres a second. */
  speed: number;
  /** Metres a second², along the path and across it. */
  acceleration: number;
  /** Radians a second. */
  yawRate: number;
}

/** Smaller turns (radians) are ignored; larger ones than that are made on the spot. */
const TURN_MIN = 1e-6;
const TURN_MAX = Math.PI - 0.01;
/** Smallest level part of a direction that has a heading. */
const LEVEL_MIN = 1e-6;

/**
 * The path through `points` (at least two, none equal to the previous one) as flights from one stop to the next. With
 * `smooth`, corners are rounded by arcs, as wide as half of the shorter adjacent line allows, and no wider than full
 * speed needs. Where that is impossible (reversals, corners of vertical lines), and without `smooth`, each point is a
 * stop.
 */
export function flightStretches(
  points: readonly Vec3[],
  limits: FlightLimits,
  smooth: boolean,
  yaws: boolean,
): FlightStretch[][] {
  const flights: FlightStretch[][] = [];
  let [flight, start]: [FlightStretch[], Vec3] = [[], points[0]];
  for (let k = 1; k < points.length; k++) {
    const arc =
      smooth && k + 1 < points.length ? cornerArc(points[k - 1], points[k], points[k + 1], limits, yaws) : undefined;
    flight.push(line(start, arc ? arc.at(0).position : points[k], limits.speed));
    if (arc === undefined) {
      flights.push(flight);
      [flight, start] = [[], points[k]];
    } else {
      flight.push(arc);
      start = arc.at(arc.length).position;
    }
  }
  return flights;
}

function line(from: Vec3, to: Vec3, speedMax: number): FlightStretch {
  const way = subtract(to, from);
  const span = length(way);
  const direction: Vec3 = span > 0 ? normalize(way) : [0, 0, 0];
  const at = (distance: number) => ({
    position: distance >= span ? to : add(from, scale(direction, distance)),
    direction,
  });
  return { length: span, radius: Number.POSITIVE_INFINITY, speedMax, at };
}

/** The arc that rounds a corner, or undefined if it cannot be rounded. */
function cornerArc(
  before: Vec3,
  corner: Vec3,
  after: Vec3,
  limits: FlightLimits,
  yaws: boolean,
): FlightStretch | undefined {
  const [into, outOf] = [normalize(subtract(corner, before)), normalize(subtract(after, corner))];
  const across = subtract(outOf, scale(into, dot(into, outOf)));
  const turn = Math.atan2(length(across), dot(into, outOf));
  if (turn < TURN_MIN) return { ...line(corner, corner, limits.speed), radius: Number.POSITIVE_INFINITY };
  const yaw = yaws ? headingChange(into, outOf) : 0;
  if (turn > TURN_MAX || yaw === undefined) return undefined;
  const room = Math.min(length(subtract(corner, before)), length(subtract(after, corner))) / 2;
  // Turn rate of the arc, in radians a second, that the yaw rate allows.
  const rate = yaw === 0 ? Number.POSITIVE_INFINITY : (limits.yawRate * turn) / yaw;
  const wanted = Math.max(limits.speed ** 2 / limits.acceleration, limits.speed / rate);
  const radius = Math.min(wanted, room / Math.tan(turn / 2));
  const speedMax = Math.min(limits.speed, Math.sqrt(limits.acceleration * radius), rate * radius);
  const start = subtract(corner, scale(into, radius * Math.tan(turn / 2)));
  return arc(start, into, normalize(across), radius, turn, speedMax);
}

function arc(start: Vec3, into: Vec3, inward: Vec3, radius: number, turn: number, speedMax: number): FlightStretch {
  const at = (distance: number): PathSample => {
    const [sine, cosine] = [Math.sin(distance / radius), Math.cos(distance / radius)];
    const offset = add(scale(into, radius * sine), scale(inward, radius * (1 - cosine)));
    return { position: add(start, offset), direction: add(scale(into, cosine), scale(inward, sine)) };
  };
  return { length: radius * turn, radius, speedMax, at };
}

/** Change of heading between two directions, radians, 0…π; undefined if only one of them has a heading. */
function headingChange(a: Vec3, b: Vec3): number | undefined {
  const [levelA, levelB] = [Math.hypot(a[0], a[1]) > LEVEL_MIN, Math.hypot(b[0], b[1]) > LEVEL_MIN];
  if (!levelA || !levelB) return levelA === levelB ? 0 : undefined;
  return Math.abs(Math.atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]));
}

import type { Vec3 } from '../../base/vec3.js';

/** Rounds numbers for a survey, for instance to millimetres. */
export const round = (value: number): number => Math.round(value * 1000) / 1000 + 0;

export const roundPoint = ([x, y, z]: Vec3): number[] => [round(x), round(y), round(z)];

/** The keys of a leg along `points` at constant `speed`: straight for two points, otherwise a smooth path. */
export function pathSection(points: readonly Vec3[], speed: number): Record<string, unknown> {
  if (points.length === 2) return { from: roundPoint(points[0]), to: roundPoint(points[1]), speed };
  return { path: points.map(roundPoint), speed };
}

/** Acceleration and deceleration of a multicopter, metres a second squared: the default of a leg. */
const ACCELERATION = 2;

/** The keys of a multicopter's leg along `points`, from rest to rest, without stops in between. */
export function flightSection(points: readonly Vec3[], speed: number): Record<string, unknown> {
  return { waypoints: points.map(roundPoint), speed, acceleration: ACCELERATION, turn: 'smooth' };
}

/** Metres that a multicopter needs from rest to its speed, and seconds that a path takes it from rest to rest. */
export const runUp = (speed: number): number => speed ** 2 / (2 * ACCELERATION);

export function flightTime(way: number, speed: number): number {
  return way >= 2 * runUp(speed) ? way / speed + speed / ACCELERATION : 2 * Math.sqrt(way / ACCELERATION);
}

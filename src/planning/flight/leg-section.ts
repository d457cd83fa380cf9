import type { Vec3 } from '../../base/vec3.js';

/** Millimetres, and the like: as numbers are written into a survey. */
export const round = (value: number): number => Math.round(value * 1000) / 1000 + 0;

export const roundPoint = ([x, y, z]: Vec3): number[] => [round(x), round(y), round(z)];

/** The keys of a leg along `points` at constant `speed`: straight where there are two of them, else a smooth path. */
export function pathSection(points: readonly Vec3[], speed: number): Record<string, unknown> {
  if (points.length === 2) return { from: roundPoint(points[0]), to: roundPoint(points[1]), speed };
  return { path: points.map(roundPoint), speed };
}

/** How quickly a multicopter speeds up and brakes, metres a second squared: what a leg has where it says nothing else. */
const ACCELERATION = 2;

/** The keys of a multicopter's leg along `points`, from rest to rest; it does not stop between. */
export function flightSection(points: readonly Vec3[], speed: number): Record<string, unknown> {
  return { waypoints: points.map(roundPoint), speed, acceleration: ACCELERATION, turn: 'smooth' };
}

/** Metres in which a multicopter comes from rest to its speed, and seconds that a way takes it from rest to rest. */
export const runUp = (speed: number): number => speed ** 2 / (2 * ACCELERATION);

export function flightTime(way: number, speed: number): number {
  return way >= 2 * runUp(speed) ? way / speed + speed / ACCELERATION : 2 * Math.sqrt(way / ACCELERATION);
}

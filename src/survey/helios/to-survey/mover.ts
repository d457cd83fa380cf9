import type { Vec3 } from '../../../base/vec3.js';
import type { PlatformSettings } from '../platform-settings-xml.js';
import type { PlatformDynamics } from '../platform-xml.js';

/** A platform that HELIOS++ moves by forces. Velocities are metres a step. */
export interface Moved {
  position: [number, number, number];
  velocity: [number, number, number];
  /** Radians clockwise from +y; counts turns. */
  heading: number;
}

/** A platform's task in a leg. */
export interface Way {
  settings: PlatformSettings;
  dynamics: PlatformDynamics;
  /** Steps a second. */
  rate: number;
  target: Vec3;
  /** Target of the next leg. */
  beyond?: Vec3;
}

/** The platform in a leg. */
export interface Mover {
  /** Whether the leg is at its end. */
  reached(): boolean;
  /** Moves the platform by one step. */
  step(): void;
}

/**
 * Moves a platform by its velocity, which then changes by drag and by a force, as far as the leg's speed allows: v' =
 * (1 − drag) v + F/rate.
 */
export function integrate(moved: Moved, { settings, dynamics, rate }: Way, force: Vec3): void {
  const { position, velocity } = moved;
  for (let k = 0; k < 3; k++) velocity[k] = (1 - dynamics.drag) * velocity[k] + force[k] / rate;
  const [speed, most] = [Math.hypot(...velocity), settings.movePerSec / rate];
  const share = speed > most ? most / speed : 1;
  for (let k = 0; k < 3; k++) {
    velocity[k] *= share;
    position[k] += velocity[k];
  }
}

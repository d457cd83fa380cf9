import { DEGREE } from '../../../base/angle.js';
import { integrate, type Moved, type Mover, type Way } from './mover.js';
import { bearing, limited, turnTo } from './plan-view.js';

/** Force along the course at the start of a leg, and at the end of braking. */
const FORCE_LEAST = 1e-4;
const FORCE_BRAKED = 1e-3;
/** Force upwards to a target above, and per metre to one below. */
const LIFT = 0.1;
const SINK = 0.005;
/** Radians within which a copter flies along the next leg. */
const ALIGNED = 1e-9;

/** A multicopter. */
export interface Copter extends Moved {
  /** Force along the course. */
  force: number;
}

/** A multicopter at rest. */
export const copterAt = (position: Moved['position'], heading: number): Copter => ({
  position,
  velocity: [0, 0, 0],
  heading,
  force: FORCE_LEAST,
});

/**
 * A multicopter on its way. Its force grows by a share of itself with every step, up to that of its engine, and shrinks
 * likewise while it brakes. It begins a leg in one of three ways: at rest, facing its target at once; turning to it on
 * its way; or turning before it, and then the leg ends once it flies along the next.
 */
export function flyCopter(copter: Copter, way: Way): Mover {
  const { settings, dynamics, rate, target } = way;
  const stride = settings.movePerSec / rate;
  const planLeft = (): number => Math.hypot(target[0] - copter.position[0], target[1] - copter.position[1]);
  // A way straight up or down has no course.
  const course = planLeft() < stride ? undefined : bearing(copter.position, target);
  const stops = settings.stopAndTurn && !settings.smoothTurn;
  if (stops) {
    copter.velocity.fill(0);
    copter.force = FORCE_LEAST;
    const yaw = settings.yawAtDeparture;
    copter.heading = yaw === undefined ? (course ?? copter.heading) : yaw * DEGREE;
  }
  const turn = settings.smoothTurn ? smoothTurnOf(copter, way) : undefined;
  const brakes = settings.slowdownEnabled && !settings.smoothTurn && dynamics.slowdown > 0 && dynamics.drag > 0;
  const yawStep = (dynamics.yawSpeed * DEGREE) / rate;
  let isTurning = false;
  let isBraking = false;
  const left = (): number => (course === undefined ? Math.abs(target[2] - copter.position[2]) : planLeft());
  return {
    reached: () =>
      turn === undefined ? left() < stride : isTurning && Math.abs(turnTo(copter.heading, turn.heading)) < ALIGNED,
    step: () => {
      const rest = left();
      isTurning ||= turn !== undefined && rest <= turn.distance;
      const ahead = course === undefined ? copter.heading : (bearing(copter.position, target) ?? copter.heading);
      const wanted = isTurning && turn !== undefined ? turn.heading : ahead;
      if (!stops) copter.heading += limited(turnTo(copter.heading, wanted), yawStep);
      isBraking ||= brakes && rest <= brakingDistance(copter.force, way);
      const growth = isBraking ? 1 - dynamics.slowdown / rate : 1 + dynamics.speedup / rate;
      copter.force = Math.min(dynamics.engineMaxForce, Math.max(0, copter.force * growth));
      const direction = stops ? ahead : copter.heading;
      const force = course === undefined ? 0 : copter.force;
      const rise = target[2] - copter.position[2];
      integrate(copter, way, [force * Math.sin(direction), force * Math.cos(direction), rise > 0 ? LIFT : SINK * rise]);
    },
  };
}

/**
 * The heading of the way beyond the target, and the distance before the target at which the turn to it begins: R
 * tan(θ/2), the tangent of an arc of radius R = v/ω, but at most half the way. Undefined if the way goes on nowhere.
 */
function smoothTurnOf({ position }: Copter, { settings, dynamics, target, beyond }: Way) {
  const heading = beyond && bearing(target, beyond);
  if (heading === undefined) return undefined;
  const [east, north] = [target[0] - position[0], target[1] - position[1]];
  const angle = Math.abs(turnTo(Math.atan2(east, north), heading));
  const radius = settings.movePerSec / (dynamics.yawSpeed * DEGREE);
  return { heading, distance: Math.min(radius * Math.tan(angle / 2), Math.hypot(east, north) / 2) };
}

/**
 * Metres that it takes to brake from a force until little is left: at the leg's speed while the force would be for
 * more, then from a speed that falls exponentially.
 */
function brakingDistance(force: number, { settings, dynamics: { drag, slowdown } }: Way): number {
  const speed = Math.min(force / drag, settings.movePerSec);
  const waiting = Math.log(force / (drag * speed));
  return Math.max(0, (speed * waiting + speed - FORCE_BRAKED / drag) / slowdown);
}

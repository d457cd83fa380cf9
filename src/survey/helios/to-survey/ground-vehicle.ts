import { integrate, type Moved, type Mover, type Way } from './mover.js';
import { bearing, limited, turnTo } from './plan-view.js';

/** Force forwards and backwards, and its change per step. */
const FORWARDS = 0.02;
const BACKWARDS = -0.01;
const RAMP = 1e-4;

/** A target farther off the heading is reached by reversing, radians. */
const SHARP = Math.PI / 5;
/** Radians of a metre: forwards, and in reverse. */
const STEERING = 0.1;
const REVERSE_STEERING = 0.25;
/** Metres that a vehicle drives on before it reverses. */
const DRIVE_ON = 0.5;

/** A vehicle, which keeps its height. */
export interface Vehicle extends Moved {
  force: number;
  /** Its manoeuvre: driving to its target, driving on before it reverses, or reversing. */
  mode: 'drive' | 'drive on' | 'reverse';
  /** Metres that it has driven on. */
  drivenOn: number;
}

/** A vehicle at rest. */
export const vehicleAt = (position: Moved['position'], heading: number): Vehicle => ({
  position,
  velocity: [0, 0, 0],
  heading,
  force: 0,
  mode: 'drive',
  drivenOn: 0,
});

/**
 * A vehicle on its way. It steers to its target by a tenth of a radian a metre; where that is more than a fifth of a
 * half turn off its heading, it drives on for half a metre, and reverses while it turns.
 */
export function driveVehicle(vehicle: Vehicle, way: Way): Mover {
  const stride = way.settings.movePerSec / way.rate;
  return {
    reached: () => Math.hypot(way.target[0] - vehicle.position[0], way.target[1] - vehicle.position[1]) < stride,
    step: () => {
      const { velocity } = vehicle;
      const speed = Math.hypot(velocity[0], velocity[1]);
      const off = turnTo(vehicle.heading, bearing(vehicle.position, way.target) ?? vehicle.heading);
      chooseMode(vehicle, Math.abs(off), speed);
      const steering = { drive: STEERING, 'drive on': 0, reverse: REVERSE_STEERING }[vehicle.mode];
      vehicle.heading += limited(off, steering * speed);
      const wanted = vehicle.mode === 'reverse' ? BACKWARDS : FORWARDS;
      vehicle.force += limited(wanted - vehicle.force, RAMP);
      const { heading, force } = vehicle;
      integrate(vehicle, way, [force * Math.sin(heading), force * Math.cos(heading), 0]);
    },
  };
}

function chooseMode(vehicle: Vehicle, off: number, speed: number): void {
  if (vehicle.mode === 'drive' && off >= SHARP) {
    vehicle.mode = 'drive on';
    vehicle.drivenOn = 0;
  } else if (vehicle.mode === 'drive on') {
    vehicle.drivenOn += speed;
    if (vehicle.drivenOn >= DRIVE_ON) vehicle.mode = 'reverse';
  } else if (vehicle.mode === 'reverse' && off < SHARP) vehicle.mode = 'drive';
}

import { fromAttitude, toAttitude } from '../../base/quaternion.js';
import { scale, subtract, type Vec3 } from '../../base/vec3.js';
import type { Trajectory } from '../leg.js';
import { orientationOf } from '../pose-at.js';
import { resampleTrajectory } from '../resample-trajectory.js';
import { FREE_FALL } from './bank-turns.js';
import { distanceAt, type TimedPhase } from './speed-profile.js';

/**
 * The acceleration that tilts the craft is the mean over this time before and after, seconds, since tilting takes time.
 */
const HALF_WINDOW = 0.1;
/** Largest time between poses, seconds. */
const STEP_MAX = 0.05;

/**
 * The trajectory of a craft that leans as its acceleration requires. Its up axis points along acceleration minus
 * gravity, so it noses down as it speeds up and rolls into turns. `phases` are its motion, by time; between them it
 * stands still.
 */
export function tiltWithAcceleration(trajectory: Trajectory, phases: readonly TimedPhase[]): Trajectory {
  const dense = resampleTrajectory(trajectory, STEP_MAX);
  const orientations = new Float64Array(dense.orientations.length);
  for (let k = 0; k < dense.times.length; k++) {
    const time = dense.times[k];
    const gain = subtract(velocityAt(phases, time + HALF_WINDOW), velocityAt(phases, time - HALF_WINDOW));
    const { heading } = toAttitude(orientationOf(dense, k));
    orientations.set(leaning(heading, scale(gain, 1 / (2 * HALF_WINDOW))), 4 * k);
  }
  return { ...dense, orientations };
}

function leaning(heading: number, acceleration: Vec3) {
  const [sine, cosine] = [Math.sin(heading), Math.cos(heading)];
  const forward = acceleration[0] * sine + acceleration[1] * cosine;
  const right = acceleration[0] * cosine - acceleration[1] * sine;
  const up = acceleration[2] + FREE_FALL;
  return fromAttitude(heading, Math.atan2(-forward, up), Math.atan2(right, Math.hypot(forward, up)));
}

/** Metres a second, world. */
function velocityAt(phases: readonly TimedPhase[], time: number): Vec3 {
  const phase = phaseAt(phases, time);
  if (phase === undefined) return [0, 0, 0];
  const since = time - phase.start;
  return scale(phase.stretch.at(distanceAt(phase, since)).direction, phase.speed + phase.acceleration * since);
}

function phaseAt(phases: readonly TimedPhase[], time: number): TimedPhase | undefined {
  let [low, high] = [0, phases.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (phases[middle].start <= time) low = middle + 1;
    else high = middle;
  }
  const found = phases[low - 1];
  return found !== undefined && time < found.start + found.duration ? found : undefined;
}

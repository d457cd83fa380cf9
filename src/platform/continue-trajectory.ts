import { slerp } from '../base/quaternion.js';
import type { Trajectory } from './leg.js';
import { orientationOf } from './pose-at.js';

/**
 * The trajectory with one more pose, at `time` (seconds) behind its end: the last motion, from the last pose but one to
 * the last, continues at its rate, in which it must not turn by more than half a turn.
 */
export function continueTrajectory(trajectory: Trajectory, time: number): Trajectory {
  const { times, positions } = trajectory;
  const last = times.length - 1;
  const share = (time - times[last]) / (times[last] - times[last - 1]);
  const [before, end] = [orientationOf(trajectory, last - 1), orientationOf(trajectory, last)];
  const place = [0, 1, 2].map((axis) => {
    const here = positions[3 * last + axis];
    return here + share * (here - positions[3 * last + axis - 3]);
  });
  return {
    times: joined(times, [time]),
    positions: joined(positions, place),
    orientations: joined(trajectory.orientations, slerp(before, end, 1 + share)),
  };
}

function joined(list: Float64Array, more: readonly number[]): Float64Array {
  const longer = new Float64Array(list.length + more.length);
  longer.set(list);
  longer.set(more, list.length);
  return longer;
}

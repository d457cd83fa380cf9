import { DEGREE } from '../../../base/angle.js';
import { arinc705Angles } from '../../../base/quaternion.js';
import { secondsOfWeek } from '../../units/gps-week.js';
import { lineTrajectory } from '../trajectory-format.js';

const DECIMALS = 4;
const TIME_DECIMALS = 9;
const TURN_DEG = 360;

/**
 * The trajectory text of HELIOS++ (`*_trajectory.txt`): x y z, seconds of the GPS week, roll, pitch and yaw in degrees,
 * yaw from 0 to 360. The angles follow ARINC 705, the default of HELIOS++ for reading trajectories.
 */
export const HELIOS_TRAJECTORY = lineTrajectory({
  ending: '.txt',
  bytesPerPose: 75,
  head: '',
  line: ({ start, after }, { position, orientation }) => {
    const { roll, pitch, heading } = arinc705Angles(orientation);
    const numbers = [
      ...position.map((value) => value.toFixed(DECIMALS)),
      secondsOfWeek(start, after).toFixed(TIME_DECIMALS),
      (roll / DEGREE).toFixed(DECIMALS),
      (pitch / DEGREE).toFixed(DECIMALS),
      yawText(heading / DEGREE),
    ];
    return `${numbers.join(' ')}\n`;
  },
});

/** Degrees from 0 to below 360, even after rounding. */
function yawText(heading: number): string {
  const text = ((heading + TURN_DEG) % TURN_DEG).toFixed(DECIMALS);
  return Number(text) === TURN_DEG ? (0).toFixed(DECIMALS) : text;
}

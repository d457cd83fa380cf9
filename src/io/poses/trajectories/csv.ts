import { DEGREE } from '../../../base/angle.js';
import { clampedQuaternion, toAttitude } from '../../../base/quaternion.js';
import { numbersLine } from '../pose-format.js';
import { lineTrajectory } from '../trajectory-format.js';

const NAMES = ['time', 'x', 'y', 'z', 'qx', 'qy', 'qz', 'qw', 'heading', 'pitch', 'roll'];

/**
 * A table with a header line, the attitude as a quaternion and as angles in degrees, which a `trajectory` leg reads.
 */
export const CSV_TRAJECTORY = lineTrajectory({
  ending: '.csv',
  bytesPerPose: 150,
  head: `${NAMES.join(',')}\n`,
  line: ({ start, after }, { position, orientation }) => {
    const { heading, pitch, roll } = toAttitude(orientation);
    const angles = [heading, pitch, roll].map((angle) => Number((angle / DEGREE).toFixed(ANGLE_DECIMALS)));
    return numbersLine([start + after, ...position, ...clampedQuaternion(orientation), ...angles], ',');
  },
});

const ANGLE_DECIMALS = 9;

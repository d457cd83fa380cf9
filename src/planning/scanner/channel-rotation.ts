import { fromAttitude, type Quaternion } from '../../base/quaternion.js';
import type { LaserChannel } from '../../scanner/scanner.js';

/** Rotation from the frame of a laser's deflector to the scanner's, with the head at azimuth 0. */
export const channelRotation = ({ azimuthOffset, elevation, roll }: LaserChannel): Quaternion =>
  fromAttitude(azimuthOffset, elevation, roll);

/* Lines of oxts: dataformat.txt of KITTI's raw data, which its tracking benchmark shares. */

import { DEGREE } from '../../../base/angle.js';
import { toRollPitchYaw } from '../../../base/flu.js';
import { composeRigid, invertRigid } from '../../../base/rigid.js';
import { numbersLine } from '../../poses/pose-format.js';
import type { WrittenFrame } from '../data-set.js';

/** Radius of the sphere from which programs project, metres. */
const EARTH_RADIUS = 6_378_137;

/** Columns behind latitude, longitude, altitude and angles: velocities, accelerations, rates, accuracies and states. */
const UNKNOWN: readonly number[] = new Array(24).fill(0);

/**
 * A line for each frame with the place of the platform, as if the first frame were at latitude and longitude 0: the
 * Mercator projection by which KITTI's programs get poses (convertOxtsToPose.m) then has metres of the world, east and
 * north of there. Altitude is the world's z.
 */
export function oxtsText(frames: readonly WrittenFrame[]): string {
  const platforms = frames.map(({ pose, mount }) => composeRigid(pose, invertRigid(mount)));
  return platforms
    .map(({ position: [x, y, z], orientation }) => {
      const [east, north] = [x - platforms[0].position[0], y - platforms[0].position[1]];
      const latitude = Math.atan(Math.sinh(north / EARTH_RADIUS)) / DEGREE;
      const { roll, pitch, yaw } = toRollPitchYaw(orientation);
      return numbersLine([latitude, east / EARTH_RADIUS / DEGREE, z, roll, pitch, yaw, ...UNKNOWN]);
    })
    .join('');
}

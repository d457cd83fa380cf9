import { invertRigid, type Rigid } from '../../../base/rigid.js';
import type { Vec3 } from '../../../base/vec3.js';
import { rowsOf } from '../../poses/formats/kitti.js';
import { FOCAL_LENGTH, inCamera, PRINCIPAL_POINT } from './camera.js';

const PROJECTION = [
  ...[FOCAL_LENGTH, 0, PRINCIPAL_POINT[0], 0],
  ...[0, FOCAL_LENGTH, PRINCIPAL_POINT[1], 0],
  ...[0, 0, 1, 0],
];

/** The axes of the laser in the camera's frame, +0 for −0, and the place of the laser there. */
const COLUMNS = (
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [0, 0, 0],
  ] as const
).map((place: Vec3) => inCamera(place).map((value) => value + 0));
const TO_CAMERA = [0, 1, 2].flatMap((row) => COLUMNS.map((column) => column[row]));

/**
 * The text of a file of calib for a laser at `mount` on the body, whose axes are those of KITTI's IMU: x forward, y
 * left, z up. All four cameras are the same one, with the laser. Keys, colons and the spaces at the ends of lines are
 * those of its own files, since some programs cut them off by number.
 */
export const calibrationText = (mount: Rigid): string =>
  Object.entries({
    ...Object.fromEntries(['P0:', 'P1:', 'P2:', 'P3:'].map((key) => [key, PROJECTION])),
    R_rect: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    Tr_velo_cam: TO_CAMERA,
    Tr_imu_velo: rowsOf(invertRigid(mount)),
  })
    .map(([key, numbers]) => `${key} ${numbers.join(' ')}  \n`)
    .join('');

import { DEGREE } from '../base/angle.js';
import { UserError } from '../base/errors.js';
import type { CameraPose } from '../picture/cloud/projection.js';
import { listedNumbers } from './options.js';

/** Text of the option in --help. */
export const CAMERA_HELP = 'of the perspective: x,y,z,azimuth,elevation[,fov], metres and degrees';

const EXPECTED = 'x,y,z,azimuth,elevation or x,y,z,azimuth,elevation,fov in metres and degrees';
const [FOV_MIN, FOV_MAX] = [1, 120];

/**
 * The camera of `--camera`: its place in the cloud's coordinates, the direction in which it looks (clockwise from
 * north; above the horizon), and its vertical angle of view. Throws UserError for anything else.
 */
export function pictureCamera(text: string | undefined): CameraPose | undefined {
  if (text === undefined) return undefined;
  const numbers = listedNumbers(text);
  if (!numbers || numbers.length < 5 || numbers.length > 6)
    throw new UserError(`--camera: found "${text}", expected ${EXPECTED}`, {
      hint: 'for instance 12,-30,8,340,-15: from there to the north-north-west, 15° down',
    });
  const [x, y, z, azimuth, elevation, fov] = numbers;
  if (Math.abs(azimuth) > 360)
    throw new UserError(`--camera: found the azimuth ${azimuth}, expected -360 to 360 degrees clockwise from north`);
  if (Math.abs(elevation) > 90)
    throw new UserError(`--camera: found the elevation ${elevation}, expected -90 to 90 degrees above the horizon`);
  if (fov !== undefined && !(fov >= FOV_MIN && fov <= FOV_MAX))
    throw new UserError(`--camera: found the angle of view ${fov}, expected ${FOV_MIN} to ${FOV_MAX} degrees`);
  const angles = { azimuth: azimuth * DEGREE, elevation: elevation * DEGREE };
  return { eye: [x, y, z], ...angles, fieldOfView: fov === undefined ? undefined : fov * DEGREE };
}

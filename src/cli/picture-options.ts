import type { InferredOptionTypes, Options } from 'yargs';
import { DEGREE } from '../base/angle.js';
import { UserError } from '../base/errors.js';
import { endingOf } from '../base/text.js';
import type { PictureOptions } from '../picture/cloud/picture.js';
import { measure, NUMBER_OPTION, pictureSize } from './options.js';
import { CAMERA_HELP, pictureCamera } from './picture-camera.js';

const VIEWS = ['all', 'top', 'side', 'perspective'] as const;

/** Options of commands that draw clouds, besides `png`. */
export const PICTURE_OPTIONS = {
  view: { choices: VIEWS, default: 'all', describe: 'viewpoint of the picture; all: a sheet of three views' },
  camera: { type: 'string', requiresArg: true, describe: CAMERA_HELP },
  azimuth: { ...NUMBER_OPTION, describe: 'of the side view: where it looks, degrees clockwise from north' },
  size: { type: 'string', requiresArg: true, default: '1600x1200', describe: 'width and height in pixels' },
  background: { choices: ['dark', 'light'], default: 'dark', describe: 'background of the picture' },
  force: { type: 'boolean', describe: 'replace files that exist' },
} as const satisfies Record<string, Options>;

/** The file of a picture, if one is requested, and its options. Throws UserError for options that do not fit. */
export function pictureAsked(
  args: Pick<InferredOptionTypes<typeof PICTURE_OPTIONS>, 'view' | 'camera' | 'azimuth' | 'size' | 'background'> & {
    png?: string;
  },
): Pick<PictureOptions, 'view' | 'camera' | 'azimuth' | 'width' | 'height' | 'background'> & { png?: string } {
  const { view, background } = args;
  const png = args.png === undefined ? undefined : pngPath(args.png);
  const camera = pictureCamera(args.camera);
  if (camera && view !== 'all' && view !== 'perspective')
    throw new UserError(`--camera: found --view ${view}, expected --view perspective or all`);
  const azimuth = measure('azimuth', args.azimuth, { unit: 'deg', min: -360, max: 360 });
  if (azimuth !== undefined && view !== 'all' && view !== 'side')
    throw new UserError(`--azimuth: found --view ${view}, expected --view side or all`);
  const sized = pictureSize('size', args.size);
  return { png, ...sized, view, camera, azimuth: azimuth === undefined ? undefined : azimuth * DEGREE, background };
}

/** The path of a picture: without an ending, `.png` is added; another ending is refused. Throws UserError. */
export function pngPath(given: string): string {
  const ending = endingOf(given);
  if (ending === '.png') return given;
  if (ending === '') return `${given}.png`;
  throw new UserError(`--png: found "${given}", expected a path that ends in .png`, {
    hint: 'pictures are PNG files; without an ending, .png is added',
  });
}

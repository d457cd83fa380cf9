import type { InferredOptionTypes, Options } from 'yargs';
import { UserError } from '../base/errors.js';
import { endingOf } from '../base/text.js';
import type { PictureOptions } from '../picture/cloud/picture.js';
import { pictureSize } from './options.js';
import { CAMERA_HELP, pictureCamera } from './picture-camera.js';

const VIEWS = ['all', 'top', 'side', 'perspective'] as const;

/** Options of commands that draw clouds, besides `png`. */
export const PICTURE_OPTIONS = {
  view: { choices: VIEWS, default: 'all', describe: 'viewpoint of the picture; all: a sheet of three views' },
  camera: { type: 'string', requiresArg: true, describe: CAMERA_HELP },
  size: { type: 'string', requiresArg: true, default: '1600x1200', describe: 'width and height in pixels' },
  background: { choices: ['dark', 'light'], default: 'dark', describe: 'background of the picture' },
  force: { type: 'boolean', describe: 'replace files that exist' },
} as const satisfies Record<string, Options>;

/** The file of a picture, if one is requested, and its options. Throws UserError for options that do not fit. */
export function pictureAsked(
  args: Pick<InferredOptionTypes<typeof PICTURE_OPTIONS>, 'view' | 'camera' | 'size' | 'background'> & { png?: string },
): Pick<PictureOptions, 'view' | 'camera' | 'width' | 'height' | 'background'> & { png?: string } {
  const { view, background } = args;
  const png = args.png === undefined ? undefined : pngPath(args.png);
  const camera = pictureCamera(args.camera);
  if (camera && view !== 'all' && view !== 'perspective')
    throw new UserError(`--camera: found --view ${view}, expected --view perspective or all`);
  return { png, ...pictureSize('size', args.size), view, camera, background };
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

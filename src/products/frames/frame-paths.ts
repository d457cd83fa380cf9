import { basename, dirname, extname, joinPath } from '../../base/files/paths.js';
import { frameWords } from '../../base/text.js';
import type { FrameOutput } from './frame-output.js';

/** A frame number in a pattern, as in C, with up to nine digits. */
export const FRAME_NUMBER = /%0?[1-9]?d/g;
/** The place of the scanner's name in a pattern. */
export const SCANNER_PLACE = /%s/g;

/** The path of frame `number` of the scanner called `name`. */
export const framePath = (pattern: string, number: number, name: string): string =>
  pattern
    .replace(SCANNER_PLACE, () => name)
    .replace(FRAME_NUMBER, (wanted) => String(number).padStart(Number(wanted.slice(1, -1)), '0'));

/** The name of a scanner in the paths of its frames: its channel in a data set whose folder scanners share. */
export const nameInPaths = ({ dataSet }: Pick<FrameOutput, 'dataSet'>, scanner: string): string =>
  dataSet?.channels?.[scanner] ?? scanner;

/** The path of the poses of the scanner called `name`. */
export const posesPath = (pattern: string, name: string): string => pattern.replace(SCANNER_PLACE, () => name);

/** The number of the frame of the scanner `name` that is called `found` in its folder; undefined if it is none. */
export function frameNumber(pattern: string, name: string, found: string): number | undefined {
  const own = basename(pattern).replace(SCANNER_PLACE, () => name);
  const digits = found.length - own.replace(FRAME_NUMBER, '').length;
  const start = own.search(FRAME_NUMBER);
  if (start < 0 || digits < 1 || digits > 15) return undefined;
  const number = Number(found.slice(start, start + digits));
  const isFrame = Number.isInteger(number) && basename(framePath(pattern, number, name)) === found;
  return isFrame ? number : undefined;
}

/** The pattern of the frames of a scanner without the number: `frames/left.pcd` for `frames/%s-%03d.pcd`. */
export function frameStem(pattern: string, name: string): string {
  const ending = extname(pattern);
  const words = basename(pattern, ending)
    .replace(SCANNER_PLACE, () => name)
    .replace(FRAME_NUMBER, '');
  return joinPath(
    dirname(pattern).replace(SCANNER_PLACE, () => name),
    `${frameWords(words)}${ending}`,
  );
}

import { basename, dirname, extname, joinPath } from '../base/files/paths.js';
import { STANDARD_OUTPUT } from '../base/files/standard-output.js';
import type { BareSurvey, Instrument } from '../survey/bare-survey.js';
import type { CloudSection } from './clouds.js';
import type { FrameSection } from './frames/frame-output.js';
import { frameStem } from './frames/frame-paths.js';
import type { ProductFile } from './product.js';

/** Files that lie beside clouds and frames, under their names; messages place them where these are asked for. */
export function filesBeside(
  noun: string,
  { outputs, frames, file }: CloudSection & FrameSection & Pick<BareSurvey, 'file'>,
  paths: readonly string[],
): ProductFile[] {
  const place = outputs[0]?.place ?? frames?.place ?? { file };
  return paths.map((path) => ({ noun, path, place }));
}

/** The ending of the file with the boxes of a cloud. */
export const BOXES_ENDING = '.boxes.json';

/** The path of a file beside the cloud at `path` that ends in `ending` in its place. */
export const besideCloud = (path: string, ending: string): string =>
  joinPath(dirname(path), `${basename(path, extname(path))}${ending}`);

/**
 * Paths of files beside the frames of each scanner, by the words of their pattern, each once: `f.ENDING` for
 * `frames/f%03d.pcd`, `frames.ENDING` if it has none; of a data set, in its folder. None without frames.
 */
export function frameSidePaths(
  { frames, instruments }: FrameSection & { instruments: readonly Pick<Instrument, 'name'>[] },
  ending: string,
): string[] {
  // Programs take any file beside the points of a data set for one of its frames.
  const stem = frames?.dataSet ? joinPath(frames.dataSet.folder, 'frames') : frames?.pattern;
  if (stem === undefined || stem === STANDARD_OUTPUT) return [];
  return [...new Set(instruments.map(({ name }) => besideCloud(frameStem(stem, name), ending)))];
}

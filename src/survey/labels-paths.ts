import { basename, dirname, extname, joinPath } from '../base/files/paths.js';
import { STANDARD_OUTPUT } from '../base/files/standard-output.js';
import { filesOf } from './leg-files.js';
import { frameStem } from './schema/frames-schema.js';
import type { Survey } from './survey.js';

/** The path of the file with the names of label ids for the cloud at `path`: `cloud.labels.json` for `cloud.las`. */
const labelsPath = (path: string): string => besideCloud(path, '.labels.json');

/** The path of a file beside the cloud at `path` that ends in `ending` in its place. */
const besideCloud = (path: string, ending: string): string =>
  joinPath(dirname(path), `${basename(path, extname(path))}${ending}`);

/** Paths of the files with boxes that a survey writes; clouds that differ in their ending share one, standard output has none. */
export const boxesPaths = ({ outputs }: Pick<Survey, 'outputs'>): string[] => [
  ...new Set(
    outputs
      .filter(({ boxes, path }) => boxes && path !== STANDARD_OUTPUT)
      .map(({ path }) => besideCloud(path, '.boxes.json')),
  ),
];

/**
 * Paths of the files with the names of label ids that a survey writes, one beside each cloud; clouds that differ in
 * their ending share one, and so do files of legs that differ in their number. Frames have one for each scanner, by the words of their pattern: `f.labels.json` for frames
 * `frames/f%03d.pcd`, and `frames.labels.json` if it has none. Standard output has none beside it.
 */
export function labelsPaths({ outputs, frames, instruments }: Pick<Survey, 'outputs' | 'frames' | 'instruments'>) {
  const ofClouds = outputs
    .filter(({ path }) => path !== STANDARD_OUTPUT)
    .flatMap(filesOf)
    .map(({ stem }) => labelsPath(stem));
  // Programs take whatever lies beside the points of a data set for one of its frames.
  const stem = frames?.dataSet ? joinPath(frames.dataSet.folder, 'frames') : frames?.pattern;
  const ofFrames = stem === undefined ? [] : instruments.map(({ name }) => labelsPath(frameStem(stem, name)));
  return [...new Set([...ofClouds, ...ofFrames])];
}

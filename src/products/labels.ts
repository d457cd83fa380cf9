import { STANDARD_OUTPUT } from '../base/files/standard-output.js';
import { writeWhole } from '../base/files/text-file.js';
import { LABELS_ENDING, labelNamesPath } from '../io/opened/labels-beside.js';
import { labelsJson } from '../scene/labels/labels.js';
import type { Scene } from '../scene/scene.js';
import { standFigures } from '../scene/trees/stand-figures.js';
import type { BareSurvey } from '../survey/bare-survey.js';
import { filesBeside, frameSidePaths } from './beside.js';
import type { CloudSection } from './clouds.js';
import type { FrameSection } from './frames/frame-output.js';
import { filesOf } from './leg-files.js';
import type { Product } from './product.js';

/** The names of label ids, beside clouds and frames. */
export const labels: Product<CloudSection & FrameSection> = {
  files: (survey) => filesBeside('labels', survey, labelsPaths(survey)),
  bytes: (survey, { scene }) => (scene ? labelsPaths(survey).length * textOf(scene).length : 0),
  async open(survey, { scene, files }) {
    const bytes = new TextEncoder().encode(textOf(scene));
    for (const path of labelsPaths(survey)) await writeWhole(files, path, bytes);
    return undefined;
  },
};

/** The names of label ids, with the trees' species, and figures of their stand, if there are any. */
const textOf = ({ names, stand }: Scene): string =>
  labelsJson(
    names,
    stand && {
      species: Object.fromEntries(stand.trees.map(({ id, species }) => [id, species])),
      stand: standFigures(stand),
    },
  );

/**
 * Paths of the files with the names of label ids that a survey writes. Each cloud has one; clouds that differ in their
 * ending share it, and so do files of legs that differ in their number. Frames have one for each scanner, by the words
 * of their pattern: `f.labels.json` for `frames/f%03d.pcd`, `frames.labels.json` if it has none. Standard output has
 * none.
 */
export function labelsPaths({
  outputs,
  frames,
  instruments,
}: CloudSection & FrameSection & Pick<BareSurvey, 'instruments'>): string[] {
  const ofClouds = outputs
    .filter(({ path }) => path !== STANDARD_OUTPUT)
    .flatMap(filesOf)
    .map(({ stem }) => labelNamesPath(stem));
  const ofFrames = frameSidePaths({ frames, instruments }, LABELS_ENDING);
  return [...new Set([...ofClouds, ...ofFrames])];
}

import { writeWhole } from '../base/files/text-file.js';
import { LABELS_ENDING } from '../io/opened/labels-beside.js';
import { MAKES_TREES } from '../procedural/procedural-kind.js';
import { isScene } from '../scene/scene.js';
import { TREES_ENDING, treeTable } from '../scene/trees/tree-table.js';
import type { BareSurvey } from '../survey/bare-survey.js';
import { filesBeside } from './beside.js';
import type { CloudSection } from './clouds.js';
import type { FrameSection } from './frames/frame-output.js';
import { labelsPaths } from './labels.js';
import type { Product } from './product.js';

/** Rough size, for estimates. */
const BYTES_PER_TREE = 90;

/** The trees of generated forests, beside the names of label ids. */
export const trees: Product<CloudSection & FrameSection> = {
  files: (survey) => filesBeside('trees', survey, treesPaths(survey)),
  bytes: (survey, { scene }) => treesPaths(survey).length * (scene?.stand?.trees.length ?? 0) * BYTES_PER_TREE,
  async open(survey, { scene, files }) {
    const bytes = new TextEncoder().encode(treeTable(scene.stand?.trees ?? []));
    for (const path of treesPaths(survey)) await writeWhole(files, path, bytes);
    return undefined;
  },
};

/** Paths of the tables of trees; none for a scene without generated trees. */
function treesPaths(survey: BareSurvey & CloudSection & FrameSection): string[] {
  const { scene } = survey;
  const hasTrees = isScene(scene)
    ? scene.stand !== undefined
    : scene.parts.some(({ source }) => source.kind === 'generated' && MAKES_TREES.has(source.generator));
  return hasTrees ? labelsPaths(survey).map((path) => path.replace(LABELS_ENDING, TREES_ENDING)) : [];
}

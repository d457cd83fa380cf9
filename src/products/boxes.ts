import { STANDARD_OUTPUT } from '../base/files/standard-output.js';
import { writeWhole } from '../base/files/text-file.js';
import { nestedBoxes } from '../scene/boxes/nested-boxes.js';
import { BOXES_ENDING, besideCloud, filesBeside } from './beside.js';
import type { CloudSection } from './clouds.js';
import { thingsIn } from './frames/frame-classes.js';
import type { FrameSection } from './frames/frame-output.js';
import type { Product } from './product.js';

/** Rough size, for estimates. */
const BYTES_PER_BOX = 400;

/** The boxes of the objects that have points, beside each cloud that is to have them. */
export const boxes: Product<CloudSection & FrameSection> = {
  files: (survey) => filesBeside('boxes', survey, boxesPaths(survey)),
  needs: ({ outputs }) => (outputs.some((output) => output.boxes) ? ['objects'] : []),
  bytes: (survey, { scene }) =>
    scene ? boxesPaths(survey).length * Object.keys(scene.names.instances).length * BYTES_PER_BOX : 0,
  sceneWarnings: (survey, scene) =>
    scene.split && boxesPaths(survey).length > 0 ? nestedBoxes(scene, thingsIn(scene)) : [],
  async open(survey, { scene, files }) {
    const paths = boxesPaths(survey);
    if (paths.length === 0) return undefined;
    const counts = new Map<number, number>();
    return {
      async write({ objects = [] }) {
        for (let k = 0; k < objects.length; k += 2)
          counts.set(objects[k], (counts.get(objects[k]) ?? 0) + objects[k + 1]);
      },
      async finish() {
        const { boxesJson } = await import('../scene/boxes/boxes-json.js');
        const bytes = new TextEncoder().encode(boxesJson(scene, counts));
        for (const path of paths) await writeWhole(files, path, bytes);
        return {};
      },
      abort: async () => {},
    };
  },
};

/** Paths of the files with boxes; clouds that differ in their ending share one, standard output has none. */
const boxesPaths = ({ outputs }: CloudSection): string[] => [
  ...new Set(
    outputs
      .filter((output) => output.boxes && output.path !== STANDARD_OUTPUT)
      .map(({ path }) => besideCloud(path, BOXES_ENDING)),
  ),
];

import { compose } from '../base/affine.js';
import { exactBox } from './boxes/exact-box.js';
import { indoorQuestion } from './guess-scale.js';
import { objectsOfModel } from './objects-of-model.js';
import type { PlacedPart } from './place/place-parts.js';
import type { ScenePart } from './scene-description.js';

/** A doubt about the unit of a part. */
export interface PartDoubt {
  part: ScenePart;
  question: string;
}

/** Parts with indoor things that are taller than any room in one of their placements. */
export function indoorDoubts(parts: readonly PlacedPart[]): PartDoubt[] {
  return parts.flatMap(({ description: part, model, transforms }) => {
    // Most models have no such things at any height, and need not be measured.
    if (indoorQuestion(part.name, Infinity, objectsOfModel(model)) === undefined || transforms.length === 0) return [];
    const placed = model.instances.map(({ mesh, transform }) => ({
      mesh,
      transform: compose(transforms[0], transform),
    }));
    const { min, max } = exactBox(model.meshes, placed);
    const question = indoorQuestion(part.name, max[2] - min[2], objectsOfModel(model));
    return question === undefined ? [] : [{ part, question }];
  });
}

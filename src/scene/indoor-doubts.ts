import { transformBox } from '../base/affine.js';
import { isEmptyBox } from '../base/vec3.js';
import { indoorQuestion } from './guess-scale.js';
import { objectsOfModel } from './objects-of-model.js';
import { boxOfModel } from './place/part-boxes.js';
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
    const own = boxOfModel(model);
    if (isEmptyBox(own)) return [];
    const { min, max } = transformBox(transforms[0], own);
    const question = indoorQuestion(part.name, max[2] - min[2], objectsOfModel(model));
    return question === undefined ? [] : [{ part, question }];
  });
}

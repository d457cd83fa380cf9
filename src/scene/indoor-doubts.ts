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

/** Parts with things of rooms in them that are taller than any room is at one of their places. */
export function indoorDoubts(parts: readonly PlacedPart[]): PartDoubt[] {
  return parts.flatMap(({ description: part, model, transforms }) => {
    // Most models have no such things, however tall they are: they need not be measured.
    if (indoorQuestion(part.name, Infinity, objectsOfModel(model)) === undefined || transforms.length === 0) return [];
    const own = boxOfModel(model);
    if (isEmptyBox(own)) return [];
    const { min, max } = transformBox(transforms[0], own);
    const question = indoorQuestion(part.name, max[2] - min[2], objectsOfModel(model));
    return question === undefined ? [] : [{ part, question }];
  });
}

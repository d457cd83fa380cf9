import { transformBox } from '../../base/affine.js';
import { type Box3, emptyBox, growBox, isEmptyBox, joinBox } from '../../base/vec3.js';
import type { Mesh, Model } from '../model.js';
import type { PlacedPart } from './place-parts.js';

/**
 * A world box of each part with all its placements, larger than necessary if they are turned. Empty for a part without
 * geometry.
 */
export function partBoxes(parts: readonly Pick<PlacedPart, 'model' | 'transforms'>[]): Box3[] {
  const models = new Map<Model, Box3>();
  return parts.map(({ model, transforms }) => {
    const own = models.get(model) ?? boxOfModel(model);
    models.set(model, own);
    const box = emptyBox();
    if (!isEmptyBox(own)) for (const transform of transforms) joinBox(box, transformBox(transform, own));
    return box;
  });
}

/** The box in the frame of the model. */
function boxOfModel({ meshes, instances }: Model): Box3 {
  const boxes = meshes.map(boxOfMesh);
  const around = emptyBox();
  for (const { mesh, transform } of instances)
    if (!isEmptyBox(boxes[mesh])) joinBox(around, transformBox(transform, boxes[mesh]));
  return around;
}

/** The box in the frame of the mesh. */
function boxOfMesh({ positions, origin }: Mesh): Box3 {
  const box = emptyBox();
  for (let at = 0; at < positions.length; at += 3)
    growBox(box, positions[at] + origin[0], positions[at + 1] + origin[1], positions[at + 2] + origin[2]);
  return box;
}

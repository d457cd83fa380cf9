import { type Affine, compose, transformBox } from '../../base/affine.js';
import { finish } from '../../base/steps.js';
import { type Box3, emptyBox, isEmptyBox, joinBox } from '../../base/vec3.js';
import { growByCopies } from '../box-of-copies.js';
import { exactBox } from '../boxes/exact-box.js';
import type { PlacedPart } from './place-parts.js';

type Placed = Pick<PlacedPart, 'model' | 'transforms'>;

/** Objects of all placements of a part from which on the box of the model is turned in their place. */
const OBJECTS_MAX = 1e6;

/**
 * A world box of each part with all its placements: of its vertices, or, of parts with more than a million objects, a
 * larger one if they are turned. Empty for a part without geometry.
 */
export const partBoxes = (parts: readonly Placed[]): Box3[] =>
  parts.map((part) =>
    part.model.instances.length * part.transforms.length > OBJECTS_MAX ? boxOfModels(part) : boxOfObjects(part),
  );

function boxOfObjects({ model: { meshes, instances }, transforms }: Placed): Box3 {
  const box = emptyBox();
  const copies = meshes.map((): Affine[] => []);
  for (const { mesh, transform } of instances)
    for (const placement of transforms) copies[mesh].push(compose(placement, transform));
  for (const [k, ofMesh] of copies.entries()) if (ofMesh.length > 0) finish(growByCopies(box, meshes[k], ofMesh));
  return box;
}

function boxOfModels({ model: { meshes, instances }, transforms }: Placed): Box3 {
  const own = exactBox(meshes, instances);
  const box = emptyBox();
  if (!isEmptyBox(own)) for (const transform of transforms) joinBox(box, transformBox(transform, own));
  return box;
}

import type { Affine } from '../../base/affine.js';
import { finish } from '../../base/steps.js';
import { type Box3, emptyBox, growBox } from '../../base/vec3.js';
import { growByCopies } from '../box-of-copies.js';
import type { Mesh, MeshInstance } from '../model.js';

/**
 * The box of the vertices that triangles use, in the frame to which the instances' transforms lead (growByCopies).
 * Empty without triangles.
 */
export function exactBox(
  meshes: readonly Mesh[],
  instances: readonly Pick<MeshInstance, 'mesh' | 'transform'>[],
): Box3 {
  const box = emptyBox();
  const copies = meshes.map((): Affine[] => []);
  for (const { mesh, transform } of instances) copies[mesh].push(transform);
  for (const [k, transforms] of copies.entries())
    if (transforms.length > 0) finish(growByCopies(box, meshes[k], transforms));
  return box;
}

/** The box of the vertices that triangles use, in all shapes of the mesh, in its frame. */
export function boxOfUsed({ positions, indices, origin, shapes }: Mesh): Box3 {
  const box = emptyBox();
  for (const key of shapes?.keys ?? [positions])
    for (const index of indices)
      growBox(box, key[3 * index] + origin[0], key[3 * index + 1] + origin[1], key[3 * index + 2] + origin[2]);
  return box;
}

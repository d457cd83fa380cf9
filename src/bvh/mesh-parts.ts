import type { Steps } from '../base/steps.js';
import type { WideBvh } from '../device/wide-bvh.js';
import { joinParts } from './join-parts.js';
import type { MeshPart, MeshTriangles } from './mesh-triangles.js';
import { splitInFour } from './split-mesh.js';

/**
 * Number of triangles from which a mesh is built in parts, in parallel. It must not depend on the number of threads, so
 * that the tree does not either.
 */
const SPLIT_TRIANGLES = 200_000;

/**
 * The parts whose trees make up that of a mesh: the mesh itself, or four parts of a large one. They share the mesh's
 * arrays.
 */
export function* partsOf({ positions, indices, triangleGroup }: MeshTriangles): Steps<(MeshTriangles | MeshPart)[]> {
  const whole = { positions, indices, triangleGroup };
  if (indices.length / 3 < SPLIT_TRIANGLES) return [whole];
  return (yield* splitInFour(whole)).map((numbers) => ({ ...whole, numbers }));
}

/** The tree of a mesh from the trees of all its parts. */
export function* joinMesh(parts: readonly WideBvh[]): Steps<WideBvh> {
  return parts.length === 1 ? parts[0] : yield* joinParts(parts);
}

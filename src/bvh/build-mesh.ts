import { finish, type Steps } from '../base/steps.js';
import type { WideBvh } from '../device/wide-bvh.js';
import { buildBinary } from './build-binary.js';
import { joinParts } from './join-parts.js';
import type { MeshPart, MeshTriangles } from './mesh-triangles.js';
import { splitInFour } from './split-mesh.js';
import { widen } from './widen.js';

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

/** The tree of one mesh or part, at least one triangle. */
export function buildPart(triangles: MeshTriangles | MeshPart): WideBvh {
  const own = 'numbers' in triangles ? gather(triangles) : triangles;
  return widen(buildBinary(own.positions, own.indices), own);
}

/** The tree of a mesh from the trees of all its parts. */
export function* joinMesh(parts: readonly WideBvh[]): Steps<WideBvh> {
  return parts.length === 1 ? parts[0] : yield* joinParts(parts);
}

/** The tree of a mesh (at least one triangle), built in this thread; the same as from workers. */
export function buildMesh(mesh: MeshTriangles): WideBvh {
  return finish(joinMesh(finish(partsOf(mesh)).map(buildPart)));
}

/** A part with the indices and groups of its own triangles only. */
function gather({ positions, indices, triangleGroup, numbers }: MeshPart): MeshPart {
  const own = new Uint32Array(numbers.length * 3);
  for (let k = 0; k < numbers.length; k++)
    for (let corner = 0; corner < 3; corner++) own[k * 3 + corner] = indices[numbers[k] * 3 + corner];
  return {
    positions,
    indices: own,
    triangleGroup: Uint32Array.from(numbers, (number) => triangleGroup[number]),
    numbers,
  };
}

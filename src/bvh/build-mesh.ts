import { finish } from '../base/steps.js';
import type { WideBvh } from '../device/wide-bvh.js';
import { buildBinary } from './build-binary.js';
import { joinMesh, partsOf } from './mesh-parts.js';
import type { MeshPart, MeshTriangles } from './mesh-triangles.js';
import { widen } from './widen.js';

/** The tree of one mesh or part, at least one triangle. */
export function buildPart(triangles: MeshTriangles | MeshPart): WideBvh {
  const own = 'numbers' in triangles ? gather(triangles) : triangles;
  return widen(buildBinary(own.positions, own.indices), own);
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

import { type Affine, transformBox, transformPoint } from '../../base/affine.js';
import { type Box3, emptyBox, growBox, isEmptyBox, joinBox } from '../../base/vec3.js';
import type { Mesh, MeshInstance } from '../model.js';

/** Vertices moved at most: some seconds. Boxes of further turned copies are those around their turned boxes. */
const MOVES_MAX = 2e8;

/**
 * The box of the vertices that triangles use, in the frame to which the instances' transforms lead: exact, unless
 * turned copies have more than 200 million vertices together. Empty without triangles.
 */
export function exactBox(
  meshes: readonly Mesh[],
  instances: readonly Pick<MeshInstance, 'mesh' | 'transform'>[],
): Box3 {
  const own = meshes.map(boxOfUsed);
  const used = new Map<number, Uint32Array>();
  const box = emptyBox();
  const turned = [];
  for (const instance of instances) {
    if (isEmptyBox(own[instance.mesh])) continue;
    if (keepsBoxes(instance.transform)) joinBox(box, transformBox(instance.transform, own[instance.mesh]));
    else turned.push(instance);
  }
  let moves = 0;
  for (const { mesh, transform } of turned) {
    const around = transformBox(transform, own[mesh]);
    if (isWithin(around, box)) continue;
    const vertices = used.get(mesh) ?? usedVertices(meshes[mesh]);
    used.set(mesh, vertices);
    moves += vertices.length;
    if (moves > MOVES_MAX) joinBox(box, around);
    else growByVertices(box, meshes[mesh], vertices, transform);
  }
  return box;
}

/** The box of the vertices that triangles use, in the mesh's frame. */
export function boxOfUsed({ positions, indices, origin }: Mesh): Box3 {
  const box = emptyBox();
  for (const index of indices)
    growBox(
      box,
      positions[3 * index] + origin[0],
      positions[3 * index + 1] + origin[1],
      positions[3 * index + 2] + origin[2],
    );
  return box;
}

/** Whether the image of a box is a box: each row of the matrix has one number besides zeros. */
const keepsBoxes = (m: Affine): boolean =>
  [0, 4, 8].every((row) => [m[row], m[row + 1], m[row + 2]].filter((value) => value !== 0).length <= 1);

const isWithin = ({ min, max }: Box3, box: Box3): boolean =>
  min.every((least, axis) => least >= box.min[axis]) && max.every((most, axis) => most <= box.max[axis]);

/** The vertices that triangles use, each once. */
function usedVertices({ positions, indices }: Mesh): Uint32Array {
  const isUsed = new Uint8Array(positions.length / 3);
  for (const index of indices) isUsed[index] = 1;
  const vertices = new Uint32Array(isUsed.reduce((sum, one) => sum + one, 0));
  let count = 0;
  for (let v = 0; v < isUsed.length; v++) if (isUsed[v] === 1) vertices[count++] = v;
  return vertices;
}

function growByVertices(box: Box3, { positions, origin }: Mesh, vertices: Uint32Array, transform: Affine): void {
  for (const v of vertices) {
    const [x, y, z] = [
      positions[3 * v] + origin[0],
      positions[3 * v + 1] + origin[1],
      positions[3 * v + 2] + origin[2],
    ];
    growBox(box, ...transformPoint(transform, [x, y, z]));
  }
}

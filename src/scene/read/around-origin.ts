import { type Box3, emptyBox, growBox, isEmptyBox, type Vec3 } from '../../base/vec3.js';
import type { Mesh } from '../model.js';
import { chooseOrigin, NEAR_ORIGIN } from './coordinates.js';
import { isDegenerate } from './finish-mesh.js';

/**
 * The content of a file, as `read` reads it around its first vertex, or around the given origin. If no triangle uses
 * that vertex and the others are far from it, f32 would cost them their millimetres: the file is then read again around
 * the middle of the used vertices.
 */
export async function aroundOrigin<Content extends { mesh: Mesh }>(
  read: (origin?: Vec3) => Content | Promise<Content>,
): Promise<Content> {
  const content = await read();
  const origin = betterOrigin(content.mesh);
  return origin === undefined ? content : read(origin);
}

/** Undefined if the mesh's own origin is as good: at most one bit is lost if it is one of the used vertices. */
function betterOrigin(mesh: Mesh): Vec3 | undefined {
  if (usesFirstVertex(mesh)) return undefined;
  const box = usedBox(mesh);
  if (isEmptyBox(box)) return undefined;
  const { min, max } = box;
  const size = Math.max(...max.map((most, axis) => most - min[axis]));
  const reach = Math.max(...[...min, ...max].map(Math.abs));
  if (reach <= size + NEAR_ORIGIN) return undefined;
  const [x, y, z] = mesh.origin.map((own, axis) => own + (min[axis] + max[axis]) / 2);
  return chooseOrigin(x, y, z);
}

function usesFirstVertex({ indices, positions }: Mesh): boolean {
  for (let at = indices.indexOf(0); at >= 0; at = indices.indexOf(0, at + 1))
    if (hasArea(positions, indices, at - (at % 3))) return true;
  return false;
}

const hasArea = (positions: Float32Array, indices: Uint32Array, at: number): boolean =>
  !isDegenerate(positions, 3 * indices[at], 3 * indices[at + 1], 3 * indices[at + 2]);

/** Box of the corners of triangles with an area, relative to the mesh's origin. */
function usedBox({ indices, positions }: Mesh): Box3 {
  const box = emptyBox();
  for (let at = 0; at < indices.length; at += 3) {
    if (!hasArea(positions, indices, at)) continue;
    for (let corner = at; corner < at + 3; corner++) {
      const p = 3 * indices[corner];
      growBox(box, positions[p], positions[p + 1], positions[p + 2]);
    }
  }
  return box;
}

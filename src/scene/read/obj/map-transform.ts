import type { Mesh } from '../../model.js';
import { CornerVertices } from './corner-vertices.js';

/** Scale and offset of the texture coordinates of a map: u' = scale u + offset, with v upwards as in OBJ. */
export interface MapTransform {
  readonly scale: readonly [u: number, v: number];
  readonly offset: readonly [u: number, v: number];
}

/** The transform of maps without the options `-s` and `-o`. */
export const PLAIN_TRANSFORM: MapTransform = Object.freeze({ scale: [1, 1], offset: [0, 0] } as const);

/** Whether both give the same coordinates. */
export const isSameTransform = (a: MapTransform, b: MapTransform): boolean =>
  String(numbersOf(a)) === String(numbersOf(b));

const numbersOf = ({ scale, offset }: MapTransform) => [...scale, ...offset];

/**
 * Transforms the texture coordinates of a mesh in place, by the material of each triangle; `transforms` has an entry
 * for each material. Vertices between triangles of different transforms are split.
 */
export function moveMapUvs(mesh: Mesh, transforms: readonly MapTransform[]): void {
  const { uvs, indices, triangleGroup } = mesh;
  if (uvs === undefined || transforms.every((one) => isSameTransform(one, PLAIN_TRANSFORM))) return;
  const distinct = [...new Map(transforms.map((one) => [String(numbersOf(one)), one])).values()];
  const numbers = mesh.groups.map(({ material }) =>
    distinct.findIndex((one) => isSameTransform(one, transforms[material])),
  );
  const vertices = new CornerVertices(mesh.positions.length / 3);
  for (let k = 0; k < indices.length; k++)
    indices[k] = vertices.vertexFor(indices[k], numbers[triangleGroup[Math.floor(k / 3)]]);
  mesh.positions = vertices.copies(mesh.positions, 3);
  mesh.uvs = vertices.copies(uvs, 2);
  for (let v = 0; v < mesh.uvs.length / 2; v++) {
    const { scale, offset } = distinct[vertices.secondOf(v) ?? 0];
    mesh.uvs[2 * v] = scale[0] * mesh.uvs[2 * v] + offset[0];
    // The mesh has v downwards.
    mesh.uvs[2 * v + 1] = 1 - (scale[1] * (1 - mesh.uvs[2 * v + 1]) + offset[1]);
  }
}

import { UserError } from '../../base/errors.js';
import type { Mesh, Model } from '../model.js';
import { degenerateText } from './degenerate-tally.js';
import type { ReadContext } from './read-context.js';

/**
 * Removes triangles without area from the output of any reader, and reports them. Throws UserError for a file without
 * triangles.
 */
export function finishModel(
  model: Model,
  file: string,
  { log, onDegenerate }: Pick<ReadContext, 'log' | 'onDegenerate'>,
): Model {
  let dropped = 0;
  let left = 0;
  for (const mesh of model.meshes) {
    // A triangle without area in one shape may have some in another.
    if (mesh.shapes === undefined) dropped += dropDegenerate(mesh);
    left += mesh.triangleGroup.length;
  }
  if (left === 0) throw noTriangles(file, dropped);
  if (dropped > 0 && onDegenerate) onDegenerate(file, dropped, dropped + left);
  else if (dropped > 0) log.warn(degenerateText(file, dropped, dropped + left));
  return model;
}

/**
 * Removes triangles of exactly zero area from the mesh, in place; returns their number. The arrays keep their buffers.
 * The area is that of the stored f32 corners: their differences are exact in f64, and so are the products of
 * differences that cancel.
 */
export function dropDegenerate(mesh: Mesh): number {
  const { indices, triangleGroup, positions, normals } = mesh;
  const count = triangleGroup.length;
  let kept = 0;
  for (let t = 0; t < count; t++) {
    const a = indices[3 * t];
    const b = indices[3 * t + 1];
    const c = indices[3 * t + 2];
    if (isDegenerate(positions, 3 * a, 3 * b, 3 * c)) continue;
    if (kept !== t) {
      indices[3 * kept] = a;
      indices[3 * kept + 1] = b;
      indices[3 * kept + 2] = c;
      triangleGroup[kept] = triangleGroup[t];
      if (normals) normals[kept] = normals[t];
    }
    kept++;
  }
  if (kept < count) {
    mesh.indices = indices.subarray(0, 3 * kept);
    mesh.triangleGroup = triangleGroup.subarray(0, kept);
    if (normals) mesh.normals = normals.subarray(0, kept);
  }
  return count - kept;
}

/** Whether the triangle of the corners that begin at these indices has no area. */
export function isDegenerate(p: Float32Array, a: number, b: number, c: number): boolean {
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  return uy * vz === uz * vy && uz * vx === ux * vz && ux * vy === uy * vx;
}

function noTriangles(file: string, dropped: number): UserError {
  const why = dropped > 0 ? `all ${dropped} triangles have no area` : 'the file has no faces';
  return new UserError(`${why}: there is nothing here that a beam can hit`, {
    place: { file },
    hint: 'Export the surfaces as faces; point clouds cannot be scanned.',
  });
}

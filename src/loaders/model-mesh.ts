import { transformPoint } from '../base/affine.js';
import { UserError } from '../base/errors.js';
import type { Model } from '../scene/model.js';
import type { LoaderSettings } from './loader-settings.js';
import { type LoadedMesh, type MeshAttribute, meshOf } from './mesh.js';
import { placedPositions } from './positions.js';

/** Vertices of a mesh of repeated parts; a file of some kilobytes may place one at a million places. */
const REPEATED_VERTICES_MAX = 2 ** 24;

/**
 * A model as one mesh of triangles in the file's own axes and units, with each mesh at all of its places. `loaderData`
 * has the materials, the groups (names of object, group and instance, number of the material) and the group of each
 * triangle. Textures are not kept. Throws UserError for repeated meshes with more than 2²⁴ vertices at all of their
 * places.
 */
export function modelMesh(
  { meshes, materials, instances, crs }: Model,
  { fp64 }: LoaderSettings,
  loader: string,
  warnings: string[],
): LoadedMesh {
  const placed = instances.map(({ mesh, transform, name }) => ({ mesh: meshes[mesh], transform, instance: name }));
  const vertices = placed.reduce((sum, { mesh }) => sum + mesh.positions.length / 3, 0);
  const stored = meshes.reduce((sum, mesh) => sum + mesh.positions.length / 3, 0);
  if (vertices > Math.max(stored, REPEATED_VERTICES_MAX))
    throw new UserError(
      `the scene has ${vertices} vertices at all places of its meshes, expected at most ${REPEATED_VERTICES_MAX}`,
      { hint: 'scan it with subray, which stores each mesh once, or repeat its meshes less often' },
    );
  const corners = placed.reduce((sum, { mesh }) => sum + mesh.indices.length, 0);
  const indices = new Uint32Array(corners);
  const uvs = placed.some(({ mesh }) => mesh.uvs) ? new Float32Array(2 * vertices) : undefined;
  const triangleGroup = new Uint32Array(corners / 3);
  const groups: { object: string; group: string; instance: string; material: number }[] = [];
  let [vertex, corner, at, own] = [0, 0, 0, 0];
  for (const { mesh, instance } of placed) {
    for (let i = 0; i < mesh.indices.length; i++) indices[corner + i] = vertex + mesh.indices[i];
    for (let t = 0; t < mesh.triangleGroup.length; t++)
      triangleGroup[corner / 3 + t] = groups.length + mesh.triangleGroup[t];
    if (mesh.uvs) uvs?.set(mesh.uvs, 2 * vertex);
    groups.push(...mesh.groups.map(({ object, group, material }) => ({ object, group, instance, material })));
    vertex += mesh.positions.length / 3;
    corner += mesh.indices.length;
  }
  const { positions, origin } = placedPositions(vertices, fp64, () => {
    while (own === placed[at].mesh.positions.length) [at, own] = [at + 1, 0];
    const { mesh, transform } = placed[at];
    const [x, y, z] = mesh.origin;
    own += 3;
    return transformPoint(transform, [
      x + mesh.positions[own - 3],
      y + mesh.positions[own - 2],
      z + mesh.positions[own - 1],
    ]);
  });
  const attributes: Record<string, MeshAttribute> = { POSITION: { value: positions, size: 3 } };
  if (uvs) attributes.TEXCOORD_0 = { value: uvs, size: 2 };
  const facts = {
    format: loader,
    origin,
    warnings,
    ...(crs !== undefined && { crs }),
    materials: materials.map(({ name, baseColor }) => ({ name, baseColor })),
    groups,
    triangleGroup,
  };
  return meshOf(attributes, loader, facts, indices);
}

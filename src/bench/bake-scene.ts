import { IDENTITY, transformPoint } from '../base/affine.js';
import type { Vec3 } from '../base/vec3.js';
import type { Mesh, MeshGroup } from '../scene/model.js';
import { sceneAt } from '../scene/motion/scene-at.js';
import type { Scene, Surface } from '../scene/scene.js';

/**
 * The scene with all placements expanded: one mesh in the scene's frame, for comparing one tree over all triangles with
 * two levels of trees.
 */
export function bakeScene(given: Scene): Scene {
  const scene = sceneAt(given, 0);
  const parts = scene.instances.map((instance) => ({ ...instance, mesh: scene.meshes[instance.mesh] }));
  const vertexCount = parts.reduce((sum, { mesh }) => sum + mesh.positions.length / 3, 0);
  const cornerCount = parts.reduce((sum, { mesh }) => sum + mesh.indices.length, 0);
  const positions = new Float32Array(vertexCount * 3);
  const indices = new Uint32Array(cornerCount);
  const triangleGroup = new Uint32Array(cornerCount / 3);
  const groups: MeshGroup[] = [];
  const surfaces: Surface[] = [];
  let vertex = 0;
  let corner = 0;
  for (const { mesh, transform, surfaceBase } of parts) {
    const place = (x: number, y: number, z: number) => {
      const [ox, oy, oz] = mesh.origin;
      return transformPoint(transform, [x + ox, y + oy, z + oz]);
    };
    writePositions(mesh, place, scene.frameOrigin, positions.subarray(vertex * 3));
    for (let k = 0; k < mesh.indices.length; k++) indices[corner + k] = mesh.indices[k] + vertex;
    for (let k = 0; k < mesh.triangleGroup.length; k++)
      triangleGroup[corner / 3 + k] = mesh.triangleGroup[k] + groups.length;
    mesh.groups.forEach((group, g) => {
      groups.push(group);
      surfaces.push(scene.surfaces[surfaceBase + g]);
    });
    vertex += mesh.positions.length / 3;
    corner += mesh.indices.length;
  }
  const mesh: Mesh = { name: 'baked', origin: scene.frameOrigin, positions, indices, triangleGroup, groups };
  return { ...scene, meshes: [mesh], surfaces, instances: [{ mesh: 0, transform: IDENTITY, surfaceBase: 0 }] };
}

function writePositions(
  { positions }: Mesh,
  place: (x: number, y: number, z: number) => Vec3,
  [fx, fy, fz]: Vec3,
  out: Float32Array,
): void {
  for (let k = 0; k < positions.length; k += 3) {
    const [x, y, z] = place(positions[k], positions[k + 1], positions[k + 2]);
    out[k] = x - fx;
    out[k + 1] = y - fy;
    out[k + 2] = z - fz;
  }
}

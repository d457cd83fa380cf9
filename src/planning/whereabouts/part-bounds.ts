import { transformBox, transformPoint } from '../../base/affine.js';
import { type Box3, emptyBox, growBox, isEmptyBox, joinBox } from '../../base/vec3.js';
import { sceneSeenAt } from '../../scene/motion/scene-at.js';
import type { Scene } from '../../scene/scene.js';
import { boxOfMedium } from '../../scene/voxel-medium.js';

/**
 * World bounds of the triangles and voxels of each part, by the names of its objects; undefined: it has none. Of what
 * moves, at the beginning, if it is there then.
 */
export function partBounds(scene: Scene, parts: readonly string[]): { name: string; bounds: Box3 | undefined }[] {
  const { meshes, instances, media = [], surfaces, names } = sceneSeenAt(scene, 0);
  const boxes = parts.map(() => emptyBox());
  const partOf = names.instances.map((name) => parts.findIndex((part) => isOf(name ?? '', part)));
  for (const { mesh, transform, surfaceBase } of instances) {
    const { positions, origin, indices, triangleGroup } = meshes[mesh];
    for (let corner = 0; corner < indices.length; corner++) {
      const part = partOf[surfaces[surfaceBase + triangleGroup[Math.floor(corner / 3)]].instance];
      if (!(part >= 0)) continue;
      const at = 3 * indices[corner];
      const point = [0, 1, 2].map((axis) => positions[at + axis] + origin[axis]) as [number, number, number];
      growBox(boxes[part], ...transformPoint(transform, point));
    }
  }
  for (const { medium, transform, surface } of media) {
    const part = partOf[surfaces[surface].instance];
    if (part >= 0) joinBox(boxes[part], transformBox(transform, boxOfMedium(medium)));
  }
  return parts.map((name, k) => ({ name, bounds: isEmptyBox(boxes[k]) ? undefined : boxes[k] }));
}

/** Whether an object's name is that of a part, of one of its objects (`part/object`), or of a placement (`part#1`). */
const isOf = (name: string, part: string): boolean =>
  name === part || (name.startsWith(part) && /^[/#]/.test(name.slice(part.length)));

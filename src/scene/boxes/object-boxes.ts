import { sceneAt } from '../motion/scene-at.js';
import type { Scene } from '../scene.js';
import { addShapes, type ObjectBox, ObjectShape } from './object-shape.js';

/**
 * The boxes of the objects `wanted` of a scene, by number, from all of their triangles. An object with a front has a
 * box along it. An upright copy of a mesh has a box along the axes of the mesh. Any other object has the box whose base
 * has the least area. Objects that move have those of the beginning.
 */
export function objectBoxes(given: Scene, wanted: Iterable<number>): Map<number, ObjectBox> {
  const scene = sceneAt(given, 0);
  const found = new Map([...wanted].map((object) => [object, new ObjectShape()]));
  for (const instance of scene.instances) addShapes(scene, instance, (object) => found.get(object));
  const boxes = new Map<number, ObjectBox>();
  for (const [object, shape] of found) {
    const box = shape.box(scene.fronts?.[object]);
    if (box) boxes.set(object, box);
  }
  return boxes;
}

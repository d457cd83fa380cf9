import { fromAxisAngle } from '../../base/quaternion.js';
import type { Scene } from '../scene.js';
import { objectBoxes } from './object-boxes.js';

/** The text of the file with the boxes in the world of the objects with `points`, in the order of their numbers. */
export function boxesJson(scene: Scene, points: ReadonlyMap<number, number>): string {
  const wanted = [...points.keys()].filter((object) => object !== 0).sort((a, b) => a - b);
  const labels = labelsOf(scene, new Set(wanted));
  const boxes = [...objectBoxes(scene, wanted)].map(([instance, { centre, size, heading, hasFront }]) => ({
    ...{ instance, name: scene.names.instances[instance], ...labels.get(instance) },
    ...{ centre, size, heading, orientation: fromAxisAngle([0, 0, 1], heading), hasFront },
    points: points.get(instance) ?? 0,
  }));
  return `${JSON.stringify({ boxes }, null, 1)}\n`;
}

/** The LAS classes and semantic names of the surfaces of objects, each once, in the order of the surfaces. */
function labelsOf({ surfaces, names }: Scene, wanted: ReadonlySet<number>) {
  const labels = new Map<number, { classes: number[]; semantics: string[] }>();
  for (const { instance, classification, semantic } of surfaces) {
    if (!wanted.has(instance)) continue;
    const own = labels.get(instance) ?? { classes: [], semantics: [] };
    labels.set(instance, own);
    if (!own.classes.includes(classification)) own.classes.push(classification);
    const name = names.semantics[semantic];
    if (!own.semantics.includes(name)) own.semantics.push(name);
  }
  return labels;
}

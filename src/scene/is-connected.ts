import { transformBox } from '../base/affine.js';
import type { Steps } from '../base/steps.js';
import { type Box3, isEmptyBox } from '../base/vec3.js';
import { ownBox } from './box-of-copies.js';
import type { Model } from './model.js';

/** Instances of a model from which on it is a scene and no thing. */
const INSTANCES_MAX = 2000;

/** Gap between things that touch, as a share of the longest side of all their boxes. */
const GAP = 0.02;

/** Whether the boxes of the several instances of a model touch each other, or others that touch them, and so on. */
export function* isConnected({ meshes, instances }: Pick<Model, 'meshes' | 'instances'>): Steps<boolean> {
  if (instances.length < 2 || instances.length > INSTANCES_MAX) return false;
  const boxes: Box3[] = [];
  for (const { mesh, transform } of instances) {
    const own = yield* ownBox(meshes[mesh]);
    if (!isEmptyBox(own)) boxes.push(transformBox(transform, own));
  }
  const gap = GAP * Math.max(...boxes.flatMap(({ min, max }) => max.map((most, axis) => most - min[axis])));
  const [first, ...apart] = boxes;
  const reached = [first];
  for (let box = reached.pop(); box; box = reached.pop())
    for (let k = apart.length - 1; k >= 0; k--) if (touch(box, apart[k], gap)) reached.push(...apart.splice(k, 1));
  return apart.length === 0;
}

const touch = (a: Box3, b: Box3, gap: number): boolean =>
  [0, 1, 2].every((axis) => a.min[axis] - gap <= b.max[axis] && b.min[axis] - gap <= a.max[axis]);

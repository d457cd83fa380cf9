import type { Model } from './model.js';

/** Names of a model's objects, possibly repeated; an object without a name has that of its node. */
export function* objectsOfModel({ meshes, instances }: Model): Generator<string> {
  for (const { mesh, name } of instances) for (const { object } of meshes[mesh].groups) yield object || name;
}

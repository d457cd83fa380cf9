import { compose, transformPoint } from '../../base/affine.js';
import { ROUNDS_A_STEP, type Steps } from '../../base/steps.js';
import { dot, type Vec3 } from '../../base/vec3.js';
import type { Model } from '../model.js';

/** Contact of a model with a floor. */
export interface Foot {
  /** The lowest vertex, the first one of several, in the model's frame. */
  vertex: Vec3;
  /** Mean of all vertices within a millimetre of it. */
  middle: Vec3;
}

/** Vertices this near to the lowest count as lowest, too. */
const LEVEL = 1e-3;

/**
 * The vertex of a model's triangles that is lowest along `up`, a vector in the model's frame with the length of a metre
 * in the world. Undefined for a model without triangles.
 */
export function* lowestVertex(model: Model, up: Vec3): Steps<Foot | undefined> {
  let vertex: Vec3 | undefined;
  let lowest = Infinity;
  yield* eachVertex(model, (point) => {
    const height = dot(up, point);
    if (!(height < lowest)) return;
    lowest = height;
    vertex = point;
  });
  if (vertex === undefined) return undefined;
  const sum = [0, 0, 0];
  let count = 0;
  yield* eachVertex(model, (point) => {
    if (!(dot(up, point) <= lowest + LEVEL)) return;
    count++;
    for (let axis = 0; axis < 3; axis++) sum[axis] += point[axis];
  });
  return { vertex, middle: [sum[0] / count, sum[1] / count, sum[2] / count] };
}

/** Calls `take` once for each vertex that a triangle uses, and each corner of a medium, in the model's frame. */
export function* eachVertex({ meshes, instances }: Model, take: (point: Vec3) => void): Steps<void> {
  for (const { mesh, transform } of instances) {
    const { positions, indices, origin, medium } = meshes[mesh];
    const toModel = compose(transform, [1, 0, 0, origin[0], 0, 1, 0, origin[1], 0, 0, 1, origin[2]]);
    const taken = new Uint8Array(positions.length / 3);
    const corners = medium ? taken.length : indices.length;
    for (let i = 0; i < corners; i++) {
      if (i % ROUNDS_A_STEP === 0) yield;
      const vertex = medium ? i : indices[i];
      if (taken[vertex] === 1) continue;
      taken[vertex] = 1;
      take(transformPoint(toModel, [positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]]));
    }
  }
}

import { ROUNDS_A_STEP, type Steps } from '../base/steps.js';
import { ShapeUvs } from '../device/records.generated.js';
import type { Mesh } from '../scene/model.js';
import type { ImageWords } from './image-words.js';

/** Adds the texture coordinates of a mesh; returns the place of the first triangle's, 0 if it has none. */
export function* packUvs(words: ImageWords, mesh: Mesh): Steps<number> {
  const { uvs, shapes } = mesh;
  if (uvs === undefined) return 0;
  if (shapes === undefined) return words.addWords(yield* uvMapsOf(mesh, uvs));
  // Keys lie one after the other.
  const [first] = shapes.keys.map((key) => words.addWords(new Uint32Array(key.buffer, key.byteOffset, key.length)));
  return words.addWords(yield* shapeUvsOf(mesh, uvs, first));
}

/** Numbers in a UvMap. */
const MAP_NUMBERS = 8;

/**
 * Texture coordinates of each triangle as linear functions of the place in the mesh's frame. With edges e and f from
 * corner a and the normal n = e × f, the shares of the other two corners grow along f × n / n² and n × e / n².
 */
function* uvMapsOf({ positions, indices }: Mesh, uvs: Float32Array): Steps<Uint32Array> {
  const maps = new Float32Array((indices.length / 3) * MAP_NUMBERS);
  for (let t = 0; t < indices.length / 3; t++) {
    if (t % ROUNDS_A_STEP === 0) yield;
    const [a, b, c] = [indices[3 * t], indices[3 * t + 1], indices[3 * t + 2]];
    const gradients = shareGradients(positions, a, b, c);
    for (let axis = 0; axis < 2; axis++) {
      const at = MAP_NUMBERS * t + 4 * axis;
      const start = uvs[2 * a + axis];
      const [toB, toC] = [uvs[2 * b + axis] - start, uvs[2 * c + axis] - start];
      let shift = start;
      for (let k = 0; k < 3; k++) {
        const slope = toB * gradients[k] + toC * gradients[3 + k];
        maps[at + k] = slope;
        shift -= slope * positions[3 * a + k];
      }
      maps[at + 3] = shift;
    }
  }
  return new Uint32Array(maps.buffer);
}

/** Gradients of the shares of corners b and c over the plane of a triangle: 3 numbers each. */
function shareGradients(p: Float32Array, a: number, b: number, c: number): number[] {
  const edge = (to: number) => [0, 1, 2].map((k) => p[3 * to + k] - p[3 * a + k]);
  const [e, f] = [edge(b), edge(c)];
  const n = cross(e, f);
  const square = n[0] ** 2 + n[1] ** 2 + n[2] ** 2;
  return [...cross(f, n), ...cross(n, e)].map((value) => value / square);
}

const cross = (a: readonly number[], b: readonly number[]): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Texture coordinates of the corners of each triangle, and their places; those of the first key begin at `first`. */
function* shapeUvsOf({ positions, indices }: Mesh, uvs: Float32Array, first: number): Steps<Uint32Array> {
  const size = ShapeUvs.SIZE / 4;
  const words = new Uint32Array((indices.length / 3) * size);
  const floats = new Float32Array(words.buffer);
  for (let t = 0; t < indices.length / 3; t++) {
    if (t % ROUNDS_A_STEP === 0) yield;
    words[t * size + ShapeUvs.stride / 4] = positions.length;
    for (let corner = 0; corner < 3; corner++) {
      const vertex = indices[3 * t + corner];
      words[t * size + ShapeUvs.a / 4 + corner] = first + 3 * vertex;
      floats[t * size + ShapeUvs.ua / 4 + corner] = uvs[2 * vertex];
      floats[t * size + ShapeUvs.va / 4 + corner] = uvs[2 * vertex + 1];
    }
  }
  return words;
}

import type { AccessorType, GltfAccessors } from './gltf-accessors.js';
import { type GltfDocument, type GltfPrimitive, isRecord } from './gltf-json.js';

/**
 * The weights of a mesh's morph targets at rest: the node's, otherwise the mesh's (glTF 2.0 §3.7.2.2); empty if all are
 * 0. Throws UserError for weights that are not numbers.
 */
export function restWeights(document: GltfDocument, ofNode: unknown, ofMesh: unknown, user: string): number[] {
  const weights = ofNode ?? ofMesh ?? [];
  if (!Array.isArray(weights)) throw document.fault(`the weights of ${user} are not a list`);
  const numbers = document.numbers(weights, weights.length, `the weights of ${user}`);
  return numbers.some((weight) => weight !== 0) ? numbers : [];
}

/** Context for reading the morph targets of a primitive. */
export interface MorphContext {
  document: GltfDocument;
  accessors: GltfAccessors;
  /** Weights of the targets; missing ones are 0. */
  weights: readonly number[];
  /** Name of the mesh in messages. */
  user: string;
}

/**
 * Adds the differences of the primitive's morph targets to the values of an attribute, in place, times their weights.
 * Throws UserError for targets with another number of vertices.
 */
export function addMorphs(
  { document, accessors, weights, user }: MorphContext,
  { targets }: GltfPrimitive,
  semantic: string,
  type: AccessorType,
  values: Float32Array,
): void {
  weights.forEach((weight, k) => {
    const target = Array.isArray(targets) ? targets[k] : undefined;
    if (weight === 0 || !isRecord(target) || target[semantic] === undefined) return;
    const differences = accessors.floats(target[semantic], type, `morph target ${k} of ${user}`);
    if (differences.length !== values.length)
      throw document.fault(`morph target ${k} of ${user} has another number of vertices`);
    for (let i = 0; i < values.length; i++) values[i] += weight * differences[i];
  });
}

/*
 * Copies points of one batch to other places of another, attribute by attribute. One loop per type of array keeps each
 * loop monomorphic, as in io/records/record-columns.ts; a single loop for all takes several times as long.
 */

import type { NumberArray } from '../../cloud/columns/number-arrays.js';
import type { PointBatch, PointKey } from '../../cloud/point-batch.js';

/**
 * Copies points `indices` of `from` to `places` of `to`, one place per index, in all attributes that both batches have.
 */
export function scatterPoints(from: PointBatch, indices: Uint32Array, to: PointBatch, places: Uint32Array): void {
  for (const key of Object.keys(to) as (keyof PointBatch)[]) {
    const [source, target] = [from[key as PointKey], to[key as PointKey]];
    if (key === 'count' || !source || !target) continue;
    const components = target.length / to.count;
    const scatter = SCATTER[target.constructor.name] as Scatter<NumberArray>;
    for (let component = 0; component < components; component++)
      scatter(source, target, { indices, places, components, component });
  }
}

/** The points to copy, their places, the numbers per point, and which of these to copy. */
interface Way {
  indices: Uint32Array;
  places: Uint32Array;
  components: number;
  component: number;
}

type Scatter<A extends NumberArray> = (from: A, to: A, way: Way) => void;

const SCATTER: Readonly<Record<string, Scatter<never>>> = {
  Uint8Array: (from: Uint8Array, to: Uint8Array, { indices, places, components: n, component: c }) => {
    for (let i = 0; i < indices.length; i++) to[n * places[i] + c] = from[n * indices[i] + c];
  },
  Uint16Array: (from: Uint16Array, to: Uint16Array, { indices, places, components: n, component: c }) => {
    for (let i = 0; i < indices.length; i++) to[n * places[i] + c] = from[n * indices[i] + c];
  },
  Uint32Array: (from: Uint32Array, to: Uint32Array, { indices, places, components: n, component: c }) => {
    for (let i = 0; i < indices.length; i++) to[n * places[i] + c] = from[n * indices[i] + c];
  },
  Float32Array: (from: Float32Array, to: Float32Array, { indices, places, components: n, component: c }) => {
    for (let i = 0; i < indices.length; i++) to[n * places[i] + c] = from[n * indices[i] + c];
  },
  Float64Array: (from: Float64Array, to: Float64Array, { indices, places, components: n, component: c }) => {
    for (let i = 0; i < indices.length; i++) to[n * places[i] + c] = from[n * indices[i] + c];
  },
};

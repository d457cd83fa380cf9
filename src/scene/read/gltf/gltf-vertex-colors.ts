import type { PrimitiveArrays } from './gltf-primitive.js';

/** Linear red, green and blue, 0…1. */
export type Tint = readonly [number, number, number];

/** Steps of a tint: primitives of nearly the same colour share a material. */
const STEPS = 64;

/** The mean of the colours of a primitive's vertices (COLOR_0), which multiplies its base colour; undefined: white. */
export function vertexTint(arrays: PrimitiveArrays, vertexCount: number): Tint | undefined {
  const colors = arrays.floats('COLOR_0', ['VEC3', 'VEC4']);
  if (!colors || vertexCount === 0) return undefined;
  const size = Math.floor(colors.length / vertexCount);
  const tint = [0, 1, 2].map((channel) => Math.round(STEPS * mean(colors, channel, size)) / STEPS);
  return tint.every((value) => value === 1) ? undefined : [tint[0], tint[1], tint[2]];
}

function mean(colors: Float32Array, channel: number, size: number): number {
  let sum = 0;
  let count = 0;
  for (let i = channel; i < colors.length; i += size, count++) sum += Math.min(1, Math.max(0, colors[i])) || 0;
  return sum / count;
}

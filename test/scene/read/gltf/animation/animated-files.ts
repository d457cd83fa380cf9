import { type Data, type Json, pack } from '../gltf-files.js';

/** A document whose accessor i holds data[i], as text, its buffer within it. */
export function gltfText(json: Json, data: Data[]): string {
  const { document, bin } = pack(json, data);
  const uri = `data:application/octet-stream;base64,${Buffer.from(bin).toString('base64')}`;
  return JSON.stringify({ ...document, buffers: [{ byteLength: bin.length, uri }] });
}

export const scalars = (...values: number[]): Data => ({ values: Float32Array.from(values), type: 'SCALAR' });
export const vectors = (...values: number[]): Data => ({ values: Float32Array.from(values), type: 'VEC3' });
export const quaternions = (...values: number[]): Data => ({ values: Float32Array.from(values), type: 'VEC4' });

/** The quaternion of a turn about an axis, by degrees. */
export function turn([x, y, z]: [number, number, number], degrees: number): number[] {
  const half = (degrees * Math.PI) / 360;
  return [x * Math.sin(half), y * Math.sin(half), z * Math.sin(half), Math.cos(half)];
}

import { transformPoint } from '../../../../src/base/affine.js';
import type { Model } from '../../../../src/scene/model.js';

/** A part of a document. */
export type Json = Record<string, unknown>;

/** Accessor, its component type and its bytes. */
export interface Data {
  values: Float32Array | Uint8Array | Int8Array | Uint16Array | Uint32Array | Int16Array;
  type: string;
  more?: Json;
}

/** A document whose accessor i holds data[i], in a GLB. */
export function glb(json: Json, data: Data[]): Uint8Array {
  const { document, bin } = pack(json, data);
  const text = new TextEncoder().encode(JSON.stringify(document));
  const padded = new Uint8Array(Math.ceil(text.length / 4) * 4).fill(32);
  padded.set(text);
  const bytes = new Uint8Array(28 + padded.length + bin.length);
  const view = new DataView(bytes.buffer);
  [0x46546c67, 2, bytes.length, padded.length, 0x4e4f534a].forEach((word, i) => {
    view.setUint32(4 * i, word, true);
  });
  bytes.set(padded, 20);
  view.setUint32(20 + padded.length, bin.length, true);
  view.setUint32(24 + padded.length, 0x004e4942, true);
  bytes.set(bin, 28 + padded.length);
  return bytes;
}

const COMPONENTS = new Map<unknown, number>([
  [Float32Array, 5126],
  [Int8Array, 5120],
  [Uint8Array, 5121],
  [Uint16Array, 5123],
  [Uint32Array, 5125],
  [Int16Array, 5122],
]);
const SIZES: Record<string, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

export function pack(json: Json, data: Data[]): { document: Json; bin: Uint8Array } {
  const offsets: number[] = [];
  let length = 0;
  for (const { values } of data) {
    offsets.push(length);
    length += Math.ceil(values.byteLength / 4) * 4;
  }
  const bin = new Uint8Array(length);
  data.forEach(({ values }, i) => {
    bin.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), offsets[i]);
  });
  const document = {
    asset: { version: '2.0' },
    buffers: [{ byteLength: length }],
    bufferViews: data.map(({ values }, i) => ({ buffer: 0, byteOffset: offsets[i], byteLength: values.byteLength })),
    accessors: data.map(({ values, type, more }, i) => ({
      bufferView: i,
      componentType: COMPONENTS.get(values.constructor),
      count: values.length / SIZES[type],
      type,
      ...more,
    })),
    ...json,
  };
  return { document, bin };
}

/** A scene of a node that shows a mesh of these primitives. */
export const sceneOf = (primitives: Json[], more: Json = {}): Json => ({
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0, name: 'thing' }],
  meshes: [{ name: 'shape', primitives }],
  ...more,
});

/** The bytes of a text in base64. */
export const fromBase64 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'));

/** The least and the largest coordinates of the vertices in use, in the frame of the model, to a micrometre. */
export function extentOf({ meshes, instances }: Model): { min: number[]; max: number[] } {
  const points = instances.flatMap(({ mesh, transform }) => {
    const { positions, indices, origin } = meshes[mesh];
    return Array.from(indices, (vertex) => {
      const [x, y, z] = [0, 1, 2].map((axis) => positions[3 * vertex + axis] + origin[axis]);
      return transformPoint(transform, [x, y, z]);
    });
  });
  const along = (pick: (...values: number[]) => number) =>
    [0, 1, 2].map((axis) => Math.round(1e6 * pick(...points.map((point) => point[axis]))) / 1e6 || 0);
  return { min: along(Math.min), max: along(Math.max) };
}

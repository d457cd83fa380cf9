import { type Json, sceneOf } from '../../scene/read/gltf/gltf-files.js';
import { DRACO_CUBE, MESHOPT_POSITIONS, MESHOPT_TRIANGLES } from '../../scene/read/gltf/packed-meshes.js';
import type { FuzzKind, FuzzSeed } from '../fuzz-kind.js';
import { useScene } from './scene-parts.js';

/** A document around the packed bytes of its buffer views. */
function documentOf(scene: Json, views: readonly Uint8Array[], describe: (view: Json, i: number) => Json): Uint8Array {
  const all = Buffer.concat(views);
  let byteOffset = 0;
  const bufferViews = views.map(({ length }, i) => {
    const view = describe({ buffer: 0, byteOffset, byteLength: length }, i);
    byteOffset += length;
    return view;
  });
  const uri = `data:application/octet-stream;base64,${all.toString('base64')}`;
  const buffers = [{ byteLength: all.length, uri }, { byteLength: 0 }];
  return new TextEncoder().encode(JSON.stringify({ asset: { version: '2.0' }, buffers, bufferViews, ...scene }));
}

/** The cube in Draco's bytes. */
function dracoDocument(bytes: Uint8Array): Uint8Array {
  const KHR_draco_mesh_compression = { bufferView: 0, attributes: { POSITION: 0, TEXCOORD_0: 1 } };
  const attributes = { POSITION: 0, TEXCOORD_0: 1 };
  const accessors = [
    { componentType: 5126, count: 8, type: 'VEC3' },
    { componentType: 5126, count: 8, type: 'VEC2' },
    { componentType: 5125, count: 36, type: 'SCALAR' },
  ];
  const names = ['KHR_draco_mesh_compression'];
  const used = { accessors, extensionsUsed: names, extensionsRequired: names };
  const scene = sceneOf([{ attributes, indices: 2, extensions: { KHR_draco_mesh_compression } }], used);
  return documentOf(scene, [bytes], (view) => view);
}

/** The cube in meshoptimizer's bytes, one of its two views replaced. */
function meshoptDocument(bytes: Uint8Array, file: string): Uint8Array {
  const views = file === 'positions' ? [bytes, MESHOPT_TRIANGLES] : [MESHOPT_POSITIONS, bytes];
  const kinds = [
    { mode: 'ATTRIBUTES', byteStride: 8, count: 8 },
    { mode: 'TRIANGLES', byteStride: 2, count: 36 },
  ];
  const accessors = [
    { bufferView: 0, componentType: 5122, normalized: true, count: 8, type: 'VEC3' },
    { bufferView: 1, componentType: 5123, count: 36, type: 'SCALAR' },
  ];
  const names = ['EXT_meshopt_compression', 'KHR_mesh_quantization'];
  const used = { accessors, extensionsUsed: names, extensionsRequired: names };
  const scene = sceneOf([{ attributes: { POSITION: 0 }, indices: 1 }], used);
  return documentOf(scene, views, (view, i) => ({
    ...{ buffer: 1, byteOffset: 0, byteLength: kinds[i].byteStride * kinds[i].count },
    ...(i === 0 && { byteStride: 8 }),
    extensions: { EXT_meshopt_compression: { ...view, ...kinds[i] } },
  }));
}

const packed = (
  name: string,
  seeds: readonly FuzzSeed[],
  document: (bytes: Uint8Array, file: string) => Uint8Array,
): FuzzKind => ({
  name,
  weight: 5,
  isText: false,
  dictionary: [],
  seeds: () => seeds,
  use: (bytes, file) => useScene('model.gltf', document(bytes, file)),
});

export const draco = packed('draco', [{ file: 'cube.drc', bytes: DRACO_CUBE }], dracoDocument);

export const meshopt = packed(
  'meshopt',
  [
    { file: 'positions', bytes: MESHOPT_POSITIONS },
    { file: 'triangles', bytes: MESHOPT_TRIANGLES },
  ],
  meshoptDocument,
);

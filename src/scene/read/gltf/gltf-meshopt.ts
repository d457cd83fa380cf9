import type { GltfCompressedView, GltfDocument } from './gltf-json.js';

/** The used part of meshoptimizer's decoder. */
export interface MeshoptDecoder {
  ready: Promise<void>;
  decodeGltfBuffer(
    target: Uint8Array,
    count: number,
    size: number,
    source: Uint8Array,
    mode: string,
    filter?: string,
  ): void;
}

/** The decoder, loaded on first use. */
export async function loadMeshopt(): Promise<MeshoptDecoder> {
  const { MeshoptDecoder } = await import('three/examples/jsm/libs/meshopt_decoder.module.js');
  const decoder = MeshoptDecoder as unknown as MeshoptDecoder;
  await decoder.ready;
  return decoder;
}

/** Allowed bytes of an element by mode and filter: EXT_meshopt_compression, "JSON schema updates". */
const MODE_STRIDES: Readonly<Record<string, (stride: number) => boolean>> = {
  ATTRIBUTES: (stride) => stride % 4 === 0 && stride > 0 && stride <= 256,
  TRIANGLES: (stride) => stride === 2 || stride === 4,
  INDICES: (stride) => stride === 2 || stride === 4,
};
const FILTER_STRIDES: Readonly<Record<string, (stride: number) => boolean>> = {
  NONE: () => true,
  OCTAHEDRAL: (stride) => stride === 4 || stride === 8,
  QUATERNION: (stride) => stride === 8,
  EXPONENTIAL: (stride) => stride % 4 === 0,
  COLOR: (stride) => stride === 4 || stride === 8,
};

/** Place of the compressed view. */
interface MeshoptContext {
  document: GltfDocument;
  meshopt: MeshoptDecoder;
  /** Its name in messages. */
  what: string;
}

/**
 * The `length` bytes of a buffer view that `bytes` hold compressed (EXT_meshopt_compression, KHR_meshopt_compression).
 * Throws UserError if they are damaged, or if the view violates the extension.
 */
export function decodeMeshopt(
  { document, meshopt, what }: MeshoptContext,
  { byteStride, count, mode = '', filter = 'NONE' }: GltfCompressedView,
  bytes: Uint8Array,
  length: number,
): Uint8Array {
  const stride = document.whole(byteStride, undefined, `${what}, compressed: byteStride`);
  const elements = document.whole(count, undefined, `${what}, compressed: count`);
  const isPossible =
    Object.hasOwn(MODE_STRIDES, mode) &&
    MODE_STRIDES[mode](stride) &&
    Object.hasOwn(FILTER_STRIDES, filter) &&
    FILTER_STRIDES[filter](stride) &&
    (mode === 'ATTRIBUTES' || filter === 'NONE') &&
    (mode !== 'TRIANGLES' || elements % 3 === 0);
  if (!isPossible || elements * stride !== length)
    throw document.fault(`${what} is compressed in a way that the extension does not know`);
  const target = new Uint8Array(length);
  try {
    meshopt.decodeGltfBuffer(target, elements, stride, bytes, mode, filter);
  } catch (cause) {
    throw document.fault(`the compressed data of ${what} is damaged`, REPACK, cause);
  }
  return target;
}

/** Remedy for a file whose compressed data cannot be read. */
const REPACK = 'Export the model again, without compression of meshes.';

import type { LoaderWithParser } from '@loaders.gl/core';
import { GLBLoader } from '@loaders.gl/gltf';
import { UserError } from '../../../base/errors.js';
import type { Model } from '../../model.js';
import { fileFault, type OptionsWithScene, sceneOptions } from '../loader-options.js';
import { type GltfContainer, gltfModel } from './gltf-model.js';

const GLB_MAGIC = 0x46546c67;
const GLB_VERSION = 2;
const GLB_HEADER_BYTES = 12;

/**
 * glTF 2.0 and GLB for loaders.gl, as a model. loaders.gl's `GLBLoader` opens the container; its `GLTFLoader` would
 * fetch buffers and images from any place named in the file, and loads its Draco decoder from the network.
 */
export const GLTFModelLoader = {
  dataType: null as unknown as Model,
  batchType: null as unknown as Model,
  name: 'glTF',
  id: 'gltf-model',
  module: 'gltf',
  version: '1',
  extensions: ['gltf', 'glb'],
  mimeTypes: ['model/gltf+json', 'model/gltf-binary'],
  binary: true,
  tests: ['glTF'],
  options: {} as OptionsWithScene,
  parse: async (bytes: ArrayBuffer, options?: OptionsWithScene) => {
    const loaderOptions = sceneOptions(options);
    return gltfModel(openContainer(bytes, loaderOptions.file), loaderOptions);
  },
} satisfies LoaderWithParser<Model, Model, OptionsWithScene>;

/** The document and its binary chunk. Throws UserError for a file that is truncated or of another kind. */
function openContainer(bytes: ArrayBuffer, file: string): GltfContainer {
  if (bytes.byteLength < GLB_HEADER_BYTES)
    throw fileFault(file, `has ${bytes.byteLength} bytes; this is not a glTF file`);
  const view = new DataView(bytes);
  if (view.getUint32(0, true) !== GLB_MAGIC)
    return { json: attempt(file, 'it is neither JSON nor a binary glTF (GLB)', () => parseJson(bytes)) };
  const wanted = view.getUint32(8, true);
  if (wanted > bytes.byteLength)
    throw fileFault(file, `the header says ${wanted} bytes, the file has ${bytes.byteLength}: it is cut off`);
  const version = view.getUint32(4, true);
  if (version !== GLB_VERSION) throw fileFault(file, `is GLB version ${version}; version ${GLB_VERSION} is read`);
  const damaged = 'its chunks do not fit the file: it is damaged';
  const { json, binChunks } = attempt(file, damaged, () => GLBLoader.parseSync(bytes));
  if (binChunks.length === 0) return { json };
  const { byteOffset, byteLength } = binChunks[0];
  if (byteOffset + byteLength > bytes.byteLength)
    throw fileFault(file, `the binary chunk should have ${byteLength} bytes; the file ends before: it is cut off`);
  return { json, chunk: new Uint8Array(bytes, byteOffset, byteLength) };
}

const parseJson = (bytes: ArrayBuffer): unknown => JSON.parse(new TextDecoder().decode(bytes));

/** The result of an external parser; its errors, which quote the file or mention the parser, become `fault`. */
function attempt<Result>(file: string, fault: string, parse: () => Result): Result {
  try {
    return parse();
  } catch (cause) {
    const cut = cause instanceof SyntaxError ? ', or it is cut off' : '';
    throw new UserError(`is not a glTF file: ${fault}${cut}`, { place: { file }, cause });
  }
}

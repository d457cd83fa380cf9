import type { Model } from '../../model.js';
import { type OptionsWithScene, type SceneLoader, sceneOptions } from '../loader-options.js';
import { openContainer } from './gltf-container.js';
import { gltfModel } from './gltf-model.js';

/**
 * glTF 2.0 and GLB as a model. The loader of loaders.gl was used and left: it fetches buffers and images from any place
 * that the file names, takes its Draco decoder from the network, and installs 60 MB that never run here.
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
} satisfies SceneLoader;

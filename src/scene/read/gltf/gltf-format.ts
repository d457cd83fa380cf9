import { readWhole } from '../scene-file.js';
import type { SceneFormat } from '../scene-format.js';

/** glTF 2.0, as text or as a single file (GLB). Sizes for triangles with shared vertices, without textures. */
export const GLTF_MODEL: SceneFormat = {
  title: 'glTF',
  endings: ['.gltf', '.glb'],
  mimeTypes: ['model/gltf+json', 'model/gltf-binary'],
  signature: /^(glTF|\s*\{)/,
  up: 'y',
  hasClips: true,
  bytesPerTriangle: 30,
  count: async (...file) => (await import('./count-gltf.js')).countGltf(...file),
  pictures: async (...file) => (await import('./count-gltf.js')).gltfPictures(...file),
  shapes: async (...file) => (await import('./count-gltf.js')).gltfShapes(...file),
  read: async (file, options, context) =>
    (await import('./gltf-model.js')).readGltf(await readWhole(file, context), options),
};

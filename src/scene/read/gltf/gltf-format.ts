import type { SceneFormat } from '../scene-format.js';

/** glTF 2.0, in text or as one file (GLB). Of triangles that share vertices, without textures. */
export const GLTF_MODEL: SceneFormat = {
  title: 'glTF',
  endings: ['.gltf', '.glb'],
  signature: /^(glTF|\s*\{)/,
  up: 'y',
  bytesPerTriangle: 30,
  read: async (...file) => {
    const [{ parseWhole }, { GLTFModelLoader }] = await Promise.all([
      import('../parse-file.js'),
      import('./gltf-loader.js'),
    ]);
    return parseWhole(GLTFModelLoader, ...file);
  },
};

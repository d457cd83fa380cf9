import type { SceneFormat } from '../scene-format.js';

/** PLY, text or binary. Sizes for binary triangles with shared vertices. */
export const PLY_MODEL: SceneFormat = {
  title: 'PLY',
  endings: ['.ply'],
  signature: /^ply[\r\n]/,
  up: 'z',
  bytesPerTriangle: 25,
  read: async (...file) => {
    const [{ parseWhole }, { PLYLoader }] = await Promise.all([import('../parse-file.js'), import('./ply-loader.js')]);
    return parseWhole(PLYLoader, ...file);
  },
};

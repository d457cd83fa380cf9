import type { SceneFormat } from '../scene-format.js';

/** STL, text or binary; a binary triangle has 50 bytes. */
export const STL_MODEL: SceneFormat = {
  title: 'STL',
  endings: ['.stl'],
  likely: /^\s*solid\b/,
  up: 'z',
  bytesPerTriangle: 50,
  read: async (...file) => {
    const [{ parseWhole }, { STLLoader }] = await Promise.all([import('../parse-file.js'), import('./stl-loader.js')]);
    return parseWhole(STLLoader, ...file);
  },
};

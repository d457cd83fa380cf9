import type { SceneFormat } from '../scene-format.js';

/** OFF (Geomview) as text, with colours, normals and texture coordinates that are passed over. */
export const OFF_MODEL: SceneFormat = {
  title: 'OFF',
  endings: ['.off'],
  signature: /^(?:#[^\n]*\n)*\s*(?:ST)?C?N?4?OFF\s/,
  up: 'z',
  bytesPerTriangle: 35,
  read: async (...file) => {
    const [{ parseWhole }, { OFFLoader }] = await Promise.all([import('../parse-file.js'), import('./off-loader.js')]);
    return parseWhole(OFFLoader, ...file);
  },
};

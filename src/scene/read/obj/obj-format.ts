import type { SceneFormat } from '../scene-format.js';

/** Wavefront OBJ. Sizes for triangles with shared vertices. */
export const OBJ_MODEL: SceneFormat = {
  title: 'OBJ',
  endings: ['.obj'],
  likely: /^(?:[ \t\r]*(?:#[^\n]*)?\n)*[ \t\r]*(?:mtllib|v|o|g|usemtl)\s/,
  up: 'z',
  bytesPerTriangle: 70,
  pictures: async (...file) => (await import('./obj-pictures.js')).objPictures(...file),
  read: async (...file) => {
    const [{ parseBlocks }, { OBJLoader }] = await Promise.all([import('../parse-file.js'), import('./obj-loader.js')]);
    return parseBlocks(OBJLoader, ...file);
  },
};

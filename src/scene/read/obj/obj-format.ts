import { FileBlocks } from '../scene-file.js';
import type { SceneFormat } from '../scene-format.js';

/** Wavefront OBJ. Sizes for triangles with shared vertices. */
export const OBJ_MODEL: SceneFormat = {
  title: 'OBJ',
  endings: ['.obj'],
  mimeTypes: ['model/obj'],
  likely: /^(?:[ \t\r]*(?:#[^\n]*)?\n)*[ \t\r]*(?:mtllib|v|o|g|usemtl)\s/,
  up: 'z',
  bytesPerTriangle: 70,
  pictures: async (...file) => (await import('./obj-pictures.js')).objPictures(...file),
  read: async (file, options, context) =>
    (await import('./read-obj.js')).readObj(new FileBlocks(file, context), options),
};

import { readWhole } from '../scene-file.js';
import type { SceneFormat } from '../scene-format.js';

/** PLY, text or binary. Sizes for binary triangles with shared vertices. */
export const PLY_MODEL: SceneFormat = {
  title: 'PLY',
  endings: ['.ply'],
  mimeTypes: ['model/ply'],
  signature: /^ply[\r\n]/,
  up: 'z',
  bytesPerTriangle: 25,
  read: async (file, options, context) =>
    (await import('./read-ply.js')).readPly(await readWhole(file, context), options),
};

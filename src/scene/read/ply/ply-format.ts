import { latin1 } from '../../../base/latin1.js';
import { readWhole, sceneHead } from '../scene-file.js';
import type { SceneFormat } from '../scene-format.js';

/** The header of a model without long comments lies within these bytes. */
const HEAD_BYTES = 4096;

/** PLY, text or binary. Sizes for binary triangles with shared vertices. */
export const PLY_MODEL: SceneFormat = {
  title: 'PLY',
  endings: ['.ply'],
  mimeTypes: ['model/ply'],
  signature: /^ply[\r\n]/,
  up: 'z',
  bytesPerTriangle: 25,
  count: async (file, { files }) => {
    const faces = /^element face (\d+)/m.exec(latin1(await sceneHead(files, file, HEAD_BYTES)))?.[1];
    return faces === undefined ? undefined : Math.min(Number(faces), file.size);
  },
  read: async (file, options, context) =>
    (await import('./read-ply.js')).readPly(await readWhole(file, context), options),
};

import { readWhole } from '../scene-file.js';
import type { SceneFormat } from '../scene-format.js';

/** STL, text or binary; a binary triangle has 50 bytes. */
export const STL_MODEL: SceneFormat = {
  title: 'STL',
  endings: ['.stl'],
  mimeTypes: ['model/stl'],
  likely: /^\s*solid\b/,
  up: 'z',
  bytesPerTriangle: 50,
  read: async (file, options, context) =>
    (await import('./read-stl.js')).readStl(await readWhole(file, context), options),
};

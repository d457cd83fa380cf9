import { readWhole } from '../scene-file.js';
import type { SceneFormat } from '../scene-format.js';

/** OFF (Geomview) as text; colours, normals and texture coordinates are ignored. */
export const OFF_MODEL: SceneFormat = {
  title: 'OFF',
  endings: ['.off'],
  mimeTypes: ['model/off'],
  signature: /^(?:#[^\n]*\n)*\s*(?:ST)?C?N?4?OFF\s/,
  up: 'z',
  bytesPerTriangle: 35,
  read: async (file, options, context) =>
    (await import('./read-off.js')).readOff(await readWhole(file, context), options),
};

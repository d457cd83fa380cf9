import { readWhole } from '../scene-file.js';
import type { SceneFormat } from '../scene-format.js';

/** Voxels of vegetation by AMAPVox, as text. Sizes for a dozen columns, and some four faces of a voxel. */
export const AMAPVOX_MODEL: SceneFormat = {
  title: 'AMAPVox',
  endings: ['.vox'],
  signature: /^\s*VOXEL SPACE\s/,
  up: 'z',
  hasVoxels: true,
  bytesPerTriangle: 10,
  read: async (file, options, context) => {
    const bytes = await readWhole(file, context);
    if (options.voxels?.mode === 'medium')
      return (await import('./read-medium.js')).readMedium(bytes, options, context);
    return (await import('./read-amapvox.js')).readAmapVox(bytes, options);
  },
};

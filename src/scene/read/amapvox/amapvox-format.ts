import type { SceneFormat } from '../scene-format.js';

/** Voxels of vegetation by AMAPVox, as text. Sizes for a dozen columns, and some four faces of a voxel. */
export const AMAPVOX_MODEL: SceneFormat = {
  title: 'AMAPVox',
  endings: ['.vox'],
  signature: /^\s*VOXEL SPACE\s/,
  up: 'z',
  hasVoxels: true,
  bytesPerTriangle: 10,
  read: async (...file) => {
    if (file[1].voxels?.mode === 'medium') return (await import('./read-medium.js')).readMedium(...file);
    const [{ parseWhole }, { AmapVoxLoader }] = await Promise.all([
      import('../parse-file.js'),
      import('./amapvox-loader.js'),
    ]);
    return parseWhole(AmapVoxLoader, ...file);
  },
};

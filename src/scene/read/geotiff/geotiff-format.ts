// biome-ignore-all lint/suspicious/noControlCharactersInRegex: these are the bytes of binary files.
import type { SceneFormat } from '../scene-format.js';

/** GeoTIFF, also BigTIFF, with heights in its first band (OGC 19-008r4). Sizes for 32 bits a height, not compressed. */
export const GEOTIFF_MODEL: SceneFormat = {
  title: 'GeoTIFF',
  endings: ['.tif', '.tiff'],
  signature: /^(II[*+]\0|MM\0[*+])/,
  up: 'z',
  bytesPerTriangle: 2,
  read: async (...file) => {
    const [{ parseWhole }, { GeoTiffLoader }] = await Promise.all([
      import('../parse-file.js'),
      import('./geotiff-loader.js'),
    ]);
    return parseWhole(GeoTiffLoader, ...file);
  },
};

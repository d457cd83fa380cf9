// biome-ignore-all lint/suspicious/noControlCharactersInRegex: these are the bytes of binary files.
import { rasterReaders } from '../raster-readers.js';
import { readWhole } from '../scene-file.js';
import type { SceneFormat } from '../scene-format.js';

/** GeoTIFF, also BigTIFF, with heights in its first band (OGC 19-008r4). Sizes for 32 bits a height, not compressed. */
export const GEOTIFF_MODEL: SceneFormat = {
  title: 'GeoTIFF',
  endings: ['.tif', '.tiff'],
  mimeTypes: ['image/tiff'],
  signature: /^(II[*+]\0|MM\0[*+])/,
  up: 'z',
  bytesPerTriangle: 2,
  count: async (...file) => (await import('./count-geotiff.js')).countGeoTiff(...file),
  ...rasterReaders(async (file, options, context) =>
    (await import('./read-geotiff.js')).readGeoTiff(await readWhole(file, context), options),
  ),
};

import { rasterReaders } from '../raster-readers.js';
import { readWhole } from '../scene-file.js';
import type { SceneFormat } from '../scene-format.js';

/** GDAL's virtual raster: rasters beside it as one. */
export const VRT_MODEL: SceneFormat = {
  title: 'VRT',
  endings: ['.vrt'],
  signature: /^\s*(<\?xml[^>]*>\s*)?<VRTDataset/,
  up: 'z',
  // The file names its rasters; `count` knows how many cells they have.
  bytesPerTriangle: 1,
  count: async (file, context) => {
    const { vrtDocument } = await import('./vrt-document.js');
    const { columns, rows } = vrtDocument(await readWhole(file, context), file.path);
    return 2 * (columns + 1) * (rows + 1);
  },
  ...rasterReaders(async (file, options, context) => {
    const bytes = await readWhole(file, context);
    return (await import('./read-vrt.js')).readVrt(bytes, options, context);
  }),
};

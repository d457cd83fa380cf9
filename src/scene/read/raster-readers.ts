import type { SceneFormat } from './scene-format.js';

/** The readers of a format of rasters, by that of its heights. */
export function rasterReaders(
  readRaster: NonNullable<SceneFormat['readRaster']>,
): Required<Pick<SceneFormat, 'read' | 'readRaster'>> {
  return {
    readRaster,
    read: async (file, options, context) => {
      const raster = await readRaster(file, options, context);
      // Its code comes with the first raster.
      return (await import('./raster-model.js')).rasterModel(raster, options);
    },
  };
}

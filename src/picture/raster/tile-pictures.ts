import { createRaster, pasteRaster, type Raster } from './raster.js';
import type { Theme } from './theme.js';

/**
 * Arranges pictures in rows of `columns`, in cells of the size of the largest one. Precondition: at least one picture.
 *
 * @example
 * ```ts
 * const sheet = tilePictures([first, second], 2, THEMES.light);
 * ```
 */
export function tilePictures(pictures: readonly Raster[], columns: number, theme: Theme): Raster {
  const width = Math.max(...pictures.map((picture) => picture.width));
  const height = Math.max(...pictures.map((picture) => picture.height));
  const tiled = createRaster(width * columns, height * Math.ceil(pictures.length / columns), theme.page);
  pictures.forEach((picture, k) => {
    pasteRaster(tiled, picture, (k % columns) * width, Math.floor(k / columns) * height);
  });
  return tiled;
}

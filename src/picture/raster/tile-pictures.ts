import { createRaster, pasteRaster, type Raster } from './raster.js';
import type { Theme } from './theme.js';

/** Pictures in rows of `columns`, each as large as the largest of them. Precondition: at least one picture. */
export function tilePictures(pictures: readonly Raster[], columns: number, theme: Theme): Raster {
  const width = Math.max(...pictures.map((picture) => picture.width));
  const height = Math.max(...pictures.map((picture) => picture.height));
  const tiled = createRaster(width * columns, height * Math.ceil(pictures.length / columns), theme.page);
  pictures.forEach((picture, k) => {
    pasteRaster(tiled, picture, (k % columns) * width, Math.floor(k / columns) * height);
  });
  return tiled;
}

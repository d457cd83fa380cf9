import type { LoaderWithParser } from '@loaders.gl/core';
import type { Model } from '../../model.js';
import { type OptionsWithScene, type SceneLoaderOptions, sceneOptions } from '../loader-options.js';
import { checkCells, rasterModel } from '../raster-model.js';
import { rasterCrs, rasterPlace } from './geo-reference.js';
import { readHeights } from './read-heights.js';
import { TiffDirectory } from './tiff-directory.js';
import { tiffLayout } from './tiff-layout.js';

/** GeoTIFF with heights, for loaders.gl. */
export const GeoTiffLoader = {
  dataType: null as unknown as Model,
  batchType: null as unknown as Model,
  name: 'GeoTIFF',
  id: 'geotiff',
  module: 'geotiff',
  version: '1',
  extensions: ['tif', 'tiff'],
  mimeTypes: ['image/tiff'],
  binary: true,
  tests: ['II', 'MM'],
  options: {} as OptionsWithScene,
  parse: async (bytes: ArrayBuffer, options?: OptionsWithScene) =>
    parseGeoTiff(new Uint8Array(bytes), sceneOptions(options)),
} satisfies LoaderWithParser<Model, Model, OptionsWithScene>;

/** The surface through the heights of a GeoTIFF's first band. Throws UserError for whatever is none; AbortedError. */
async function parseGeoTiff(bytes: Uint8Array, options: SceneLoaderOptions): Promise<Model> {
  const { file, signal } = options;
  const directory = TiffDirectory.read(bytes, file);
  const layout = tiffLayout(directory);
  checkCells(layout.columns, layout.rows, bytes.length, file);
  const place = rasterPlace(directory);
  const crs = rasterCrs(directory);
  const heights = await readHeights(directory, layout, signal);
  const model = await rasterModel({ columns: layout.columns, rows: layout.rows, ...place, heights }, options);
  return crs === undefined ? model : { ...model, crs };
}

import type { Model } from '../../model.js';
import { checkCells, rasterModel } from '../raster-model.js';
import type { ReadModelOptions } from '../read-model-options.js';
import { rasterCrs, rasterPlace } from './geo-reference.js';
import { readHeights } from './read-heights.js';
import { TiffDirectory } from './tiff-directory.js';
import { tiffLayout } from './tiff-layout.js';

/** The surface through the heights of a GeoTIFF's first band. Throws UserError for other files; AbortedError. */
export async function readGeoTiff(bytes: Uint8Array, options: ReadModelOptions): Promise<Model> {
  const { file, signal } = options;
  const directory = TiffDirectory.read(bytes, file);
  const layout = tiffLayout(directory);
  checkCells(layout.columns, layout.rows, bytes.length, file);
  const place = rasterPlace(directory);
  const crs = await rasterCrs(directory);
  const heights = await readHeights(directory, layout, signal);
  const model = await rasterModel({ columns: layout.columns, rows: layout.rows, ...place, heights }, options);
  return crs === undefined ? model : { ...model, crs };
}

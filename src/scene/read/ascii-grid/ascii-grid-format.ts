import { ASCII_GRID_SIGNATURE } from '../../../io/cloud-kinds.js';
import { rasterReaders } from '../raster-readers.js';
import { readWhole } from '../scene-file.js';
import type { SceneFormat } from '../scene-format.js';

/** ESRI's ASCII grid, with heights. Sizes for heights of two decimals. */
export const ASCII_GRID_MODEL: SceneFormat = {
  title: 'ASCII grid',
  endings: ['.asc'],
  signature: ASCII_GRID_SIGNATURE,
  up: 'z',
  bytesPerTriangle: 3.5,
  ...rasterReaders(async (file, options, context) =>
    (await import('./read-ascii-grid.js')).readAsciiGrid(await readWhole(file, context), options),
  ),
};

import { latin1 } from '../../../base/latin1.js';
import { ASCII_GRID_SIGNATURE } from '../../../io/cloud-kinds.js';
import { rasterReaders } from '../raster-readers.js';
import { readWhole, sceneHead } from '../scene-file.js';
import type { SceneFormat } from '../scene-format.js';

/** The header of a grid lies within these bytes. */
const HEAD_BYTES = 1024;

/** ESRI's ASCII grid, with heights. Sizes for heights of two decimals. */
export const ASCII_GRID_MODEL: SceneFormat = {
  title: 'ASCII grid',
  endings: ['.asc'],
  signature: ASCII_GRID_SIGNATURE,
  up: 'z',
  bytesPerTriangle: 3.5,
  count: async (file, { files }) => {
    const head = latin1(await sceneHead(files, file, HEAD_BYTES));
    const [columns, rows] = ['ncols', 'nrows'].map((word) =>
      Number(new RegExp(`\\b${word}\\s+(\\d+)`, 'i').exec(head)?.[1]),
    );
    // A height takes two bytes at least.
    return columns * rows > 0 ? Math.min(2 * columns * rows, file.size) : undefined;
  },
  ...rasterReaders(async (file, options, context) =>
    (await import('./read-ascii-grid.js')).readAsciiGrid(await readWhole(file, context), options),
  ),
};

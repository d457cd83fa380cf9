import type { Log } from '../../../base/log.js';
import { type Geoid, geoidOf } from '../../../crs/geoid-grid.js';
import { metresInUnit } from '../length-unit.js';
import { dropMissing } from '../missing-heights.js';
import { checkCells } from '../raster-model.js';
import { bandMetadata } from './band-metadata.js';
import { degreePlace } from './geo-reference.js';
import { inUnits } from './read-geotiff.js';
import { readBand } from './read-heights.js';
import { TAG, TiffDirectory } from './tiff-directory.js';
import { tiffLayout } from './tiff-layout.js';

/** Whether bytes begin like a TIFF file, of either byte order, classic or big. */
export const isTiff = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0x49 && bytes[1] === 0x49 && (bytes[2] === 42 || bytes[2] === 43) && bytes[3] === 0) ||
  (bytes[0] === 0x4d && bytes[1] === 0x4d && bytes[2] === 0 && (bytes[3] === 42 || bytes[3] === 43));

/**
 * The geoid in the first band of a GeoTIFF in degrees, as PROJ and national surveys offer them, by the scale, offset
 * and unit that the file states. Throws UserError that names `file` for another one; AbortedError.
 */
export async function readGeoidTiff(
  bytes: Uint8Array,
  { file, log, signal }: { file: string; log: Log; signal?: AbortSignal },
): Promise<Geoid> {
  const directory = TiffDirectory.read(bytes, file);
  const layout = tiffLayout(directory);
  const { columns, rows } = layout;
  checkCells(columns, rows, bytes.length, file);
  const { x, y, dx, dy } = degreePlace(directory);
  if (!(columns > 1 && rows > 1))
    throw directory.fault(`${rows} rows of ${columns} heights, expected two of two at least`, 'Name a whole grid.');
  const stored = await readBand(directory, layout, signal);
  const nodata = directory.text(TAG.nodata)?.trim() ?? '';
  dropMissing(stored, nodata === '' ? NaN : Number(nodata));
  const { scale, offset, unit = '' } = bandMetadata(directory, log);
  const factor = metresInUnit(unit) ?? 1;
  const heights = inUnits(stored, factor * scale, factor * offset);
  return geoidOf({
    ...{ south: y - (rows - 1) * dy, west: x, stepNorth: dy, stepEast: dx, rows, columns },
    heightAt: (row, column) => heights[(rows - 1 - row) * columns + column],
  });
}

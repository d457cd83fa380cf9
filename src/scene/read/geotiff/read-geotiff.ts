import type { Log } from '../../../base/log.js';
import { quoteText } from '../../../base/yaml/faults.js';
import type { CrsUnits } from '../../../crs/units.js';
import type { ElevationRaster } from '../elevation-raster.js';
import { metresInUnit } from '../length-unit.js';
import { dropMissing, dropUndeclared } from '../missing-heights.js';
import { checkCells } from '../raster-model.js';
import type { ReadModelOptions } from '../read-model-options.js';
import { type BandMetadata, bandMetadata } from './band-metadata.js';
import { rasterCrs, rasterPlace, rasterUnits } from './geo-reference.js';
import { readBand } from './read-heights.js';
import { TAG, TiffDirectory } from './tiff-directory.js';
import { tiffLayout } from './tiff-layout.js';
import { alphaBand, dropMasked } from './valid-cells.js';

/**
 * The heights of a GeoTIFF's first band, by the scale, offset and unit that the file states, in the unit of its plane.
 * Cells without a height are those of its "no height" value (GDAL_NODATA), mask and alpha band. Throws UserError for
 * other files; AbortedError.
 */
export async function readGeoTiff(bytes: Uint8Array, options: ReadModelOptions): Promise<ElevationRaster> {
  const { file, signal, log } = options;
  const directory = TiffDirectory.read(bytes, file);
  const layout = tiffLayout(directory);
  const { columns, rows, bands } = layout;
  checkCells(columns, rows, bytes.length, file);
  const place = rasterPlace(directory);
  const crs = await rasterCrs(directory);
  const units = await rasterUnits(directory);
  const stored = await readBand(directory, layout, signal);
  const nodata = directory.text(TAG.nodata)?.trim() ?? '';
  dropMissing(stored, nodata === '' ? NaN : Number(nodata));
  await dropMasked(directory, layout, stored, options);
  if (nodata === '') dropUndeclared(stored, file, log);
  const others = bands - 1 - (alphaBand(directory, layout) === undefined ? 0 : 1);
  if (others > 0) log.warn(`${file}: has ${bands} bands; the heights are those of the first`);
  const heights = options.asStored ? stored : heightsOf(stored, directory, units, log);
  const plane = units?.plane.kind === 'length' ? units.plane : undefined;
  return {
    columns,
    rows,
    ...place,
    heights,
    ...(crs !== undefined && { crs }),
    ...(crs !== undefined && plane && { unit: { name: plane.name, metres: plane.size } }),
  };
}

function heightsOf(
  stored: Float32Array | Float64Array,
  directory: TiffDirectory,
  units: CrsUnits | undefined,
  log: Log,
): Float32Array | Float64Array {
  const metadata = bandMetadata(directory, log);
  const factor = unitFactor(metadata, units, directory.file, log);
  return inUnits(stored, factor * metadata.scale, factor * metadata.offset);
}

/** Units of the plane in a unit of the heights: that of the band, or else of the file's keys. */
function unitFactor({ unit }: BandMetadata, units: CrsUnits | undefined, file: string, log: Log): number {
  const plane = units?.plane.kind === 'length' ? units.plane.size : 1;
  const stated = unit === undefined || unit.trim() === '' ? undefined : metresInUnit(unit);
  if (unit?.trim() && stated === undefined)
    log.warn(`${file}: the unit of its heights, ${quoteText(unit)}, is not known: it is taken for that of the plane`);
  if (stated !== undefined) return sameOr(stated / plane);
  return units === undefined ? 1 : sameOr(units.height.size / plane);
}

/** Sizes of a foot are rounded: a factor this near to 1 is 1. */
const sameOr = (factor: number): number => (Math.abs(factor - 1) < 1e-9 ? 1 : factor);

export function inUnits(
  stored: Float32Array | Float64Array,
  scale: number,
  offset: number,
): Float32Array | Float64Array {
  if (scale === 1 && offset === 0) return stored;
  const heights = new Float64Array(stored.length);
  for (let cell = 0; cell < stored.length; cell++) heights[cell] = stored[cell] * scale + offset;
  return heights;
}

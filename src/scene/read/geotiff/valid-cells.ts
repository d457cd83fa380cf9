import { basename } from '../../../base/files/paths.js';
import type { ReadModelOptions } from '../read-model-options.js';
import { fillBand, readBand } from './read-heights.js';
import { TAG, TiffDirectory } from './tiff-directory.js';
import { maskLayout, type TiffLayout } from './tiff-layout.js';

/** Kinds of extra samples (TIFF 6.0, section 18) that are alpha. */
const ALPHA = [1, 2];
/** The type of a directory that is the mask of the image in full resolution (TIFF 6.0, NewSubfileType). */
const MASK = 4;

/** Number of the band that is alpha; undefined: none is. */
export function alphaBand(directory: TiffDirectory, { bands }: TiffLayout): number | undefined {
  const extras = directory.numbers(TAG.extraSamples) ?? [];
  const at = extras.findIndex((kind) => ALPHA.includes(kind));
  const band = bands - extras.length + at;
  return at < 0 || band < 1 || band >= bands ? undefined : band;
}

/**
 * Replaces heights by NaN where the alpha band is 0, or the mask: that in the file, or else in a file of its name and
 * `.msk` beside it, as GDAL writes them (gdal.org, RFC 15). Throws UserError; AbortedError.
 */
export async function dropMasked(
  directory: TiffDirectory,
  layout: TiffLayout,
  heights: Float32Array | Float64Array,
  { file, readBeside, signal }: ReadModelOptions,
): Promise<void> {
  const alpha = alphaBand(directory, layout);
  if (alpha !== undefined) {
    const alphas = await readBand(directory, layout, signal, alpha);
    for (let cell = 0; cell < heights.length; cell++) if (alphas[cell] === 0) heights[cell] = NaN;
  }
  const isWhole = (mask: TiffDirectory) =>
    mask.number(TAG.width, 0) === layout.columns && mask.number(TAG.height, 0) === layout.rows;
  for (const mask of directory.following())
    if (mask.number(TAG.subfileType, 0) === MASK && isWhole(mask)) return dropOutside(mask, layout, heights, signal);
  const name = `${basename(file)}.msk`;
  // Few rasters have one.
  const bytes = await readBeside?.(name, MASK_BYTES_MAX).catch(() => undefined);
  if (bytes === undefined) return;
  const mask = TiffDirectory.read(bytes, `${file}.msk`);
  if (!isWhole(mask)) throw mask.fault(`the mask has another size than ${basename(file)}`);
  await dropOutside(mask, layout, heights, signal);
}

/** A byte a cell of the largest raster. */
const MASK_BYTES_MAX = 2 ** 27;

async function dropOutside(
  mask: TiffDirectory,
  { columns, rows }: TiffLayout,
  heights: Float32Array | Float64Array,
  signal?: AbortSignal,
): Promise<void> {
  const { layout: packed, bits } = maskLayout(mask);
  const bytes = new Uint8Array(packed.columns * rows);
  await fillBand(mask, packed, bytes, { signal });
  const isValid = (column: number, row: number) =>
    bits === 8
      ? bytes[row * packed.columns + column] !== 0
      : ((bytes[row * packed.columns + (column >> 3)] >> (7 - (column & 7))) & 1) === 1;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) if (!isValid(column, row)) heights[row * columns + column] = NaN;
}

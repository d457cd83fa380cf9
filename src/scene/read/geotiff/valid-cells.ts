import { fillBand, readBand } from './read-heights.js';
import { TAG, type TiffDirectory } from './tiff-directory.js';
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

/** Replaces heights where the file's alpha band or internal mask is 0 by NaN. Throws UserError; AbortedError. */
export async function dropMasked(
  directory: TiffDirectory,
  layout: TiffLayout,
  heights: Float32Array | Float64Array,
  signal?: AbortSignal,
): Promise<void> {
  const alpha = alphaBand(directory, layout);
  if (alpha !== undefined) {
    const alphas = await readBand(directory, layout, signal, alpha);
    for (let cell = 0; cell < heights.length; cell++) if (alphas[cell] === 0) heights[cell] = NaN;
  }
  for (const mask of directory.following()) {
    const { columns, rows } = layout;
    const isWhole = mask.number(TAG.width, 0) === columns && mask.number(TAG.height, 0) === rows;
    if (mask.number(TAG.subfileType, 0) !== MASK || !isWhole) continue;
    const { layout: packed, bits } = maskLayout(mask);
    const bytes = new Uint8Array(packed.columns * rows).fill(0);
    await fillBand(mask, packed, bytes, { signal });
    const isValid = (column: number, row: number) =>
      bits === 8
        ? bytes[row * packed.columns + column] !== 0
        : ((bytes[row * packed.columns + (column >> 3)] >> (7 - (column & 7))) & 1) === 1;
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) if (!isValid(column, row)) heights[row * columns + column] = NaN;
    return;
  }
}

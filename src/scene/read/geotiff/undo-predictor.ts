import type { TiffLayout } from './tiff-layout.js';

/**
 * Undoes the predictor of a strip or tile in place. Returns whether its samples are little-endian then: the bytes of
 * floats come out highest first in any file.
 */
export function undoPredictor(block: Uint8Array, layout: TiffLayout, isLittleEndian: boolean): boolean {
  const { predictor, blockColumns, samples, bytes } = layout;
  if (predictor === 1) return isLittleEndian;
  const rowBytes = blockColumns * samples * bytes;
  const spare = new Uint8Array(predictor === 3 ? rowBytes : 0);
  for (let start = 0; start + rowBytes <= block.length; start += rowBytes) {
    const row = block.subarray(start, start + rowBytes);
    if (predictor === 3) addFloats(row, layout, spare);
    else addNumbers(row, layout, isLittleEndian);
  }
  return predictor === 3 ? false : isLittleEndian;
}

/** Each number was stored as the difference from the same sample of the pixel before it (TIFF 6.0, section 14). */
function addNumbers(row: Uint8Array, { bytes, samples }: TiffLayout, isLittleEndian: boolean): void {
  const view = new DataView(row.buffer, row.byteOffset, row.length);
  const step = samples * bytes;
  for (let at = step; at < row.length; at += bytes)
    if (bytes === 1) row[at] += row[at - step];
    else if (bytes === 2)
      view.setUint16(
        at,
        view.getUint16(at, isLittleEndian) + view.getUint16(at - step, isLittleEndian),
        isLittleEndian,
      );
    else if (bytes === 4)
      view.setUint32(
        at,
        view.getUint32(at, isLittleEndian) + view.getUint32(at - step, isLittleEndian),
        isLittleEndian,
      );
    else
      view.setBigUint64(
        at,
        view.getBigUint64(at, isLittleEndian) + view.getBigUint64(at - step, isLittleEndian),
        isLittleEndian,
      );
}

/**
 * The bytes of a row's floats, all highest bytes first, then all second ones, each as the difference from the one
 * before (Adobe Photoshop TIFF Technical Note 3).
 */
function addFloats(row: Uint8Array, { bytes, samples }: TiffLayout, spare: Uint8Array): void {
  for (let at = samples; at < row.length; at++) row[at] += row[at - samples];
  spare.set(row);
  const count = row.length / bytes;
  for (let k = 0; k < count; k++) for (let b = 0; b < bytes; b++) row[k * bytes + b] = spare[b * count + k];
}

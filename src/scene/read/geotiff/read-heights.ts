import { turnTaker } from '../../../base/steps.js';
import { TAG, type TiffDirectory } from './tiff-directory.js';
import { blockBytes, COMPRESSION, type TiffLayout } from './tiff-layout.js';
import { undoPredictor } from './undo-predictor.js';
import { unpack } from './unpack.js';

/** Heights this near to the "no height" value are missing. */
const NODATA_TOLERANCE = 1e-7;

/**
 * The heights of the first band, row by row from the north; NaN for missing ones, whether marked (GDAL_NODATA) or in
 * strips and tiles that are left out. Throws UserError for strips and tiles that are damaged or lie outside the file;
 * AbortedError.
 */
export async function readHeights(
  directory: TiffDirectory,
  layout: TiffLayout,
  signal?: AbortSignal,
): Promise<Float32Array | Float64Array> {
  const { columns, rows, blockColumns, blockRows, format, bytes } = layout;
  const isExactInF32 = bytes <= 2 || (format === 'float' && bytes === 4);
  const heights = isExactInF32 ? new Float32Array(columns * rows) : new Float64Array(columns * rows);
  heights.fill(NaN);
  const takeTurn = turnTaker(signal);
  const across = Math.ceil(columns / blockColumns);
  const down = Math.ceil(rows / blockRows);
  for (let index = 0; index < across * down; index++) {
    await takeTurn();
    const place = { column: (index % across) * blockColumns, row: Math.floor(index / across) * blockRows };
    const block = await readBlock(directory, layout, index, place.row);
    if (block) copyBlock(block, layout, place, heights);
  }
  dropMissing(heights, directory.text(TAG.nodata));
  return heights;
}

/** Samples of a strip or tile. */
interface Block {
  view: DataView;
  isLittleEndian: boolean;
}

/** Undefined for a strip or tile that the file leaves out (GDAL: sparse). */
async function readBlock(
  directory: TiffDirectory,
  layout: TiffLayout,
  index: number,
  row: number,
): Promise<Block | undefined> {
  const { isTiled, rows, blockRows, offsets, byteCounts, compression } = layout;
  const whole = blockBytes(layout);
  const wanted = isTiled ? whole : (whole / blockRows) * Math.min(blockRows, rows - row);
  const offset = offsets[index];
  const count = compression === COMPRESSION.none ? wanted : (byteCounts?.[index] ?? 0);
  if (offset === 0 || byteCounts?.[index] === 0) return undefined;
  const name = `${isTiled ? 'tile' : 'strip'} ${index}`;
  if (!(offset + count <= directory.bytes.length))
    throw directory.fault(`${name} of the TIFF lies outside the file: it is damaged or cut off`);
  const block = await unpack(directory.bytes.subarray(offset, offset + count), compression, wanted);
  if (block === undefined)
    throw directory.fault(`${name} of the TIFF is damaged: it does not unpack to ${wanted} bytes`);
  const isLittleEndian = undoPredictor(block, layout, directory.isLittleEndian);
  return { view: new DataView(block.buffer, block.byteOffset, block.length), isLittleEndian };
}

function copyBlock(
  { view, isLittleEndian }: Block,
  layout: TiffLayout,
  place: { column: number; row: number },
  heights: Float32Array | Float64Array,
): void {
  const { columns, rows, blockColumns, blockRows, samples, bytes } = layout;
  const sample = sampleReader(layout);
  const width = Math.min(blockColumns, columns - place.column);
  const height = Math.min(blockRows, rows - place.row);
  for (let row = 0; row < height; row++) {
    const to = (place.row + row) * columns + place.column;
    const from = row * blockColumns;
    for (let column = 0; column < width; column++)
      heights[to + column] = sample(view, (from + column) * samples * bytes, isLittleEndian);
  }
}

type SampleReader = (view: DataView, at: number, isLittleEndian: boolean) => number;

function sampleReader({ format, bytes }: TiffLayout): SampleReader {
  if (format === 'float')
    return bytes === 4
      ? (view, at, little) => view.getFloat32(at, little)
      : (view, at, little) => view.getFloat64(at, little);
  if (bytes === 1) return format === 'signed' ? (view, at) => view.getInt8(at) : (view, at) => view.getUint8(at);
  if (bytes === 2)
    return format === 'signed'
      ? (view, at, little) => view.getInt16(at, little)
      : (view, at, little) => view.getUint16(at, little);
  return format === 'signed'
    ? (view, at, little) => view.getInt32(at, little)
    : (view, at, little) => view.getUint32(at, little);
}

/** Replaces heights equal to the "no height" value by NaN; the value may be exact, or rounded like the heights. */
function dropMissing(heights: Float32Array | Float64Array, text: string | undefined): void {
  const written = text === undefined || text.trim() === '' ? NaN : Number(text);
  if (Number.isNaN(written)) return;
  const rounded = heights instanceof Float32Array ? Math.fround(written) : written;
  for (let cell = 0; cell < heights.length; cell++) {
    const height = heights[cell];
    if (height === rounded || Math.abs(height - written) <= NODATA_TOLERANCE) heights[cell] = NaN;
  }
}

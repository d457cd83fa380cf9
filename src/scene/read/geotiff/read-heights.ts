import { turnTaker } from '../../../base/steps.js';
import type { TiffDirectory } from './tiff-directory.js';
import { blockBytes, COMPRESSION, type TiffLayout } from './tiff-layout.js';
import { undoPredictor } from './undo-predictor.js';
import { unpack } from './unpack.js';

/** Numbers of the cells of a raster. */
type Cells = Uint8Array | Float32Array | Float64Array;

/**
 * The numbers of a band as stored, row by row from the north; NaN in strips and tiles that are left out. Throws
 * UserError for strips and tiles that are damaged or lie outside the file; AbortedError.
 */
export async function readBand(
  directory: TiffDirectory,
  layout: TiffLayout,
  signal?: AbortSignal,
  band = 0,
): Promise<Float32Array | Float64Array> {
  const { columns, rows, format, bytes } = layout;
  const isExactInF32 = bytes <= 2 || (format === 'float' && bytes === 4);
  const cells = isExactInF32 ? new Float32Array(columns * rows) : new Float64Array(columns * rows);
  cells.fill(NaN);
  await fillBand(directory, layout, cells, { band, signal });
  return cells;
}

/** Fills `cells` with the numbers of a band; cells of strips and tiles that are left out stay as they are. */
export async function fillBand(
  directory: TiffDirectory,
  layout: TiffLayout,
  cells: Cells,
  { band = 0, signal }: { band?: number; signal?: AbortSignal },
): Promise<void> {
  const { columns, rows, blockColumns, blockRows, isPlanar } = layout;
  const takeTurn = turnTaker(signal);
  const across = Math.ceil(columns / blockColumns);
  const down = Math.ceil(rows / blockRows);
  const first = isPlanar ? band * across * down : 0;
  for (let index = 0; index < across * down; index++) {
    await takeTurn();
    const place = { column: (index % across) * blockColumns, row: Math.floor(index / across) * blockRows };
    const block = await readBlock(directory, layout, first + index, place.row);
    if (block) copyBlock(block, layout, { ...place, sample: isPlanar ? 0 : band }, cells);
  }
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
  if (index >= Math.min(offsets.length, byteCounts?.length ?? offsets.length)) return undefined;
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
  place: { column: number; row: number; sample: number },
  cells: Cells,
): void {
  const { columns, rows, blockColumns, blockRows, samples, bytes } = layout;
  const sample = sampleReader(layout);
  const width = Math.min(blockColumns, columns - place.column);
  const height = Math.min(blockRows, rows - place.row);
  for (let row = 0; row < height; row++) {
    const to = (place.row + row) * columns + place.column;
    const from = row * blockColumns;
    for (let column = 0; column < width; column++)
      cells[to + column] = sample(view, ((from + column) * samples + place.sample) * bytes, isLittleEndian);
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

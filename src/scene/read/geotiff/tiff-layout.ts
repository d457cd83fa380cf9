import { mostBytesIn } from '../../../base/files/gunzip.js';
import { TAG, type TiffDirectory } from './tiff-directory.js';

/** Layout of the samples of the first band in a TIFF. */
export interface TiffLayout {
  columns: number;
  rows: number;
  /** Samples of a pixel that lie together: all bands, or only this one if each band has a plane of its own. */
  samples: number;
  /** Bands of the file, and whether each has a plane of its own. */
  bands: number;
  isPlanar: boolean;
  /** Bytes of a sample: 1, 2, 4, 8. */
  bytes: number;
  format: 'unsigned' | 'signed' | 'float';
  compression: number;
  /** 1: none, 2: differences of numbers, 3: differences of the bytes of floats. */
  predictor: number;
  /** Pixels of a strip or tile; strips are as wide as the raster. */
  blockColumns: number;
  blockRows: number;
  isTiled: boolean;
  /** Offset of each strip or tile of the band, row by row. */
  offsets: Float64Array;
  /** Bytes of each, if they are compressed. */
  byteCounts?: Float64Array;
}

const FORMATS: Readonly<Record<number, TiffLayout['format']>> = { 1: 'unsigned', 2: 'signed', 3: 'float' };
const BITS: Readonly<Record<TiffLayout['format'], readonly number[]>> = {
  unsigned: [8, 16, 32],
  signed: [8, 16, 32],
  float: [32, 64],
};
/** Names of unsupported compressions, for the message. */
const OTHER_COMPRESSIONS: Readonly<Record<number, string>> = {
  2: 'CCITT',
  3: 'CCITT',
  4: 'CCITT',
  6: 'JPEG',
  7: 'JPEG',
  34887: 'LERC',
  34925: 'LZMA',
  50000: 'ZSTD',
  50001: 'WebP',
};
export const COMPRESSION = Object.freeze({ none: 1, lzw: 5, deflate: 8, packBits: 32773, oldDeflate: 32946 });
const REPACK = 'Save it in another way: gdal_translate -co COMPRESS=DEFLATE OLD.tif NEW.tif';

/**
 * The layout of the first band. Throws UserError if it holds no heights, or has an unsupported packing, and if its
 * strips or tiles would unpack to far more than the file can hold.
 */
export function tiffLayout(directory: TiffDirectory): TiffLayout {
  checkIsRaster(directory);
  const columns = directory.number(TAG.width, 0);
  const rows = directory.number(TAG.height, 0);
  const bands = directory.number(TAG.samplesPerPixel, 1);
  const isPlanar = directory.number(TAG.planarConfiguration, 1) === 2;
  const { format, bytes } = sampleKind(directory);
  const layout = {
    columns,
    rows,
    samples: isPlanar ? 1 : bands,
    bands,
    isPlanar,
    bytes,
    format,
    compression: compressionOf(directory),
    predictor: predictorOf(directory, format),
    ...blocksOf(directory, columns, rows),
  };
  checkBlocks(directory, layout);
  return layout;
}

/**
 * The layout of a mask of one bit or byte a cell, as bytes: of 8 cells each, the highest bit first, where cells have
 * `bits` 1. Throws UserError as `tiffLayout`, and for other masks.
 */
export function maskLayout(directory: TiffDirectory): { layout: TiffLayout; bits: number } {
  const bits = directory.number(TAG.bitsPerSample, 1);
  if ((bits !== 1 && bits !== 8) || directory.number(TAG.samplesPerPixel, 1) !== 1)
    throw directory.fault(`the mask of the TIFF has ${bits} bits a cell; 1 and 8 are read`, REPACK);
  const width = directory.number(TAG.width, 0);
  const bytesOf = (cells: number) => Math.ceil((cells * bits) / 8);
  const blocks = blocksOf(directory, width, directory.number(TAG.height, 0));
  const layout: TiffLayout = {
    columns: bytesOf(width),
    rows: directory.number(TAG.height, 0),
    samples: 1,
    bands: 1,
    isPlanar: false,
    bytes: 1,
    format: 'unsigned',
    compression: compressionOf(directory),
    predictor: predictorOf(directory, 'unsigned'),
    ...blocks,
    blockColumns: bytesOf(blocks.blockColumns),
  };
  checkBlocks(directory, layout);
  return { layout, bits };
}

function checkIsRaster(directory: TiffDirectory): void {
  if (directory.number(TAG.photometric, 1) > 1)
    throw directory.fault(
      'the TIFF is a picture in colours, not a raster of heights',
      'Name the elevation model; a picture can be draped over it as a texture of an OBJ or glTF file.',
    );
  const orientation = directory.number(TAG.orientation, 1);
  if (orientation !== 1) throw directory.fault(`the orientation of the TIFF is ${orientation}; only 1 is read`, REPACK);
}

function sampleKind(directory: TiffDirectory): Pick<TiffLayout, 'format' | 'bytes'> {
  const bits = directory.number(TAG.bitsPerSample, 1);
  const format = FORMATS[directory.number(TAG.sampleFormat, 1)];
  const isEven = directory.numbers(TAG.bitsPerSample)?.every((other) => other === bits) ?? true;
  if (format === undefined || !isEven || !BITS[format].includes(bits))
    throw directory.fault(
      `the samples of the TIFF have ${bits} bits (format ${directory.number(TAG.sampleFormat, 1)}); read are whole numbers of 8, 16, 32 and floats of 32, 64 bits`,
      'Convert it: gdal_translate -ot Float32 OLD.tif NEW.tif',
    );
  return { format, bytes: bits / 8 };
}

function compressionOf(directory: TiffDirectory): number {
  const compression = directory.number(TAG.compression, 1);
  if (Object.values<number>(COMPRESSION).includes(compression)) return compression;
  const name = OTHER_COMPRESSIONS[compression] ?? `compression ${compression}`;
  throw directory.fault(`the TIFF is compressed by ${name}; read are LZW, deflate, PackBits and none`, REPACK);
}

function predictorOf(directory: TiffDirectory, format: TiffLayout['format']): number {
  const predictor = directory.number(TAG.predictor, 1);
  if (predictor === 1 || predictor === 2 || (predictor === 3 && format === 'float')) return predictor;
  throw directory.fault(`the predictor of the TIFF is ${predictor}; 1 to 3 are read, 3 for floats`, REPACK);
}

type Blocks = Pick<TiffLayout, 'blockColumns' | 'blockRows' | 'isTiled' | 'offsets' | 'byteCounts'>;

function blocksOf(directory: TiffDirectory, columns: number, rows: number): Blocks {
  const isTiled = directory.has(TAG.tileOffsets);
  const offsets = directory.numbers(isTiled ? TAG.tileOffsets : TAG.stripOffsets);
  if (offsets === undefined) throw directory.fault('the TIFF has neither strips nor tiles: there are no heights in it');
  return {
    isTiled,
    blockColumns: isTiled ? directory.number(TAG.tileWidth, 0) : columns,
    blockRows: isTiled ? directory.number(TAG.tileHeight, 0) : Math.min(rows, directory.number(TAG.rowsPerStrip, rows)),
    offsets,
    byteCounts: directory.numbers(isTiled ? TAG.tileByteCounts : TAG.stripByteCounts),
  };
}

/** Bytes of an unpacked strip or tile. */
export const blockBytes = ({ blockColumns, blockRows, samples, bytes }: TiffLayout): number =>
  blockColumns * blockRows * samples * bytes;

/** Blocks may share bytes, but each is unpacked separately: a file with more overlap is meant to waste time. */
const OVERLAP_MAX = 8;

function checkPacked(directory: TiffDirectory, { byteCounts, compression }: TiffLayout, blocks: number): void {
  if (byteCounts === undefined || compression === COMPRESSION.none) return;
  const packed = byteCounts.subarray(0, blocks).reduce((sum, count) => sum + count, 0);
  if (packed > OVERLAP_MAX * directory.bytes.length)
    throw directory.fault(
      `the strips or tiles of the TIFF have ${packed} bytes, the file ${directory.bytes.length}`,
      REPACK,
    );
}

function checkBlocks(directory: TiffDirectory, layout: TiffLayout): void {
  const { columns, rows, blockColumns, blockRows, samples, offsets, byteCounts, compression } = layout;
  if (!(blockColumns > 0 && blockRows > 0 && samples > 0))
    throw directory.fault(
      `a strip or tile of the TIFF has ${blockColumns} × ${blockRows} pixels of ${samples} samples`,
    );
  const blocks = Math.ceil(columns / blockColumns) * Math.ceil(rows / blockRows);
  if (offsets.length < blocks || (byteCounts ?? offsets).length < blocks)
    throw directory.fault(`the TIFF lists ${offsets.length} strips or tiles; its size needs ${blocks}`);
  if (byteCounts === undefined && compression !== COMPRESSION.none)
    throw directory.fault('the TIFF does not say how long its compressed strips or tiles are', REPACK);
  checkPacked(directory, layout, blocks);
  const most = mostBytesIn(directory.bytes.length);
  if (blocks * blockBytes(layout) > most)
    throw directory.fault(
      `the strips or tiles of the TIFF unpack to ${blocks * blockBytes(layout)} bytes; at most ${most} are allowed in a file of its size`,
      REPACK,
    );
}

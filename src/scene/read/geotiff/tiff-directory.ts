import type { UserError } from '../../../base/errors.js';
import { latin1 } from '../../../base/latin1.js';
import { fileFault } from '../file-fault.js';

/** Tags of TIFF 6.0, and of GeoTIFF and GDAL, that a raster of heights needs. */
export const TAG = Object.freeze({
  subfileType: 254,
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  stripOffsets: 273,
  orientation: 274,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  planarConfiguration: 284,
  predictor: 317,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  extraSamples: 338,
  sampleFormat: 339,
  pixelScale: 33550,
  tiepoint: 33922,
  transformation: 34264,
  metadata: 42112,
  nodata: 42113,
});

/** Bytes of a value by its type, 0: there is no such type (TIFF 6.0, section 2; BigTIFF adds the last three). */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];
const ASCII = 2;

interface Entry {
  type: number;
  count: number;
  /** Offset of the value, in the entry or elsewhere. */
  at: number;
}

/** More directories than pyramids with masks have. */
const DIRECTORIES_MAX = 64;

/** An image file directory of a TIFF. Values are read on demand, and only from inside the file. */
export class TiffDirectory {
  readonly bytes: Uint8Array;
  readonly file: string;
  readonly isLittleEndian: boolean;
  private readonly view: DataView;
  private readonly entries = new Map<number, Entry>();
  /** Place of the next directory; 0: there is none. */
  private next = 0;

  /** The first directory. Throws UserError if the file is no TIFF, or ends before its directory does. */
  static read(bytes: Uint8Array, file: string): TiffDirectory {
    return new TiffDirectory(bytes, file);
  }

  /** The directories after this one, as far as they lie in the file. */
  *following(): Generator<TiffDirectory> {
    let directory: TiffDirectory = this;
    for (let k = 0; k < DIRECTORIES_MAX && directory.next > 0 && directory.next < this.bytes.length; k++) {
      directory = new TiffDirectory(this.bytes, this.file, directory.next);
      yield directory;
    }
  }

  private constructor(bytes: Uint8Array, file: string, at?: number) {
    this.bytes = bytes;
    this.file = file;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const [mark, second] = bytes;
    this.isLittleEndian = mark === 0x49;
    if (bytes.length < 8 || mark !== second || (mark !== 0x49 && mark !== 0x4d))
      throw this.fault('this is no TIFF file: it begins with neither II nor MM');
    const version = this.whole(2, 2);
    if (version !== 42 && version !== 43) throw this.fault(`the version of the TIFF is ${version}; 42 and 43 are read`);
    this.readEntries(version === 43, at);
  }

  /** Whether the directory has a tag. */
  has(tag: number): boolean {
    return this.entries.has(tag);
  }

  /** The numbers of a tag; undefined without the tag. Throws UserError if they lie outside the file. */
  numbers(tag: number): Float64Array | undefined {
    const entry = this.entries.get(tag);
    if (entry === undefined) return undefined;
    const { type, count, at } = this.inside(tag, entry);
    return Float64Array.from({ length: count }, (_, k) => this.value(type, at + k * TYPE_BYTES[type]));
  }

  /** The only, or the first, number of a tag. */
  number(tag: number, absent: number): number {
    return this.numbers(tag)?.[0] ?? absent;
  }

  /** The text of a tag up to its terminator; undefined without the tag. */
  text(tag: number): string | undefined {
    const entry = this.entries.get(tag);
    if (entry?.type !== ASCII) return undefined;
    const { count, at } = this.inside(tag, entry);
    return latin1(this.bytes.subarray(at, at + count)).replace(/\0[\s\S]*$/, '');
  }

  /** A fault of the file. */
  fault(message: string, hint?: string): UserError {
    return fileFault(this.file, message, hint);
  }

  private readEntries(isBig: boolean, directory = isBig ? this.whole(8, 8) : this.whole(4, 4)): void {
    const [countBytes, entryBytes, wordBytes] = isBig ? [8, 20, 8] : [2, 12, 4];
    const count = this.whole(directory, countBytes);
    const start = directory + countBytes;
    if (!(start + count * entryBytes <= this.bytes.length)) throw this.cutOff();
    for (let at = start; at < start + count * entryBytes; at += entryBytes) {
      const type = this.whole(at + 2, 2);
      const values = this.whole(at + 4, wordBytes);
      const isInline = values * (TYPE_BYTES[type] ?? 0) <= wordBytes;
      const valueAt = at + 4 + wordBytes;
      this.entries.set(this.whole(at, 2), {
        type,
        count: values,
        at: isInline ? valueAt : this.whole(valueAt, wordBytes),
      });
    }
    const end = start + count * entryBytes;
    if (end + wordBytes <= this.bytes.length) this.next = this.whole(end, wordBytes);
  }

  private inside(tag: number, entry: Entry): Entry {
    const size = TYPE_BYTES[entry.type] ?? 0;
    if (size === 0 || !(entry.at + entry.count * size <= this.bytes.length))
      throw this.fault(`the ${entry.count} values of tag ${tag} lie outside the file: it is damaged or cut off`);
    return entry;
  }

  private value(type: number, at: number): number {
    const { view, isLittleEndian } = this;
    switch (type) {
      case 5:
        return view.getUint32(at, isLittleEndian) / view.getUint32(at + 4, isLittleEndian);
      case 6:
        return view.getInt8(at);
      case 8:
        return view.getInt16(at, isLittleEndian);
      case 9:
        return view.getInt32(at, isLittleEndian);
      case 10:
        return view.getInt32(at, isLittleEndian) / view.getInt32(at + 4, isLittleEndian);
      case 11:
        return view.getFloat32(at, isLittleEndian);
      case 12:
        return view.getFloat64(at, isLittleEndian);
      default:
        return this.whole(at, TYPE_BYTES[type]);
    }
  }

  /** A whole number of 1, 2, 4 or 8 bytes. */
  private whole(at: number, bytes: number): number {
    if (!(at + bytes <= this.bytes.length)) throw this.cutOff();
    const { view, isLittleEndian } = this;
    if (bytes === 8) return Number(view.getBigUint64(at, isLittleEndian));
    if (bytes === 4) return view.getUint32(at, isLittleEndian);
    return bytes === 2 ? view.getUint16(at, isLittleEndian) : view.getUint8(at);
  }

  private cutOff(): UserError {
    return this.fault('the TIFF ends before its directory: it is damaged or cut off');
  }
}

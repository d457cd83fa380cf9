import { NumberScanner } from '../../../base/number-scanner.js';
import { quoteText } from '../../../base/yaml/faults.js';
import { PLY_BYTES, type PlyHeader, type PlyType } from '../../../io/tables/ply-header.js';
import { fileFault } from '../file-fault.js';
import { TextCursor } from '../text-cursor.js';

/** The numbers of a PLY file's body in sequence, in any format. */
export interface PlyValues {
  /** The next number of a row. Throws UserError at the end of the file, and of a text's line. */
  next(type: PlyType): number;
  /** Skips `count` numbers. Throws UserError if the file has fewer. */
  skip(type: PlyType, count: number): void;
  /** Ends a row, which is a line of a text. Returns whether the line goes on; the rest of it is passed over. */
  endRow(): boolean;
  /** Bytes left, an upper limit of the numbers that can follow. */
  remaining(): number;
  /** The current position, to return to later. */
  tell(): number;
  seek(position: number): void;
  /** A fault at the current position. */
  fault(message: string): Error;
}

/** Opens the body of a PLY file behind its header. */
export function openPlyValues(bytes: Uint8Array, header: PlyHeader, file: string): PlyValues {
  if (header.format === 'ascii') return new AsciiValues(bytes, header.bodyAt, file);
  return new BinaryValues(bytes, header.bodyAt, header.format === 'binary_little_endian', file);
}

const NEWLINE = 10;
const BLANK = 32;

/** A text has a line for each row of an element (Turk 1994: "one element per line"). */
class AsciiValues implements PlyValues {
  private readonly cursor: TextCursor;
  private readonly numbers = new NumberScanner();

  constructor(bytes: Uint8Array, at: number, file: string) {
    this.cursor = new TextCursor(bytes, file, at);
    this.cursor.skipBlanks();
  }

  next(): number {
    const { cursor, numbers } = this;
    const value = numbers.decimal(cursor.bytes, cursor.at);
    if (Number.isNaN(value)) throw this.noNumber();
    cursor.at = numbers.at;
    return value;
  }

  endRow(): boolean {
    const { cursor } = this;
    const { bytes } = cursor;
    while (bytes[cursor.at] <= BLANK && bytes[cursor.at] !== NEWLINE) cursor.at++;
    const goesOn = cursor.at < bytes.length && bytes[cursor.at] !== NEWLINE;
    if (goesOn) cursor.skipLine();
    cursor.skipBlanks();
    return goesOn;
  }

  skip(_type: PlyType, count: number): void {
    for (let i = 0; i < count; i++) this.next();
  }

  remaining(): number {
    return this.cursor.bytes.length - this.cursor.at;
  }

  tell(): number {
    return this.cursor.at;
  }

  seek(position: number): void {
    this.cursor.at = position;
  }

  fault(message: string): Error {
    return this.cursor.fault(message);
  }

  /** The fault of a line that ends, or of something else than a number. */
  private noNumber(): Error {
    const { cursor } = this;
    const { bytes } = cursor;
    while (bytes[cursor.at] <= BLANK && bytes[cursor.at] !== NEWLINE) cursor.at++;
    if (bytes[cursor.at] === NEWLINE && cursor.at < bytes.length - 1)
      return this.fault('the line has fewer numbers than the header declares; each row of a PLY text is one line');
    if (!cursor.skipBlanks()) return this.fault('the file ends where a number should follow');
    return this.fault(`found ${quoteText(cursor.word())} where a number should stand`);
  }
}

class BinaryValues implements PlyValues {
  private readonly view: DataView;
  private readonly littleEndian: boolean;
  private readonly file: string;
  private at: number;

  constructor(bytes: Uint8Array, at: number, littleEndian: boolean, file: string) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = at;
    this.littleEndian = littleEndian;
    this.file = file;
  }

  next(type: PlyType): number {
    const at = this.at;
    this.skip(type, 1);
    const { view, littleEndian } = this;
    switch (type) {
      case 'int8':
        return view.getInt8(at);
      case 'uint8':
        return view.getUint8(at);
      case 'int16':
        return view.getInt16(at, littleEndian);
      case 'uint16':
        return view.getUint16(at, littleEndian);
      case 'int32':
        return view.getInt32(at, littleEndian);
      case 'uint32':
        return view.getUint32(at, littleEndian);
      case 'float32':
        return view.getFloat32(at, littleEndian);
      case 'float64':
        return view.getFloat64(at, littleEndian);
    }
  }

  skip(type: PlyType, count: number): void {
    this.at += count * PLY_BYTES[type];
    if (this.at > this.view.byteLength) throw this.fault('the file ends in the middle of its data: it is cut off');
  }

  endRow(): boolean {
    return false;
  }

  remaining(): number {
    return this.view.byteLength - this.at;
  }

  tell(): number {
    return this.at;
  }

  seek(position: number): void {
    this.at = position;
  }

  fault(message: string): Error {
    return fileFault(this.file, message);
  }
}

import { snappyUncompress } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { UserError } from '../../base/errors.js';
import type { InputFile } from '../../base/files/files.js';
import { counted } from '../../base/text.js';
import { viewOf } from '../bytes/byte-fields.js';
import { readBytes } from '../bytes/read-head.js';
import { deltaNumbers, hybridNumbers, PageFault, plainNumbers, splitNumbers } from './page-numbers.js';
import type { ColumnChunk, ParquetColumn } from './parquet-cloud.js';
import { boundThrift, ThriftFault, type ThriftLimits } from './thrift-bounds.js';

type PageHeader = ReturnType<typeof parquetHeader>;

/** Bytes read for the header of a page; its bounds of numbers are short. */
const HEADER_BYTES = 16_384;
/** Numbers of a page: usual ones have some 20,000 to 130,000. */
const PAGE_NUMBERS_MAX = 2 ** 22;
const PAGE_BYTES_MAX = 2 ** 26;
/** Values of the header of a page: usual ones have some 20. */
const HEADER_LIMITS: ThriftLimits = Object.freeze({ values: 1024, objects: 1024 });
/** Snappy stores 64 bytes in at least three. */
const SNAPPY_RATIO_MAX = 32;

/** Reads the numbers of a column of a row group from the first to the last, a page at a time. */
export class ColumnCursor {
  private readonly handle: InputFile;
  private readonly path: string;
  private readonly column: ParquetColumn;
  private readonly chunk: ColumnChunk;
  /** Rows of the group. */
  private readonly rows: number;
  /** Rows in the pages so far. */
  private read = 0;
  /** Start of the next page. */
  private at: number;
  private dictionary: Float64Array | undefined;
  private page: Float64Array = new Float64Array(0);
  private used = 0;

  constructor(handle: InputFile, path: string, column: ParquetColumn, chunk: ColumnChunk, rows: number) {
    this.handle = handle;
    this.path = path;
    this.column = column;
    this.chunk = chunk;
    this.rows = rows;
    this.at = chunk.at;
  }

  /**
   * Calls `take` with the next `count` numbers, in parts; NaN is a missing one. Throws UserError if they cannot be
   * read.
   */
  async next(count: number, take: (numbers: Float64Array) => void): Promise<void> {
    for (let done = 0; done < count; ) {
      if (this.used === this.page.length) await this.nextPage();
      const part = this.page.subarray(this.used, this.used + count - done);
      take(part);
      this.used += part.length;
      done += part.length;
    }
  }

  private async nextPage(): Promise<void> {
    const at = this.at;
    try {
      const { header, bytes } = await this.readPage();
      if (header.type === 'DICTIONARY_PAGE') this.dictionary = this.dictionaryOf(header, bytes);
      else if (header.type === 'DATA_PAGE' || header.type === 'DATA_PAGE_V2') {
        this.page = this.numbersOf(header, bytes);
        this.used = 0;
        this.read += this.page.length;
      }
    } catch (error) {
      if (error instanceof UserError) throw error;
      const isKnown = error instanceof PageFault || error instanceof ThriftFault;
      const reason = isKnown ? error.message : 'has a header that cannot be read';
      throw new UserError(`the page at byte ${at}, of the column ${this.column.name}, ${reason}`, {
        place: { file: this.path },
        hint: 'the file is damaged, or written in a way that is not read',
        cause: error,
      });
    }
  }

  private async readPage(): Promise<{ header: PageHeader; bytes: Uint8Array }> {
    const end = this.chunk.at + this.chunk.bytes;
    if (this.at >= end) throw new PageFault(`is missing: found ${counted(this.read, 'row')} of ${this.rows}`);
    const start = await readBytes(this.handle, this.at, Math.min(HEADER_BYTES, end - this.at));
    const reader = { view: viewOf(start), offset: 0 };
    boundThrift(start, 0, HEADER_LIMITS);
    const header = parquetHeader(reader);
    const length = numberIn(header.compressed_page_size, Math.min(PAGE_BYTES_MAX, end - this.at - reader.offset));
    const bytes = await readBytes(this.handle, this.at + reader.offset, length);
    if (bytes.length < length) throw new PageFault('is cut off: the file has become shorter');
    this.at += reader.offset + length;
    return { header, bytes };
  }

  private dictionaryOf(
    { dictionary_page_header, uncompressed_page_size }: PageHeader,
    bytes: Uint8Array,
  ): Float64Array {
    const { type, unsigned } = this.column;
    const count = numberIn(dictionary_page_header?.num_values, PAGE_NUMBERS_MAX);
    return plainNumbers(this.unpacked(bytes, uncompressed_page_size), count, type, unsigned);
  }

  private numbersOf(header: PageHeader, bytes: Uint8Array): Float64Array {
    const { data_page_header: first, data_page_header_v2: second } = header;
    const most = Math.min(PAGE_NUMBERS_MAX, this.rows - this.read);
    if (second) {
      const count = numberIn(second.num_values, most);
      const repeats = numberIn(second.repetition_levels_byte_length, 0);
      const levelBytes = numberIn(second.definition_levels_byte_length, bytes.length);
      const levels = this.column.optional ? hybridNumbers(bytes.subarray(repeats, levelBytes), count, 1) : undefined;
      const data = bytes.subarray(levelBytes);
      const isPacked = second.is_compressed !== false;
      const values = isPacked ? this.unpacked(data, header.uncompressed_page_size - levelBytes) : data;
      return this.withGaps(levels, count, (some) => this.decoded(second.encoding, values, some));
    }
    if (!first) throw new PageFault('has no header of data');
    const count = numberIn(first.num_values, most);
    const page = this.unpacked(bytes, header.uncompressed_page_size);
    if (!this.column.optional) return this.decoded(first.encoding, page, count);
    if (page.length < 4) throw new PageFault('ends before its numbers do');
    const levelBytes = numberIn(viewOf(page).getUint32(0, true), page.length - 4);
    const levels = hybridNumbers(page.subarray(4, 4 + levelBytes), count, 1);
    return this.withGaps(levels, count, (some) => this.decoded(first.encoding, page.subarray(4 + levelBytes), some));
  }

  /** The numbers of `count` rows, of which those with a level of 0 have none. */
  private withGaps(
    levels: Uint32Array | undefined,
    count: number,
    decode: (some: number) => Float64Array,
  ): Float64Array {
    const some = levels === undefined ? count : levels.reduce((sum, level) => sum + level, 0);
    const numbers = decode(some);
    if (levels === undefined || some === count) return numbers;
    let next = 0;
    return Float64Array.from(levels, (level) => (level === 1 ? numbers[next++] : Number.NaN));
  }

  private decoded(encoding: string | undefined, bytes: Uint8Array, count: number): Float64Array {
    const { type, unsigned } = this.column;
    if (encoding === 'PLAIN') return plainNumbers(bytes, count, type, unsigned);
    if (encoding === 'BYTE_STREAM_SPLIT') return splitNumbers(bytes, count, type, unsigned);
    if (encoding === 'DELTA_BINARY_PACKED') return deltaNumbers(bytes, count, type, unsigned);
    if (encoding !== 'PLAIN_DICTIONARY' && encoding !== 'RLE_DICTIONARY')
      throw new PageFault(`has the encoding ${encoding ?? 'of no name'}, which is not read`);
    const { dictionary } = this;
    if (dictionary === undefined) throw new PageFault('needs a dictionary, of which there is none');
    if (count === 0) return new Float64Array(0);
    const indices = hybridNumbers(bytes.subarray(1), count, bytes[0]);
    if (indices.some((index) => index >= dictionary.length))
      throw new PageFault('names what its dictionary does not have');
    return Float64Array.from(indices, (index) => dictionary[index]);
  }

  private unpacked(bytes: Uint8Array, length: number): Uint8Array {
    if (!this.chunk.isCompressed) return bytes;
    const out = new Uint8Array(numberIn(length, Math.min(PAGE_BYTES_MAX, SNAPPY_RATIO_MAX * bytes.length)));
    try {
      if (out.length > 0) snappyUncompress(bytes, out);
    } catch (error) {
      throw new PageFault('cannot be unpacked', { cause: error });
    }
    return out;
  }
}

/** A count of a header. Throws PageFault unless it is a whole number of 0 to `most`. */
function numberIn(value: number | undefined, most: number): number {
  // In a damaged file the field may have any type.
  if (!Number.isInteger(value) || value === undefined) throw new PageFault('lacks a count');
  if (value >= 0 && value <= most) return value;
  throw new PageFault(`has a count of ${value} where ${most} is the most`);
}

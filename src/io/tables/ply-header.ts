import { UserError } from '../../base/errors.js';
import { quoteText } from '../../base/yaml/faults.js';

/** Number types of PLY files. */
export type PlyType = 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32' | 'float32' | 'float64';

/** One property of an element; a list if it has a `countType`. */
export interface PlyProperty {
  name: string;
  type: PlyType;
  countType?: PlyType;
}

export interface PlyElement {
  name: string;
  count: number;
  properties: PlyProperty[];
}

export interface PlyHeader {
  format: 'ascii' | 'binary_little_endian' | 'binary_big_endian';
  elements: PlyElement[];
  /** Index of the first byte after the header. */
  bodyAt: number;
}

/** Old and new names of the same types (Turk 1994). */
const TYPES: Readonly<Record<string, PlyType>> = Object.assign(Object.create(null), {
  char: 'int8',
  uchar: 'uint8',
  short: 'int16',
  ushort: 'uint16',
  int: 'int32',
  uint: 'uint32',
  float: 'float32',
  double: 'float64',
  int8: 'int8',
  uint8: 'uint8',
  int16: 'int16',
  uint16: 'uint16',
  int32: 'int32',
  uint32: 'uint32',
  float32: 'float32',
  float64: 'float64',
});

export const PLY_BYTES: Readonly<Record<PlyType, number>> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
};

const FORMATS = ['ascii', 'binary_little_endian', 'binary_big_endian'] as const;
/** A longer text is not a header. */
const MAX_HEADER_BYTES = 1 << 20;
const NEWLINE = 10;

/**
 * Reads the header of a PLY file; counts are not yet compared with the size of the file. Throws UserError with the
 * line.
 */
export function parsePlyHeader(bytes: Uint8Array, file: string): PlyHeader {
  const reader = new HeaderReader(file);
  let at = 0;
  while (at < bytes.length && at < MAX_HEADER_BYTES) {
    const newline = bytes.indexOf(NEWLINE, at);
    if (newline < 0) break;
    const ended = reader.readLine(new TextDecoder().decode(bytes.subarray(at, newline)).trim());
    at = newline + 1;
    if (ended) return reader.finish(at);
  }
  throw reader.fault('the header does not end: the line "end_header" is missing');
}

class HeaderReader {
  private readonly file: string;
  private line = 0;
  private format: PlyHeader['format'] | undefined;
  private readonly elements: PlyElement[] = [];
  /** Names of the properties of the last element. */
  private readonly names = new Set<string>();

  constructor(file: string) {
    this.file = file;
  }

  fault(message: string): UserError {
    return new UserError(message, { place: { file: this.file, line: Math.max(1, this.line) } });
  }

  /** Returns true after the last line. */
  readLine(text: string): boolean {
    this.line++;
    const [keyword, ...words] = text.split(/\s+/);
    if (this.line === 1 && text !== 'ply') throw this.fault('a PLY file begins with a line "ply"');
    if (keyword === 'format') this.format = this.readFormat(words[0]);
    else if (keyword === 'element') this.beginElement(words);
    else if (keyword === 'property') this.readProperty(words);
    return keyword === 'end_header';
  }

  finish(bodyAt: number): PlyHeader {
    if (!this.format) throw this.fault('the header has no line "format"');
    for (const { name, count, properties } of this.elements)
      if (count > 0 && properties.length === 0) throw this.fault(`element ${quoteText(name)} has no properties`);
    return { format: this.format, elements: this.elements, bodyAt };
  }

  private readFormat(word = ''): PlyHeader['format'] {
    const format = FORMATS.find((one) => one === word);
    if (!format) throw this.fault(`format ${quoteText(word)}; known are ${FORMATS.join(', ')}`);
    return format;
  }

  private beginElement(words: string[]): void {
    this.elements.push(this.readElement(words));
    this.names.clear();
  }

  private readElement([name = '', countText = '']: string[]): PlyElement {
    if (!/^\d{1,15}$/.test(countText))
      throw this.fault(`element ${quoteText(name)} has the count ${quoteText(countText)}`);
    return { name, count: Number(countText), properties: [] };
  }

  private readProperty(words: string[]): void {
    const element = this.elements.at(-1);
    if (!element) throw this.fault('a property comes before the first element');
    const isList = words[0] === 'list';
    const [countType, type, name] = isList ? words.slice(1) : ['', ...words];
    if (!TYPES[type] || (isList && !TYPES[countType]))
      throw this.fault(`unknown type in ${quoteText(`property ${words.join(' ')}`)}`);
    if (!name) throw this.fault('a property without a name');
    if (this.names.has(name))
      throw this.fault(`element ${quoteText(element.name)} has the property ${quoteText(name)} twice`);
    this.names.add(name);
    element.properties.push({ name, type: TYPES[type], ...(isList && { countType: TYPES[countType] }) });
  }
}

import { invariant } from '../base/errors.js';
import type { PointBatch } from '../cloud/point-batch.js';
import { attributesOf, type ElementType, type PointAttribute } from '../cloud/point-schema.js';
import { AtomicFile, type AtomicFileOptions } from './atomic-file.js';
import { BlockBuffer } from './block-buffer.js';
import { type ColumnPlace, ELEMENT_BYTES, storeAttribute } from './column.js';
import { type CloudHeader, optionalOf, type PointWriter, type WrittenFile } from './point-writer.js';

const PLY_TYPES: Readonly<Record<ElementType, string>> = Object.freeze({
  u8: 'uchar',
  u16: 'ushort',
  u32: 'uint',
  f32: 'float',
  f64: 'double',
});

/** Properties that viewers know by name; CloudCompare loads others by itself only when they are called `scalar_…`. */
const KNOWN_PROPERTIES = new Set(['x', 'y', 'z', 'nx', 'ny', 'nz', 'intensity', 'red', 'green', 'blue']);

/** Decimal digits of the largest count that a double holds exactly. */
const COUNT_DIGITS = 16;

interface Property {
  attribute: PointAttribute;
  name: string;
  type: ElementType;
  at: number;
}

/**
 * A writer of binary little-endian PLY: one element `vertex` with f64 coordinates and every attribute.
 * Colour is 8 bits a channel, as PLY has it, and there where the first batch has it.
 * Throws UserError where the file cannot be written.
 */
export async function createPlyWriter(
  path: string,
  header: CloudHeader,
  options: AtomicFileOptions = {},
): Promise<PointWriter> {
  return new PlyWriter(await AtomicFile.create(path, options), header);
}

class PlyWriter implements PointWriter {
  private readonly file: AtomicFile;
  private readonly buffer: BlockBuffer;
  private readonly header: CloudHeader;
  private properties: Property[] | undefined;
  private recordLength = 0;
  private points = 0;

  constructor(file: AtomicFile, header: CloudHeader) {
    this.file = file;
    this.buffer = new BlockBuffer(file);
    this.header = header;
  }

  async write(batch: PointBatch): Promise<void> {
    const properties = this.properties ?? (await this.begin(batch.rgb !== undefined));
    for (let first = 0; first < batch.count; ) {
      if (this.buffer.free < this.recordLength) await this.buffer.flush();
      const count = Math.min(batch.count - first, Math.floor(this.buffer.free / this.recordLength));
      for (const property of properties) this.storeProperty(property, batch, first, count);
      this.buffer.advance(count * this.recordLength);
      first += count;
    }
    this.points += batch.count;
  }

  async finish(): Promise<WrittenFile> {
    try {
      const properties = this.properties ?? (await this.begin(false));
      await this.buffer.drain();
      await this.file.writeAt(headerText(this.header, properties, this.points), 0);
      await this.file.commit();
    } catch (error) {
      await this.abort();
      throw error;
    }
    return { path: this.file.path, points: this.points, bytes: this.file.size };
  }

  async abort(): Promise<void> {
    await this.buffer.settle();
    await this.file.abort();
  }

  private async begin(colour: boolean): Promise<Property[]> {
    const properties = attributesOf(optionalOf(this.header, colour)).map((attribute) => {
      const type = attribute.key === 'rgb' ? 'u8' : attribute.type;
      const at = this.recordLength;
      this.recordLength += ELEMENT_BYTES[type];
      return { attribute, name: propertyName(attribute), type, at };
    });
    this.properties = properties;
    await this.buffer.append(headerText(this.header, properties, 0));
    return properties;
  }

  private storeProperty(property: Property, batch: PointBatch, first: number, count: number): void {
    const at = this.buffer.position + property.at;
    const place = { view: this.buffer.view, at, stride: this.recordLength };
    if (property.attribute.key === 'rgb') storeColour(place, property.attribute, batch, first, count);
    else storeAttribute(place, property.attribute, batch, first, count);
  }
}

/** One channel in 8 bits: the upper ones of the 16. */
function storeColour(
  place: ColumnPlace,
  { component }: PointAttribute,
  { rgb }: PointBatch,
  first: number,
  count: number,
): void {
  invariant(rgb, 'a cloud that begins with colour has colour to its end');
  for (let i = 0; i < count; i++)
    place.view.setUint8(place.at + i * place.stride, rgb[3 * (first + i) + component] >>> 8);
}

const propertyName = ({ name }: PointAttribute): string => (KNOWN_PROPERTIES.has(name) ? name : `scalar_${name}`);

/** The header, of the same length for any count: the comment takes up what the digits leave. */
function headerText(header: CloudHeader, properties: readonly Property[], points: number): Uint8Array {
  const count = String(points);
  const lines = [
    'ply',
    'format binary_little_endian 1.0',
    `comment ${header.software.replace(/[^\x20-\x7e]/g, '?')}${' '.repeat(COUNT_DIGITS - count.length)}`,
    `element vertex ${count}`,
    ...properties.map(({ type, name }) => `property ${PLY_TYPES[type]} ${name}`),
    'end_header',
  ];
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

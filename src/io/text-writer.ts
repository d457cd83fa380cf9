import { invariant } from '../base/errors.js';
import type { OptionalKey, PointBatch } from '../cloud/point-batch.js';
import { attributeNamed, attributesOf, type PointAttribute } from '../cloud/point-schema.js';
import { AtomicFile, type AtomicFileOptions } from './atomic-file.js';
import { BlockBuffer } from './block-buffer.js';
import type { CloudHeader, PointWriter, WrittenFile } from './point-writer.js';

export interface TextWriterOptions extends AtomicFileOptions {
  /** `csv`: a line of names, then every attribute, comma separated. `xyz`: XYZ_COLUMNS, blank separated, no names. */
  format: 'csv' | 'xyz';
}

/**
 * Columns of `.xyz`. Programs that read such files (CloudCompare, MeshLab) take the first three columns for the
 * coordinates and ask about, or number, the others: so there are few of them, all plain numbers.
 */
export const XYZ_COLUMNS: readonly string[] = Object.freeze([
  'x',
  'y',
  'z',
  'intensity',
  'classification',
  'return_number',
  'number_of_returns',
  'instance',
]);

/** Columns of `.xyz` behind these where there is colour: 8 bits each, as such programs take it. */
export const XYZ_COLOUR_COLUMNS: readonly string[] = Object.freeze(['red', 'green', 'blue']);

/** An f32 has a little more than seven decimal digits. */
const F32_DIGITS = 7;

/** Characters gathered before they are encoded. */
const TEXT_BLOCK = 65_536;

/** A writer of text. Throws UserError where the file cannot be written. */
export async function createTextWriter(
  path: string,
  header: Pick<CloudHeader, 'optional'>,
  options: TextWriterOptions,
): Promise<PointWriter> {
  const file = await AtomicFile.create(path, options);
  const { optional = [] } = header;
  const writer = new TextWriter(file, options.format === 'csv' ? csvLayout(optional) : xyzLayout(optional));
  await writer.begin();
  return writer;
}

type Cell = (batch: PointBatch, point: number) => string;

/** What stands in the lines of a file. */
interface TextLayout {
  cells: readonly Cell[];
  separator: string;
  /** The first line; absent: there is none. */
  names?: string;
}

function csvLayout(optional: readonly OptionalKey[]): TextLayout {
  const columns = attributesOf(optional);
  return { cells: columns.map(cellOf), separator: ',', names: columns.map(({ name }) => name).join(',') };
}

function xyzLayout(optional: readonly OptionalKey[]): TextLayout {
  const colours = optional.includes('rgb') ? XYZ_COLOUR_COLUMNS : [];
  const cells = [...XYZ_COLUMNS.map(attributeNamed).map(cellOf), ...colours.map(attributeNamed).map(byteCellOf)];
  return { cells, separator: ' ' };
}

class TextWriter implements PointWriter {
  private readonly file: AtomicFile;
  private readonly buffer: BlockBuffer;
  private readonly layout: TextLayout;
  private points = 0;

  constructor(file: AtomicFile, layout: TextLayout) {
    this.file = file;
    this.layout = layout;
    this.buffer = new BlockBuffer(file);
  }

  async begin(): Promise<void> {
    if (this.layout.names !== undefined) await this.append(`${this.layout.names}\n`);
  }

  async write(batch: PointBatch): Promise<void> {
    const { cells, separator } = this.layout;
    let text = '';
    for (let point = 0; point < batch.count; point++) {
      text += cells[0](batch, point);
      for (let column = 1; column < cells.length; column++) text += separator + cells[column](batch, point);
      text += '\n';
      if (text.length < TEXT_BLOCK) continue;
      await this.append(text);
      text = '';
    }
    await this.append(text);
    this.points += batch.count;
  }

  async finish(): Promise<WrittenFile> {
    try {
      await this.buffer.drain();
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

  private append(text: string): Promise<void> {
    return this.buffer.append(new TextEncoder().encode(text));
  }
}

/** How the cells of a column are made. */
function cellOf(attribute: PointAttribute): Cell {
  const { text } = attribute;
  const value = readerOf(attribute);
  if (text === undefined) return (batch, point) => String(value(batch, point));
  if (text === 'significant') return (batch, point) => String(Number(value(batch, point).toPrecision(F32_DIGITS)));
  return (batch, point) => value(batch, point).toFixed(text);
}

/** The upper 8 of 16 bits. */
function byteCellOf(attribute: PointAttribute): Cell {
  const value = readerOf(attribute);
  return (batch, point) => String(value(batch, point) >>> 8);
}

const readerOf =
  ({ key, component, components }: PointAttribute) =>
  (batch: PointBatch, point: number): number => {
    const array = batch[key];
    invariant(array, 'every batch of a cloud has the attributes that its header names');
    return array[components * point + component];
  };

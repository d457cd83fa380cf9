import { invariant } from '../base/errors.js';
import type { PointBatch } from '../cloud/point-batch.js';
import { attributeNamed, attributesOf, type PointAttribute } from '../cloud/point-schema.js';
import { AtomicFile, type AtomicFileOptions } from './atomic-file.js';
import { BlockBuffer } from './block-buffer.js';
import { type CloudHeader, optionalOf, type PointWriter, type WrittenFile } from './point-writer.js';

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
  return new TextWriter(await AtomicFile.create(path, options), header, options.format);
}

type Cell = (batch: PointBatch, point: number) => string;

class TextWriter implements PointWriter {
  private readonly file: AtomicFile;
  private readonly buffer: BlockBuffer;
  private readonly header: Pick<CloudHeader, 'optional'>;
  private readonly format: 'csv' | 'xyz';
  private cells: Cell[] | undefined;
  private points = 0;

  constructor(file: AtomicFile, header: Pick<CloudHeader, 'optional'>, format: 'csv' | 'xyz') {
    this.file = file;
    this.header = header;
    this.buffer = new BlockBuffer(file);
    this.format = format;
  }

  async write(batch: PointBatch): Promise<void> {
    const cells = this.cells ?? (await this.begin(batch.rgb !== undefined));
    const separator = this.format === 'csv' ? ',' : ' ';
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
      if (!this.cells) await this.begin(false);
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

  private async begin(colour: boolean): Promise<Cell[]> {
    const columns =
      this.format === 'csv' ? attributesOf(optionalOf(this.header, colour)) : XYZ_COLUMNS.map(attributeNamed);
    this.cells = columns.map(cellOf);
    if (this.format === 'csv') await this.append(`${columns.map((column) => column.name).join(',')}\n`);
    return this.cells;
  }

  private append(text: string): Promise<void> {
    return this.buffer.append(new TextEncoder().encode(text));
  }
}

/** How the cells of a column are made. */
function cellOf({ key, component, components, text }: PointAttribute): Cell {
  const value = (batch: PointBatch, point: number): number => {
    const array = batch[key];
    invariant(array, 'a cloud that begins with colour has colour to its end');
    return array[components * point + component];
  };
  if (text === undefined) return (batch, point) => String(value(batch, point));
  if (text === 'significant') return (batch, point) => String(Number(value(batch, point).toPrecision(F32_DIGITS)));
  return (batch, point) => value(batch, point).toFixed(text);
}

import type { Files } from '../../base/files/files.js';
import { counted } from '../../base/text.js';
import { viewOf } from '../bytes/byte-fields.js';
import { LineReader } from './line-reader.js';
import type { ReadableCloud } from './readable-cloud.js';
import type { RecordSource } from './record-source.js';
import { RowParser } from './row-parser.js';
import type { TextRows } from './text-rows.js';

/** Opens the rows of a text file as records of f64, to be read in sequence. Throws UserError if that fails. */
export async function openTextRecords(cloud: ReadableCloud, rows: TextRows): Promise<RecordSource> {
  const lines = await LineReader.open(cloud.files, cloud.path, rows);
  const parser = new RowParser(lines, rows);
  return {
    read: async (_first, count, target) => {
      const view = viewOf(target);
      for (let i = 0; i < count; i++) {
        if (!(await lines.next()))
          throw lines.fault(`the file ends here; it announces ${counted(cloud.pointCount, 'point')}`);
        parser.parse(view, i * cloud.recordLength);
      }
    },
    close: () => lines.close(),
  };
}

/** Number of rows from `dataAt` on (lines neither blank nor a comment), and the sum of the counts among them. */
export async function countRows(
  files: Files,
  path: string,
  rows: Pick<TextRows, 'dataAt' | 'line' | 'isCounted'>,
): Promise<{ count: number; announced: number }> {
  const lines = await LineReader.open(files, path, rows);
  try {
    let count = 0;
    while (await lines.next()) count++;
    return { count, announced: lines.announced };
  } finally {
    await lines.close();
  }
}

/** Number of the line of row `row`, from 0. Throws UserError if the file cannot be read. */
export async function lineOfRow(
  { files, path }: ReadableCloud,
  rows: Pick<TextRows, 'dataAt' | 'line' | 'isCounted'>,
  row: number,
): Promise<number> {
  const lines = await LineReader.open(files, path, rows);
  try {
    for (let k = 0; k <= row && (await lines.next()); ) k++;
    return lines.line;
  } finally {
    await lines.close();
  }
}

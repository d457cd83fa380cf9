import type { Files } from '../../base/files/files.js';
import { basename, dirname, extname, joinPath } from '../../base/files/paths.js';
import { counted } from '../../base/text.js';
import { openPlainRecords } from '../records/plain-records.js';
import type { RecordSource } from '../records/record-source.js';
import type { TableCloud, TableField } from './table-cloud.js';

/** Bytes of a point in a file of labels: the class in the lower half, the number of the object in the upper one. */
export const LABEL_BYTES = Uint32Array.BYTES_PER_ELEMENT;

/** The fields of labels behind the numbers of a point. */
export const labelFields = (at: number): TableField[] => [
  { name: 'semantic', type: 'u16', at },
  { name: 'instance', type: 'u16', at: at + LABEL_BYTES / 2 },
];

/**
 * The labels of a frame of SemanticKITTI, in `labels` beside the folder of the frame: their path, or, of a file for
 * another number of points, a warning. Neither if there is none.
 */
export async function labelsOfFrame(
  files: Files,
  path: string,
  points: number,
): Promise<{ labels?: string; warnings: string[] }> {
  const labels = joinPath(dirname(path), `../labels/${basename(path, extname(path))}.label`);
  const found = await files.stat(labels).catch(() => undefined);
  if (found?.kind !== 'file') return { warnings: [] };
  if (found.size === points * LABEL_BYTES) return { labels, warnings: [] };
  const expected = counted(points * LABEL_BYTES, 'byte');
  return { warnings: [`${labels} has ${counted(found.size, 'byte')}, expected ${expected}: it is not read`] };
}

/** Opens the records of a frame with those of its labels behind each. Throws UserError if that fails. */
export async function openLabelledRecords(cloud: TableCloud, labels: string): Promise<RecordSource> {
  const length = cloud.recordLength - LABEL_BYTES;
  const parts = [
    { at: 0, bytes: length, source: await openPlainRecords({ ...cloud, recordLength: length }, 0) },
    {
      at: length,
      bytes: LABEL_BYTES,
      source: await openPlainRecords({ ...cloud, path: labels, recordLength: LABEL_BYTES }, 0),
    },
  ];
  return {
    read: async (first, count, target) => {
      for (const { at, bytes, source } of parts) {
        const own = new Uint8Array(count * bytes);
        await source.read(first, count, own);
        for (let i = 0; i < count; i++)
          target.set(own.subarray(i * bytes, (i + 1) * bytes), i * cloud.recordLength + at);
      }
    },
    close: async () => {
      for (const { source } of parts) await source.close();
    },
  };
}

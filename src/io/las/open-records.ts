import { UserError } from '../../base/errors.js';
import { fileError } from '../../base/files/file-error.js';
import type { LasFile } from './las-file.js';
import { openLazRecords } from './laz-reader.js';
import type { RecordSource } from './record-source.js';

/**
 * Maximum number of points of a batch, and maximum number of bytes of their records: some megabytes, whatever the
 * file's size.
 */
const BATCH_POINTS = 65_536;
const BATCH_BYTES = 8 * 2 ** 20;

/** Points of each batch of a file except the last. */
export const batchPointsOf = ({ header }: LasFile): number =>
  Math.min(header.pointCount, BATCH_POINTS, Math.max(1, Math.floor(BATCH_BYTES / header.recordLength)));

/** Whether batches of a file can be read in any order, by several threads at once; otherwise only in sequence. */
export const isInAnyOrder = ({ header }: LasFile): boolean => !header.compressed;

/** Opens the records of a file. Throws UserError if it cannot be read. The caller closes it. */
export const openRecords = (file: LasFile): Promise<RecordSource> =>
  file.header.compressed ? openLazRecords(file) : openPlainRecords(file);

async function openPlainRecords(file: LasFile): Promise<RecordSource> {
  const { pointDataOffset, recordLength } = file.header;
  const failed = (error: unknown) => {
    throw fileError(file.files, 'read', file.path, error);
  };
  const handle = await file.files.open(file.path).catch(failed);
  return {
    read: async (first, count, target) => {
      const bytes = target.subarray(0, count * recordLength);
      const read = await handle.read(bytes, pointDataOffset + first * recordLength).catch(failed);
      if (read < bytes.length) throw new UserError('the file has become shorter', { place: { file: file.path } });
    },
    close: () => handle.close(),
  };
}

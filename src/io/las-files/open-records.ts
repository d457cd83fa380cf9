import type { BlockCoders } from '../records/blocks.js';
import { openPlainRecords } from '../records/plain-records.js';
import type { RecordSource } from '../records/record-source.js';
import type { LasFile } from './las-file.js';
import { openLazRecords } from './open-laz-records.js';

/**
 * Opens the records of a file; `coders` unpack chunks ahead. The caller closes it. Throws UserError if it cannot be
 * read.
 */
export const openLasRecords = (file: LasFile, coders?: BlockCoders): Promise<RecordSource> =>
  file.header.compressed ? openLazRecords(file, coders) : openPlainRecords(file, file.header.pointDataOffset);

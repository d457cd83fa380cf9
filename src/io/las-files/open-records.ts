import type { BlockCoders } from '../records/blocks.js';
import { openPlainRecords } from '../records/plain-records.js';
import type { RecordSource } from '../records/record-source.js';
import type { LasFile } from './las-file.js';
import { openLazRecords } from './open-laz-records.js';

/**
 * Opens the records of a file, of which `coders` unpack chunks ahead. Throws UserError if it cannot be read. The caller
 * closes it.
 */
export const openLasRecords = (file: LasFile, coders?: BlockCoders): Promise<RecordSource> =>
  file.header.compressed ? openLazRecords(file, coders) : openPlainRecords(file, file.header.pointDataOffset);

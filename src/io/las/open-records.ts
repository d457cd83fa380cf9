import type { BlockCoders } from '../blocks/block-coders.js';
import { openLazRecords } from '../laz/open-laz-records.js';
import { openPlainRecords } from '../read/plain-records.js';
import type { RecordSource } from '../record-source.js';
import type { LasFile } from './las-file.js';

/**
 * Opens the records of a file, of which `coders` unpack chunks ahead. Throws UserError if it cannot be read. The caller
 * closes it.
 */
export const openRecords = (file: LasFile, coders?: BlockCoders): Promise<RecordSource> =>
  file.header.compressed ? openLazRecords(file, coders) : openPlainRecords(file, file.header.pointDataOffset);

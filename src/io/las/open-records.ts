import { openLazRecords } from '../laz/open-laz-records.js';
import { openPlainRecords } from '../read/plain-records.js';
import type { RecordSource } from '../record-source.js';
import type { LasFile } from './las-file.js';

/** Opens the records of a file. Throws UserError if it cannot be read. The caller closes it. */
export const openRecords = (file: LasFile): Promise<RecordSource> =>
  file.header.compressed ? openLazRecords(file) : openPlainRecords(file, file.header.pointDataOffset);

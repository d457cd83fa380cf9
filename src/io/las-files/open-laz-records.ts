import { counted } from '../../base/text.js';
import { ITEM_VERSION_MAX } from '../laz/item-versions.js';
import { COMPRESSOR } from '../laz/laszip-record.js';
import type { BlockCoders } from '../records/blocks.js';
import type { RecordSource } from '../records/record-source.js';
import { brokenLaz } from './broken-laz.js';
import type { LasFile } from './las-file.js';
import { openLayeredRecords } from './layered-records.js';

/** The records of a compressed file; `coders` unpack layered chunks ahead. Throws UserError if it cannot be decoded. */
export async function openLazRecords(file: LasFile, coders?: BlockCoders): Promise<RecordSource> {
  if (file.pointCount === 0) return { read: async () => {}, close: async () => {} };
  const { laszip } = file;
  if (!laszip) throw brokenLaz(file, 'it lacks the record that describes its compression, or that is cut off');
  const bytes = laszip.items.reduce((sum, item) => sum + item.bytes, 0);
  const version = Math.max(...laszip.items.map((item) => item.version));
  if (version > ITEM_VERSION_MAX)
    throw brokenLaz(file, `compression of version ${version}; up to ${ITEM_VERSION_MAX} can be read`, 'unpack it');
  if (bytes !== file.header.recordLength)
    throw brokenLaz(file, `compressed items of ${counted(bytes, 'byte')}, records of ${file.header.recordLength}`);
  if (laszip.compressor === COMPRESSOR.layered) return openLayeredRecords(file, laszip, coders);
  const { openPointwiseRecords } = await import('./pointwise-records.js');
  return openPointwiseRecords(file, laszip);
}

import { NUMBER_BYTES } from '../records/number-type.js';
import { openPlainRecords } from '../records/plain-records.js';
import type { RecordSource } from '../records/record-source.js';
import type { TableCloud } from './table-cloud.js';

/**
 * Opens the records of a table; if they are big-endian, each number is turned round. Throws UserError if that fails.
 */
export async function plainOrSwapped(cloud: TableCloud, bigEndian: boolean): Promise<RecordSource> {
  const source = await openPlainRecords(cloud, cloud.dataAt);
  if (!bigEndian) return source;
  const { fields, recordLength } = cloud;
  return {
    read: async (first, count, target) => {
      await source.read(first, count, target);
      for (const { at, type } of fields)
        for (let i = 0, from = at; i < count; i++, from += recordLength)
          target.subarray(from, from + NUMBER_BYTES[type]).reverse();
    },
    close: () => source.close(),
  };
}

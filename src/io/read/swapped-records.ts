import type { ExtraType } from '../las/extra-bytes.js';
import type { RecordSource } from '../record-source.js';
import { openPlainRecords } from './plain-records.js';
import type { TableCloud } from './table-cloud.js';

const BYTES: Readonly<Record<ExtraType, number>> = Object.freeze({
  ...{ u8: 1, i8: 1, u16: 2, i16: 2, u32: 4, i32: 4, u64: 8, i64: 8 },
  ...{ f32: 4, f64: 8 },
});

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
          target.subarray(from, from + BYTES[type]).reverse();
    },
    close: () => source.close(),
  };
}

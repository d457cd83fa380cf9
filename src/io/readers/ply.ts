import { NUMBER_BYTES } from '../records/number-type.js';
import { openPlainRecords } from '../records/plain-records.js';
import type { CloudReader } from '../records/readable-cloud.js';
import type { RecordSource } from '../records/record-source.js';
import { lineOfRow, openTextRecords } from '../records/text-records.js';
import { openPlyCloud, type PlyCloud } from '../tables/read-ply-table.js';
import { rangelessNumbers, type TableCloud, tableColumns } from '../tables/table-cloud.js';

/** The vertices of PLY files without faces; a file with faces is a scene. */
export const PLY_READER: CloudReader<PlyCloud> = {
  endings: [],
  claims: (head) => /^ply\s/.test(head) && !HAS_FACES.test(head),
  open: openPlyCloud,
  columns: tableColumns,
  rangeless: rangelessNumbers,
  openRecords: (cloud) =>
    cloud.rows ? openTextRecords(cloud, cloud.rows) : plainOrSwapped(cloud, cloud.encoding === 'binary_big_endian'),
  lineOf: async (cloud, point) => cloud.rows && lineOfRow(cloud, cloud.rows, point),
};

const HAS_FACES = /^element[ \t]+(face|tristrips)[ \t]+0*[1-9]/m;

/** Opens the records of a table, with the bytes of big-endian numbers reversed. Throws UserError if that fails. */
async function plainOrSwapped(cloud: TableCloud, bigEndian: boolean): Promise<RecordSource> {
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

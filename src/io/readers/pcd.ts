import { UserError } from '../../base/errors.js';
import { readBytes, withFile } from '../bytes/read-head.js';
import { openPlainRecords } from '../records/plain-records.js';
import type { CloudReader } from '../records/readable-cloud.js';
import type { RecordSource } from '../records/record-source.js';
import { lineOfRow, openTextRecords } from '../records/text-records.js';
import { unpackLzf } from '../tables/lzf.js';
import { openPcdCloud, type PcdCloud } from '../tables/read-pcd-table.js';
import { rangelessNumbers, tableColumns } from '../tables/table-cloud.js';

/** PCD as text, binary, and compressed. */
export const PCD_READER: CloudReader<PcdCloud> = {
  endings: ['.pcd'],
  open: openPcdCloud,
  columns: tableColumns,
  rangeless: rangelessNumbers,
  openRecords: (cloud) => {
    if (cloud.rows) return openTextRecords(cloud, cloud.rows);
    return cloud.compressedBytes === undefined ? openPlainRecords(cloud, cloud.dataAt) : openUnpacked(cloud);
  },
  lineOf: async (cloud, point) => cloud.rows && lineOfRow(cloud, cloud.rows, point),
};

/** Unpacks all points, which are stored field by field. */
async function openUnpacked(cloud: PcdCloud): Promise<RecordSource> {
  const { files, path, dataAt, compressedBytes = 0, pointCount, recordLength, fieldBytes } = cloud;
  const packed = await withFile(files, path, (handle) => readBytes(handle, dataAt + 8, compressedBytes));
  if (packed.length < compressedBytes) throw new UserError('the file has become shorter', { place: { file: path } });
  const columns = unpackLzf(packed, pointCount * recordLength, path);
  return {
    read: async (first, count, target) => {
      let [at, column] = [0, 0];
      for (const bytes of fieldBytes) {
        for (let i = 0; i < count; i++)
          for (let k = 0; k < bytes; k++) target[i * recordLength + at + k] = columns[column + (first + i) * bytes + k];
        at += bytes;
        column += pointCount * bytes;
      }
    },
    close: async () => {},
  };
}

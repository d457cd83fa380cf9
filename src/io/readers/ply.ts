import type { CloudReader } from '../records/readable-cloud.js';
import { lineOfRow, openTextRecords } from '../records/text-records.js';
import { openPlyCloud, type PlyCloud } from '../tables/read-ply-table.js';
import { plainOrSwapped } from '../tables/swapped-records.js';
import { tableColumns } from '../tables/table-cloud.js';

/** The vertices of PLY files without faces; a file with faces is a scene. */
export const PLY_READER: CloudReader<PlyCloud> = {
  endings: [],
  claims: (head) => /^ply\s/.test(head) && !HAS_FACES.test(head),
  open: openPlyCloud,
  columns: tableColumns,
  openRecords: (cloud) =>
    cloud.rows ? openTextRecords(cloud, cloud.rows) : plainOrSwapped(cloud, cloud.encoding === 'binary_big_endian'),
  lineOf: async (cloud, point) => cloud.rows && lineOfRow(cloud, cloud.rows, point),
};

const HAS_FACES = /^element[ \t]+(face|tristrips)[ \t]+0*[1-9]/m;

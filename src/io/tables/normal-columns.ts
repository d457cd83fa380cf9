import { UserError } from '../../base/errors.js';
import { counted } from '../../base/text.js';
import type { Vec3 } from '../../base/vec3.js';
import type { ReadableCloud } from '../records/readable-cloud.js';
import { CELL_BYTES } from '../records/text-rows.js';
import type { TextCloud } from './open-text-cloud.js';
import { attributeOf } from './table-cloud.js';

const NAMES = ['nx', 'ny', 'nz'];

/**
 * The same cloud of text with these columns, numbered from 1, as the x, y and z of normals, under any names. Throws
 * UserError if it has no such columns, or is not text.
 */
export function withNormalColumns(cloud: ReadableCloud, columns: Vec3): ReadableCloud {
  const place = { file: cloud.path };
  if (!isText(cloud))
    throw new UserError('normals by the numbers of columns, in a file that is not of text', {
      place,
      hint: 'leave normalColumns out: its columns have names',
    });
  const { fields, rows } = cloud;
  const most = Math.max(...columns);
  if (most > rows.cells.length)
    throw new UserError(
      `found ${counted(rows.cells.length, 'column')}, expected normals in those from ${columns.join(', ')}`,
      {
        place,
      },
    );
  const places = columns.map((column) => (column - 1) * CELL_BYTES);
  const others = fields.filter(
    ({ name, at }) => !places.includes(at) && !NAMES.includes(attributeOf(name)?.name ?? ''),
  );
  const normals = NAMES.map((name, axis) => ({ name, type: 'f64' as const, at: places[axis] }));
  const cells = rows.cells.map((cell, k) => (columns.includes(k + 1) ? { ...cell, at: k * CELL_BYTES } : cell));
  const normal: TextCloud = { ...cloud, fields: [...others, ...normals], rows: { ...rows, cells }, warnings: [] };
  return normal;
}

/** The number of columns of a cloud of text; undefined for other clouds. */
export const columnCount = (cloud: ReadableCloud): number | undefined =>
  isText(cloud) ? cloud.rows.cells.length : undefined;

const isText = (cloud: ReadableCloud): cloud is TextCloud => ['xyz', 'csv', 'pts'].includes(cloud.format);

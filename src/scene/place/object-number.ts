import { UserError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { counted } from '../../base/text.js';
import { quoteText } from '../../base/yaml/faults.js';
import { INSTANCE_MAX } from '../labels/instance-names.js';
import type { TableRow } from './table-rows.js';

/** Other names of the column `instance`. */
export const NUMBER_ALIASES: readonly string[] = ['id', 'tree_id'];

/** The number of the object of a row; undefined: the cell is empty. Throws UserError, with `hint`, for another text. */
export function objectNumber(row: TableRow<'instance'>, hint: string): number | undefined {
  const text = row.text('instance');
  if (text === undefined) return undefined;
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= INSTANCE_MAX) return number;
  throw new UserError(
    `the number of the object is ${quoteText(text)}; it takes a whole one from 1 to ${INSTANCE_MAX}`,
    { place: row.placeOf('instance'), hint },
  );
}

/** Says that rows with the same number are one object, since it may be a slip. */
export function warnOfShared(path: string, rows: readonly { instance?: number }[], log: Log): void {
  const seen = new Set<number>();
  const shared = new Set<number>();
  for (const { instance } of rows) {
    if (instance === undefined) continue;
    if (seen.has(instance)) shared.add(instance);
    seen.add(instance);
  }
  if (shared.size === 0) return;
  const [first] = shared;
  const others = shared.size > 1 ? `, and so are those of ${counted(shared.size - 1, 'other number')}` : '';
  log.warn(`${path}: the rows with the instance ${first} are one object${others}`);
}

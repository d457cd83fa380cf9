import { quotedCell } from '../../../base/text.js';
import { type DataSet, taskPath } from '../data-set.js';
import type { MergeKind } from '../merge-file.js';

/** Columns of every cloud; behind them stands one for each variable. */
export const CLOUD_COLUMNS = ['index', 'id', 'split', 'path', 'bytes', 'sha256', 'points'] as const;

/** The column of a variable. */
export const variableColumn = (name: string): string => `variable.${name}`;

/** Names of the variables, in the order of the first survey that has them. */
export const variableNames = ({ tasks }: Pick<DataSet, 'tasks'>): string[] => [
  ...new Set(tasks.flatMap(({ variables }) => Object.keys(variables))),
];

/** `manifest.csv`: a row a cloud. Croissant describes its columns. */
export const CLOUDS_TABLE: MergeKind = {
  *files(dataSet) {
    yield {
      path: 'manifest.csv',
      mediaType: 'text/csv',
      describe: 'A row for each cloud, with a column for each variable',
      content: () => rows(dataSet),
    };
  },
};

function* rows(dataSet: DataSet): Generator<string> {
  const names = variableNames(dataSet);
  yield line([...CLOUD_COLUMNS, ...names.map(variableColumn)]);
  for (const [k, task] of dataSet.tasks.entries())
    for (const [c, file] of task.clouds.entries()) {
      const points = dataSet.look.points[k][c] ?? '';
      const own = [task.index, task.id, task.split ?? '', taskPath(task, file), file.bytes, file.sha256, points];
      yield line([...own, ...names.map((name) => task.variables[name] ?? '')]);
    }
}

/** A line by RFC 4180. */
const line = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;

function cell(value: unknown): string {
  return quotedCell(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

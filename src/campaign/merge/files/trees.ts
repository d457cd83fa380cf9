import { nodeFiles } from '../../../base/files/node-files.js';
import { TREE_COLUMNS, TREES_ENDING } from '../../../scene/trees/tree-table.js';
import { type DataSet, type MergedTask, pathOf } from '../data-set.js';
import type { MergeKind } from '../merge-file.js';

/** A survey with a table of its trees. */
interface TableOfTask {
  task: MergedTask;
  name: string;
}

/** `trees.csv`: the trees of all surveys with generated ones; none without. */
export const TREES: MergeKind = {
  *files(dataSet) {
    const tables = dataSet.tasks.flatMap(tableOf);
    if (tables.length === 0) return;
    yield {
      path: 'trees.csv',
      mediaType: 'text/csv',
      describe: 'A row for each generated tree, with the survey in which it stands',
      content: () => rows(dataSet, tables),
    };
  },
};

/** The table of a task; several beside clouds of several names are equal. */
function tableOf(task: MergedTask): TableOfTask[] {
  const file = task.manifest.files.find(({ name }) => name.endsWith(TREES_ENDING));
  return file ? [{ task, name: file.name }] : [];
}

async function* rows(dataSet: DataSet, tables: readonly TableOfTask[]): AsyncGenerator<string> {
  yield `index,survey,split,${TREE_COLUMNS.join(',')}\n`;
  for (const { task, name } of tables) {
    const text = new TextDecoder().decode(await nodeFiles.read(pathOf(dataSet, task, name)));
    const [, ...trees] = text.trimEnd().split('\n');
    const lead = `${task.index},${task.id},${task.split ?? ''},`;
    if (trees.length > 0) yield `${trees.map((row) => lead + row).join('\n')}\n`;
  }
}

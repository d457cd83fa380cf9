import { type DataSet, splitNames, taskPath } from '../data-set.js';
import type { MergeKind } from '../merge-file.js';

/** `splits/NAME.txt`: the paths of the clouds of a split, a line each. */
export const SPLITS: MergeKind = {
  folder: 'splits',
  *files(dataSet) {
    for (const name of splitNames(dataSet))
      yield {
        path: `splits/${name}.txt`,
        mediaType: 'text/plain',
        describe: `Paths of the clouds of the split ${name}, a line each`,
        content: () => paths(dataSet, name),
      };
  },
};

function* paths({ tasks }: DataSet, name: string): Generator<string> {
  for (const task of tasks)
    if (task.split === name) for (const cloud of task.clouds) yield `${taskPath(task, cloud)}\n`;
}

import { type DataSet, taskPath } from '../data-set.js';
import type { MergeKind } from '../merge-file.js';

/** `manifest.jsonl`: a line a file of a task. */
export const MANIFEST_LINES: MergeKind = {
  *files(dataSet) {
    yield {
      path: 'manifest.jsonl',
      mediaType: 'application/jsonl',
      describe: 'A line for each file: its survey, split, variables, size, SHA-256 and, of a cloud, points',
      content: () => lines(dataSet),
    };
  },
};

function* lines({ tasks, look }: DataSet): Generator<string> {
  for (const [k, task] of tasks.entries()) {
    const points = new Map(task.clouds.map(({ name }, c) => [name, look.points[k][c]]));
    const { index, id, split, variables } = task;
    for (const file of task.manifest.files) {
      const { bytes, sha256, name } = file;
      const path = taskPath(task, file);
      yield `${JSON.stringify({ index, id, split, variables, path, bytes, sha256, points: points.get(name) })}\n`;
    }
  }
}

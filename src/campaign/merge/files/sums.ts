import { type DataSet, type NamedFile, taskPath } from '../data-set.js';
import type { MergedFile, MergeKind } from '../merge-file.js';

/** `SHA256SUMS`, which `sha256sum -c` checks: of the plan, of all files of tasks, and of those written before. */
export const SUMS: MergeKind = {
  *files(dataSet, written) {
    yield {
      path: 'SHA256SUMS',
      mediaType: 'text/plain',
      describe: 'SHA-256 of all files: sha256sum -c SHA256SUMS',
      content: () => lines(dataSet, written),
    };
  },
};

function* lines({ planFiles, tasks }: DataSet, written: readonly MergedFile[]): Generator<string> {
  for (const file of [...planFiles, ...written]) yield line(file);
  for (const task of tasks) for (const file of task.manifest.files) yield line({ ...file, path: taskPath(task, file) });
}

/**
 * A line as GNU coreutils write it: a path with a backslash or a line end is escaped, and marked by a backslash before
 * the line.
 */
function line({ path, sha256 }: NamedFile): string {
  const escaped = path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === path ? '' : '\\'}${sha256}  ${escaped}\n`;
}

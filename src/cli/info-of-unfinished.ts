import { nodeFiles } from '../base/files/node-files.js';
import { listUnfinished } from '../base/files/node-unfinished-outputs.js';
import { basename, dirname } from '../base/files/paths.js';
import { type CliContext, logTo, printJson, printLines } from './context.js';
import { describeFolder, describeUnfinished } from './describe/describe-unfinished.js';

/**
 * Says what runs left of their outputs: of a file, with a warning if it belongs to unfinished ones; of a folder, as the
 * result. Returns whether this was the result.
 */
export async function infoOfUnfinished(
  context: CliContext,
  { file, json }: { file: string; json?: boolean },
): Promise<boolean> {
  const path = nodeFiles.resolve(nodeFiles.folder, file);
  const isFolder = await nodeFiles.stat(path).then(
    ({ kind }) => kind === 'folder',
    () => false,
  );
  const unfinished = await listUnfinished(isFolder ? path : dirname(path));
  if (isFolder) {
    if (unfinished.length === 0) return false;
    if (json) printJson(context, { kind: 'folder', path: file, unfinished });
    else printLines(context, describeFolder(file, unfinished));
    return true;
  }
  const log = logTo(context);
  for (const outputs of unfinished)
    if (outputs.files.includes(basename(path))) log.warn(`${file}: ${describeUnfinished(outputs)}`);
  return false;
}

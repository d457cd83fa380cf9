import { FolderBounds } from '../base/files/confined-files.js';
import type { OutputFile, OutputSet } from '../base/files/files.js';
import { nodeFiles } from '../base/files/node-files.js';
import { OutputExistsError, outputFault } from '../base/files/output-fault.js';
import { finishedFiles } from '../workbench/node-finished-files.js';
import { isOwnFile } from '../workbench/run-files.js';

/** Bytes that are copied at once. */
const BLOCK_BYTES = 2 ** 22;

export interface SaveRequest {
  /** Folder of the run. */
  from: string;
  /** Folder of the survey. */
  to: string;
  /** True if existing files are replaced. */
  force: boolean;
  /** Files that are never replaced: the survey, and its inputs. */
  inputs: readonly string[];
}

/** The files of a run, by their paths in its folder: copied to the survey's, or in the way there. */
export type Saved = { saved: string[] } | { exist: string[] };

/**
 * Copies the outputs of a finished run to the paths in its survey, all together or none. Copies nothing if some exist
 * and may not be replaced. Throws UserError if they cannot be written, or lie outside of `to`.
 */
export async function saveOutputs({ from, to, force, inputs }: SaveRequest): Promise<Saved> {
  const names = (await finishedFiles(from)).filter((name) => !isOwnFile(name));
  const bounds = await FolderBounds.of(nodeFiles, [to]);
  const exist: string[] = [];
  for (const name of names) {
    const path = nodeFiles.resolve(to, name);
    if (!(await bounds.hold(path))) throw outputFault(path, `it leads out of ${to}`, 'choose another name');
    if (await isInTheWay(path, force)) exist.push(name);
  }
  if (exist.length > 0) return { exist };
  const set = nodeFiles.openSet({ force, inputs });
  try {
    for (const name of names) await copy(set, `${from}/${name}`, nodeFiles.resolve(to, name));
    await set.commit();
  } catch (error) {
    await set.abort();
    throw error;
  }
  return { saved: names };
}

async function isInTheWay(path: string, force: boolean): Promise<boolean> {
  try {
    await nodeFiles.checkOutput(path, { force, makeFolders: true });
    return false;
  } catch (error) {
    if (error instanceof OutputExistsError) return true;
    throw error;
  }
}

async function copy(set: OutputSet, from: string, to: string): Promise<void> {
  const input = await nodeFiles.open(from);
  let output: OutputFile | undefined;
  try {
    output = await set.create(to);
    const block = new Uint8Array(Math.min(BLOCK_BYTES, input.info.size));
    for (let at = 0; at < input.info.size; ) {
      const read = await input.read(block, at);
      if (read === 0) break;
      await output.append(block.subarray(0, read));
      at += read;
    }
    await output.commit();
  } catch (error) {
    await output?.abort();
    throw error;
  } finally {
    await input.close();
  }
}

import { isOwnFile, type StoredRun } from './run-files.js';
import type { RunStore } from './run-store.js';

/** Most files that are listed one by one: more are those of a data set. */
const MOST = 100;

/** Files of a run beside the clouds that are its `outputs`. */
export async function besideFiles(
  runs: RunStore,
  run: string,
  outputs: StoredRun['outputs'],
): Promise<NonNullable<StoredRun['beside']>> {
  const clouds = new Set(outputs.map(({ name }) => name));
  const names = (await runs.files(run)).filter((name) => !isOwnFile(name) && !clouds.has(name));
  const listed = names.slice(0, MOST);
  const files = await Promise.all(listed.map(async (name) => ({ name, bytes: (await runs.file(run, name)).size })));
  return { files, more: names.length - listed.length };
}

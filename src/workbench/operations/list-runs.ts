import { UserError } from '../../base/errors.js';
import type { Operation } from '../operation.js';
import { readRun, type StoredRun } from '../run-files.js';

/** The runs that are kept, oldest first. What of a run was left that did not end is removed. */
export const listRuns: Operation<Record<string, never>, (StoredRun & { run: string })[]> = async ({
  place: { runs },
  running,
}) => {
  const found: (StoredRun & { run: string })[] = [];
  for (const run of await runs.list()) {
    if (running.has(run)) continue;
    const stored = await runs.open(run).then(readRun).catch(ifGone);
    if (stored) found.push({ run, ...stored });
    else await runs.remove(run).catch(() => {});
  }
  return found.sort((a, b) => a.began - b.began);
};

/** Another page may remove a run meanwhile. */
function ifGone(error: unknown): undefined {
  if (!(error instanceof UserError)) throw error;
}

import { UserError } from '../../base/errors.js';
import type { Operation } from '../operation.js';
import { readRun, type StoredRun } from '../run-files.js';

/** Milliseconds after which a run that did not end is not going on in another page either. */
const GIVEN_UP_MS = 86_400_000;

/** The kept runs, oldest first. Removes the remains of runs that began a day ago and did not end. */
export const listRuns: Operation<Record<string, never>, (StoredRun & { run: string })[]> = async ({
  place: { runs },
  running,
}) => {
  const found: (StoredRun & { run: string })[] = [];
  for (const run of await runs.list()) {
    if (running.has(run)) continue;
    const stored = await runs.open(run).then(readRun).catch(ifGone);
    if (stored) found.push({ run, ...stored });
    else if (Date.now() - beganAt(run) > GIVEN_UP_MS) await runs.remove(run).catch(() => {});
  }
  return found.sort((a, b) => a.began - b.began);
};

/** Start of a run, from its name: milliseconds since 1970 in base 36. For other names it is the current time. */
function beganAt(run: string): number {
  const began = /^([0-9a-z]{8,9})-\d+$/.exec(run)?.[1];
  return began === undefined ? Date.now() : Number.parseInt(began, 36);
}

/** Another page may remove a run meanwhile. */
function ifGone(error: unknown): undefined {
  if (!(error instanceof UserError)) throw error;
}

import type { Operation } from '../operation.js';

/** Ends a run early, whose files keep the points until then; false if it has ended by itself. */
export const stopRun: Operation<{ run: string }, { stopped: boolean }> = async ({ running }, { run }) => {
  const stop = running.get(run);
  stop?.abort();
  return { stopped: stop !== undefined };
};

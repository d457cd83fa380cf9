import type { Operation } from '../operation.js';

/** Removes a run with all its files. */
export const removeRun: Operation<{ run: string }, Record<string, never>> = async (bench, { run }) => {
  await bench.clouds.forget({ run });
  await bench.place.runs.remove(run);
  return {};
};

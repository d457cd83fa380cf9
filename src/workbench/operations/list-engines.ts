import type { Operation } from '../operation.js';

/** The GPU that runs can take, by its name, or the reason why there is none. */
export interface Engines {
  gpu: { name: string } | { missing: string };
}

/** Looks for a GPU, as a run does. Throws AbortedError. */
export const listEngines: Operation<Record<string, never>, Engines> = async ({ place }, _ask, { signal }) => {
  const reasons: string[] = [];
  const log = { info: (message: string) => void reasons.push(message), warn: () => {} };
  const choice = await place.machine.chooseEngine({ engine: 'auto' }, { signal, log });
  if (choice.kind === 'gpu') return { gpu: { name: choice.adapter.name } };
  return { gpu: { missing: reasons.join('; ').replace(/^cpu engine: /, '') } };
};

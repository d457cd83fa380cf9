import { AbortedError } from '../errors.js';
import { untilAborted } from '../until-aborted.js';
import { type CrewThread, threadCrew } from './thread-crew.js';

/** Starts a thread; undefined where none can be started. */
export type StartThread<Work, Result> = () => Promise<CrewThread<Work, Result> | undefined>;

/**
 * What `use` makes with a thread of its own, which is ended afterwards, or within its work when `signal` is aborted; undefined
 * where no thread can be started. Throws AbortedError, and what the thread throws.
 */
export async function withThread<Work, Result, Outcome>(
  start: StartThread<Work, Result>,
  signal: AbortSignal | undefined,
  use: (ask: (work: Work) => Promise<Result>) => Promise<Outcome>,
): Promise<Outcome | undefined> {
  if (signal?.aborted) throw new AbortedError();
  const starting = start();
  try {
    const thread = await untilAborted(starting, signal);
    if (!thread) return undefined;
    const crew = threadCrew(1, () => thread);
    return await use((work) => untilAborted(crew.do(work), signal));
  } finally {
    const ending = starting.then((thread) => thread?.end());
    // One that is still starting is ended as soon as it has.
    if (signal?.aborted) ending.catch(() => {});
    else await ending;
  }
}

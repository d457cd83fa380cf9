import { AbortedError } from './errors.js';

/** The result of `work`, or AbortedError as soon as `signal` is aborted; the work itself is not ended. */
export function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return work;
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(new AbortedError());
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });
  // After an abort, nobody waits for a failure of the work.
  work.catch(() => {});
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort));
}

import { AbortedError } from './errors.js';

/** What `work` gives, or AbortedError as soon as `signal` is aborted; the work itself goes on until someone ends it. */
export function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return work;
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(new AbortedError());
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });
  // Whoever waits for it has gone where the work fails later.
  work.catch(() => {});
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort));
}

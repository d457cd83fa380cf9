import { type CliContext, EXIT } from './context.js';

/**
 * npm and npx forward a Ctrl-C that the terminal has already sent to all processes: a signal repeated within this time,
 * seconds, is the same one.
 */
const SAME_INTERRUPT = 0.5;

/**
 * Runs `work` with a signal that fires at the first Ctrl-C; a second one ends the process at once. The first has no
 * effect unless `work` observes the signal.
 */
export async function interruptible<T>(context: CliContext, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let first = Number.NaN;
  const release = context.onInterrupt(() => {
    if (!controller.signal.aborted) {
      first = context.now();
      context.stderr.write('\nstopping; once more ends at once\n');
      controller.abort();
    } else if (context.now() - first > SAME_INTERRUPT) context.exit(EXIT.interrupted);
  });
  try {
    return await work(controller.signal);
  } finally {
    release();
  }
}

/** Runs `work`, which cannot be interrupted: a Ctrl-C ends the process as soon as it is received. */
export async function endedByInterrupt<T>(context: CliContext, work: () => Promise<T>): Promise<T> {
  const release = context.onInterrupt(() => context.exit(EXIT.interrupted));
  try {
    return await work();
  } finally {
    release();
  }
}

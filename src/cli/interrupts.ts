import { type CliContext, EXIT } from './context.js';

/**
 * Runs `work` with a signal that fires at the first Ctrl-C; a second one ends the process at once.
 * Without `work`'s help the first one does nothing.
 */
export async function interruptible<T>(context: CliContext, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const release = context.onInterrupt(() => {
    if (controller.signal.aborted) return context.exit(EXIT.interrupted);
    context.stderr.write('\nstopping; once more ends at once\n');
    controller.abort();
  });
  try {
    return await work(controller.signal);
  } finally {
    release();
  }
}

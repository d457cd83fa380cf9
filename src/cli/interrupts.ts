import { AbortedError } from '../base/errors.js';
import type { CliContext } from './context.js';

/**
 * npm and npx forward a Ctrl-C that the terminal has already sent to all processes: a signal repeated within this time,
 * seconds, is the same one.
 */
const SAME_INTERRUPT = 0.5;

/** Work was ended by a signal, which `exitCode` identifies. */
export class SignalledError extends AbortedError {
  override name = 'SignalledError';
  readonly exitCode: number;

  constructor(exitCode: number) {
    super();
    this.exitCode = exitCode;
  }
}

/**
 * Runs `work` with a signal that fires at the first Ctrl-C; a second one ends the process at once. The first has no
 * effect unless `work` observes the signal. Throws SignalledError where that ended `work`, and errors of `work`.
 */
export async function interruptible<T>(context: CliContext, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let first: { at: number; code: number } | undefined;
  const release = context.onInterrupt((code) => {
    if (!first) {
      first = { at: context.now(), code };
      context.stderr.write('\nstopping; once more ends at once\n');
      controller.abort();
    } else if (context.now() - first.at > SAME_INTERRUPT) context.exit(code);
  });
  try {
    return await work(controller.signal);
  } catch (error) {
    if (first && error instanceof AbortedError) throw new SignalledError(first.code);
    throw error;
  } finally {
    release();
  }
}

/** Runs `work`, which cannot be interrupted: a Ctrl-C ends the process as soon as it is received. */
export async function endedByInterrupt<T>(context: CliContext, work: () => Promise<T>): Promise<T> {
  const release = context.onInterrupt((code) => context.exit(code));
  try {
    return await work();
  } finally {
    release();
  }
}

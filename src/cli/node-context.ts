import { ClosedPipeError } from '../base/errors.js';
import { describeSystemError, errorCode } from '../base/files/file-error.js';
import { removeTemporaryFiles } from '../base/files/node-temporary.js';
import { type CliContext, EXIT } from './context.js';
import { NODE_LIBRARY } from './library.js';

/** Ctrl-C, a request to end, and closing of the terminal. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The context of this process. */
export function nodeContext(): CliContext {
  return {
    stdout: process.stdout,
    writeBytes,
    stderr: process.stderr,
    library: NODE_LIBRARY,
    now: () => performance.now() / 1000,
    date: () => new Date(),
    onInterrupt: (handler) => {
      for (const signal of SIGNALS) process.on(signal, handler);
      return () => {
        for (const signal of SIGNALS) process.off(signal, handler);
      };
    },
    exit: (code) => {
      removeTemporaryFiles();
      process.exit(code);
    },
  };
}

/** Writes to standard output at the pace of its reader. */
const writeBytes = (bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => {
      if (!error) resolve();
      else reject(isClosedPipe(error) ? new ClosedPipeError({ cause: error }) : error);
    });
  });

/** Whether a write failed because nobody reads, now or the last time. */
const isClosedPipe = (error: Error): boolean =>
  errorCode(error) === 'EPIPE' || errorCode(error) === 'ERR_STREAM_DESTROYED';

/**
 * Discards text to a closed pipe (`subray info … | head`): nobody reads it, but files must still be finished. Any
 * other failure of output, for instance to a full disk, sets the exit code.
 */
export function watchOutput(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (isClosedPipe(error)) return;
      if (stream === process.stdout) process.stderr.write(`subray: cannot print: ${describeSystemError(error)}\n`);
      removeTemporaryFiles();
      process.exit(EXIT.cannotRun);
    });
}

/**
 * Ends the process with `code` as soon as all output is printed. It does not wait for pending work after a failed
 * command, such as a search for GPUs. If printing fails, `watchOutput` decides.
 */
export function endProcess(code: number): void {
  process.exitCode = code;
  const whenPrinted = (next: () => void) => (error?: Error | null) => {
    if (!error || isClosedPipe(error)) next();
  };
  process.stdout.write(
    '',
    whenPrinted(() =>
      process.stderr.write(
        '',
        whenPrinted(() => process.exit()),
      ),
    ),
  );
}

import { describeSystemError } from '../base/files/file-error.js';
import { removeTemporaryFiles } from '../base/files/node-temporary.js';
import { type CliContext, EXIT } from './context.js';
import { NODE_LIBRARY } from './library.js';

/** Ctrl-C, a request to end, and closing of the terminal. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The context of this process. */
export function nodeContext(): CliContext {
  return {
    stdout: process.stdout,
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

/**
 * Discards output to a closed pipe (`subray info … | head`): nobody reads it, but files must still be finished. Any
 * other failure of output, for instance to a full disk, sets the exit code.
 */
export function watchOutput(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return;
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
    if (!error) next();
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

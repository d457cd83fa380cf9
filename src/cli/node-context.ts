import { describeSystemError } from '../base/files/file-error.js';
import { removeTemporaryFiles } from '../base/files/node-atomic-file.js';
import { type CliContext, EXIT } from './context.js';
import { NODE_LIBRARY } from './library.js';

/** Ctrl-C, a request to end, and the terminal being closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The context of this process. */
export function nodeContext(): CliContext {
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    library: NODE_LIBRARY,
    now: () => performance.now() / 1000,
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
 * Lets output into a closed pipe (`subray info … | head`) vanish: nobody reads it, and files are still to be finished. Output that
 * goes nowhere else, to a full disk for one, is a failure, which the exit code tells.
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
 * Ends the process with `code` as soon as all is printed. It does not wait for what may still be under way when a command has failed,
 * such as a look for GPUs. Where printing fails, `watchOutput` has the last word.
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

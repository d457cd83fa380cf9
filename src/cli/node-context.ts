import { ClosedPipeError } from '../base/errors.js';
import { describeSystemError, errorCode, fileError } from '../base/files/file-error.js';
import { nodePaths } from '../base/files/node-paths.js';
import { removeTemporaryFiles } from '../base/files/node-temporary.js';
import { outputName, STANDARD_OUTPUT } from '../base/files/standard-output.js';
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
      const listener = (_signal: NodeJS.Signals, number: number) => handler(128 + number);
      for (const signal of SIGNALS) process.on(signal, listener);
      return () => {
        for (const signal of SIGNALS) process.off(signal, listener);
      };
    },
    exit: (code) => {
      removeTemporaryFiles();
      process.exit(code);
    },
  };
}

/** Whether a failure of standard output was thrown to those who wrote: the command reports it. */
let isThrown = false;

/** Writes to standard output at the pace of its reader. Throws ClosedPipeError, and UserError where a disk is full. */
const writeBytes = (bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => {
      if (!error) return resolve();
      isThrown = true;
      if (isClosedPipe(error)) reject(new ClosedPipeError({ cause: error }));
      else reject(fileError(nodePaths, 'write', outputName(STANDARD_OUTPUT), error));
    });
  });

/** Whether a write failed because nobody reads, now or the last time. */
const isClosedPipe = (error: Error): boolean =>
  errorCode(error) === 'EPIPE' || errorCode(error) === 'ERR_STREAM_DESTROYED';

/**
 * Discards text to a closed pipe (`subray info … | head`): nobody reads it, but files must still be finished. Any
 * other failure of output, for instance to a full disk, ends the process as one of a file does,
 * unless `writeBytes` threw it.
 */
export function watchOutput(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (isClosedPipe(error) || (stream === process.stdout && isThrown)) return;
      if (stream === process.stdout) process.stderr.write(`subray: cannot print: ${describeSystemError(error)}\n`);
      removeTemporaryFiles();
      process.exit(EXIT.user);
    });
}

/**
 * Ends the process with `code` as soon as all output is printed. It does not wait for pending work after a failed
 * command, such as a search for GPUs. If printing fails, `watchOutput` decides.
 */
export function endProcess(code: number): void {
  process.exitCode = code;
  const whenPrinted = (next: () => void) => (error?: Error | null) => {
    if (!error || isClosedPipe(error) || isThrown) next();
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

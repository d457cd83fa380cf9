import { removeTemporaryFiles } from '../io/atomic-file.js';
import type { CliContext } from './context.js';
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

/** Lets output into a closed pipe (`subray info … | head`) vanish: nobody reads it, and files are still to be finished. */
export function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}

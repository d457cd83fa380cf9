import { type Log, onceLog } from '../base/log.js';
import { printable } from './../base/printable.js';
import type { OutputWishes, SurveyFormatOptions } from '../survey/survey-format.js';
import type { Library } from './library.js';

/** A stream of text: a terminal, a file or a pipe. */
export interface TextStream {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** Requests of `helios` options that have no counterpart among ours. */
export interface HeliosRequest {
  reading: Pick<SurveyFormatOptions, 'startTime' | 'without' | 'incidence'>;
  outputs: OutputWishes;
  /** Reasons why some of them need nothing done. */
  notes: string[];
  /** Requests that are not met. */
  warnings: string[];
}

/** The outside world of a command. */
export interface CliContext {
  /** Results only. */
  stdout: TextStream;
  /**
   * Writes bytes of a result to `stdout`; resolves when they may change. Throws ClosedPipeError when nobody reads them,
   * UserError when they cannot be written, as to a full disk.
   */
  writeBytes(bytes: Uint8Array): Promise<void>;
  /** Everything else: progress, warnings, errors. */
  stderr: TextStream;
  library: Library;
  /** Options of `helios` on the command line; absent: it runs no survey of HELIOS++. */
  helios?: HeliosRequest;
  /** Seconds from an arbitrary start; never goes backwards. */
  now(): number;
  /** The date and time of day. */
  date(): Date;
  /**
   * Calls `handler` at each Ctrl-C or request to end, with the exit code of the signal (128 + its number); returns a
   * function that stops this.
   */
  onInterrupt(handler: (code: number) => void): () => void;
  /** Ends the process at once; unfinished files are removed. */
  exit(code: number): void;
}

/**
 * Exit codes: 2 the user's fault, 70 ours (EX_SOFTWARE of sysexits.h), 130 ended by Ctrl-C (128 + SIGINT), and by other
 * signals as `onInterrupt` says, 141 by a closed pipe (128 + SIGPIPE).
 */
export const EXIT = Object.freeze({ ok: 0, cannotRun: 1, user: 2, internal: 70, interrupted: 130, closedPipe: 141 });

/** Prints one JSON object on a line of its own. */
export function printJson({ stdout }: CliContext, value: object): void {
  stdout.write(`${JSON.stringify(value)}\n`);
}

/** Prints lines of a result. */
export function printLines({ stdout }: Pick<CliContext, 'stdout'>, lines: readonly string[]): void {
  stdout.write(lines.map((line) => `${printable(line)}\n`).join(''));
}

/** A log as text on standard error: warnings always, the rest unless `quiet`, each text once. */
export function logTo({ stderr }: CliContext, options: { quiet?: boolean; before?: () => void } = {}): Log {
  const say = (text: string) => {
    options.before?.();
    stderr.write(`${printable(text)}\n`);
  };
  return onceLog({
    info: (message) => {
      if (!options.quiet) say(message);
    },
    warn: (message) => say(`warning: ${message}`),
  });
}

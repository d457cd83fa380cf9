import { printable } from './printable.js';

/** Place in a user's file; line and column count from 1. */
export interface SourcePlace {
  file: string;
  line?: number;
  column?: number;
}

/**
 * A fault in the user's input: a file, an option, a number. Shown as one message without a stack; exit code 2.
 * `message` states the value found and the values allowed; `hint` gives the remedy.
 *
 * @example
 * ```ts
 * try {
 *   await loadSurvey('survey.yaml');
 * } catch (error) {
 *   if (error instanceof UserError) console.error(error.format());
 * }
 * ```
 */
export class UserError extends Error {
  readonly place: SourcePlace | undefined;
  readonly hint: string | undefined;
  /** The place that names the file at `place`. */
  readonly namedAt: SourcePlace | undefined;
  /** The faults that the message lists, if it lists several. */
  readonly faults: readonly { place: SourcePlace; message: string; namedAt?: SourcePlace }[] | undefined;

  constructor(
    message: string,
    options: {
      place?: SourcePlace;
      hint?: string;
      namedAt?: SourcePlace;
      cause?: unknown;
      faults?: UserError['faults'];
    } = {},
  ) {
    // What is quoted of a damaged file may hold any bytes.
    super(printable(message), { cause: options.cause });
    this.name = 'UserError';
    this.place = options.place;
    this.hint = options.hint === undefined ? undefined : printable(options.hint);
    this.namedAt = options.namedAt;
    this.faults = options.faults;
  }

  /**
   * The whole message: `file:line:column: message`, with the place that names the file; the hint on a line of its own.
   */
  format(): string {
    const where = this.place ? `${formatPlace(this.place)}: ` : '';
    const named = this.namedAt ? ` (named at ${formatPlace(this.namedAt)})` : '';
    return [`${where}${this.message}${named}`, this.hint].filter((line) => line).join('\n  ');
  }
}

/** `file:line:column`, as far as known. */
export function formatPlace(place: SourcePlace): string {
  return [place.file, place.line, place.column].filter((part) => part !== undefined).join(':');
}

/** A fault of subray itself; exit code 70, shown with its stack. */
export class InvariantError extends Error {
  override name = 'InvariantError';
}

/**
 * Throws InvariantError unless `condition` holds. For conditions that only a mistake in subray can break, never for
 * user input.
 */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}

/** The reader of standard output is gone (`| head`); exit code 141, without a message. */
export class ClosedPipeError extends Error {
  override name = 'ClosedPipeError';
  constructor(options?: ErrorOptions) {
    super('nobody reads standard output any more', options);
  }
}

/** Message of a run that was ended from outside. */
export const STOPPED = 'stopped before the end';
/** State of the outputs of a run that ended early. */
export const NOTHING_WRITTEN = 'nothing was written under the final names';

/** The run was ended from outside (Ctrl-C, AbortSignal); exit code 130, or that of another signal. */
export class AbortedError extends Error {
  override name = 'AbortedError';
  constructor() {
    super(`${STOPPED}; ${NOTHING_WRITTEN}`);
  }
}

import type { AnswerOf, AskOf, EventOf, OperationName } from 'subray/browser';

/** A file with its path below the folder of the survey. */
export interface NamedFile {
  name: string;
  file: Blob;
}

/** Options of a question. */
export interface AskOptions<Event> {
  signal?: AbortSignal;
  /** Is told what happens until the answer is there. */
  onEvent?(event: Event): void;
}

/** Where the work is done: in a worker of the page, or by a server. */
export interface Backend {
  readonly kind: 'worker' | 'server';
  /** Has an operation of the workbench done. Throws BackendError for a fault of the user, of the program, or of the line. */
  ask<Name extends OperationName>(
    name: Name,
    ask: AskOf<Name>,
    options?: AskOptions<EventOf<Name>>,
  ): Promise<AnswerOf<Name>>;
  /** Adds files that surveys may name, in place of those of the same names; they are there after a reload, too. */
  addFiles(files: readonly NamedFile[]): Promise<void>;
  /** A file of a run. */
  file(run: string, name: string): Promise<Blob>;
}

/** What went wrong where the work was done. */
export class BackendError extends Error {
  override readonly name = 'BackendError';
  readonly kind: FailureKind;
  readonly hint: string | undefined;

  constructor(failure: Failure) {
    super(failure.message);
    this.kind = failure.kind;
    this.hint = failure.hint;
  }
}

/** user: something that the user can mend; aborted: by the page itself; program: a fault of subray. */
export type FailureKind = 'user' | 'aborted' | 'program';

/** A failure on its way to the page. */
export interface Failure {
  kind: FailureKind;
  message: string;
  hint?: string;
}

import type { AnswerOf, AskOf, EventOf, Failure, FailureKind, OperationName } from 'subray/browser';
import { inPageWords } from './page-words.js';

export type { Failure, FailureKind };

/** A file with its path below the folder of the survey. */
export interface NamedFile {
  name: string;
  file: Blob;
}

/** What happened to a file that the survey reads: its path from the survey's folder, and whether it is there now. */
export interface FileChange {
  path: string;
  isThere: boolean;
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
  /**
   * Has an operation of the workbench done. Throws BackendError for a fault of the user, of
   * the program, or of the line.
   */
  ask<Name extends OperationName>(
    name: Name,
    ask: AskOf<Name>,
    options?: AskOptions<EventOf<Name>>,
  ): Promise<AnswerOf<Name>>;
  /** Adds files that surveys may name, in place of those of the same names; they are there after a reload, too. */
  addFiles(files: readonly NamedFile[]): Promise<void>;
  /** Names of the files that were added, and are there. */
  addedFiles(): Promise<string[]>;
  /** Removes a file that was added. */
  removeFile(name: string): Promise<void>;
  /**
   * Calls `listener` when other programs changed files that the survey reads, until the function that it gives is
   * called. Absent: the page alone changes files.
   */
  onFilesChanged?(listener: (changes: readonly FileChange[]) => void): () => void;
  /** A file of a run. */
  file(run: string, name: string): Promise<Blob>;
  /** The survey file that the page was opened with; absent: there is none, and documents are saved by the browser. */
  readonly document?: BackendDocument;
  /**
   * Copies the outputs of a run to where its survey names them, and gives their paths; nothing, but those that exist,
   * if there are some and `force` is not set. Absent: the page has no folder of the user's. Throws BackendError.
   */
  saveOutputs?(run: string, options?: { force?: boolean }): Promise<{ saved: string[] } | { exist: string[] }>;
}

/** A survey file beside the page, which other programs may change. */
export interface BackendDocument {
  /** What the page last took or wrote; empty: nothing yet. */
  readonly version: string;
  /** Looks at the file as it is now, without taking it for what the page has. Throws BackendError. */
  look(): Promise<FoundDocument>;
  /** Takes a version for what the page has, which `save` may write over. */
  take(found: Pick<FoundDocument, 'version'>): void;
  /**
   * Writes the file. Throws DocumentChangedError if it is not what the page last took or wrote, or of the version
   * `over`, which may be written over; BackendError.
   */
  save(text: string, options?: { over?: string }): Promise<void>;
  /**
   * Calls `listener` each time that another program changed or removed the file, until the
   * function that it gives is called.
   */
  onChanged(listener: () => void): () => void;
}

/** A survey file at some time. */
export interface FoundDocument {
  /** Name of the file, without its folder. */
  name: string;
  /** Undefined: it is not there, or no text. */
  text: string | undefined;
  /** Why it is no text of a survey, though something is there; undefined: it is, or nothing is there. */
  fault?: string;
  version: string;
}

/** What went wrong where the work was done. */
export class BackendError extends Error {
  override readonly name = 'BackendError';
  readonly kind: FailureKind;
  readonly hint: string | undefined;

  constructor(failure: Failure) {
    super(inPageWords(failure.message));
    this.kind = failure.kind;
    this.hint = failure.hint && inPageWords(failure.hint);
  }
}

/**
 * The file was changed or removed by another program since the page read it: whether to write
 * over it is the user's to say.
 */
export class DocumentChangedError extends BackendError {
  constructor(message: string) {
    super({ kind: 'user', message });
  }
}

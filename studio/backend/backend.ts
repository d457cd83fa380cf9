import type { AnswerOf, AskOf, EventOf, Failure, FailureKind, OperationName } from 'subray/browser';
import { inPageWords } from './page-words.js';

export type { Failure, FailureKind };

/** A file with its path below the folder of the survey. */
export interface NamedFile {
  name: string;
  file: Blob;
}

/** A change of a file that the survey reads: its path from the survey's folder, and whether it exists now. */
export interface FileChange {
  path: string;
  isThere: boolean;
}

/** Options of a question. */
export interface AskOptions<Event> {
  signal?: AbortSignal;
  /** Called with each event before the answer. */
  onEvent?(event: Event): void;
}

/** The place of the work: a worker of the page, or a server. */
export interface Backend {
  readonly kind: 'worker' | 'server';
  /** Runs an operation of the workbench. Throws BackendError for a fault of the user, the program or the connection. */
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
   * Calls `listener` when other programs change files that the survey reads, until the returned function is called.
   * Absent: the page alone changes files.
   */
  onFilesChanged?(listener: (changes: readonly FileChange[]) => void): () => void;
  /** A file of a run. */
  file(run: string, name: string): Promise<Blob>;
  /** The survey file that the page was opened with; absent: there is none, and documents are saved by the browser. */
  readonly document?: BackendDocument;
  /**
   * Copies the outputs of a run to the paths in its survey and returns these. Without `force`, it copies nothing if
   * some exist, and returns those. Absent: the page has no folder of the user's. Throws BackendError.
   */
  saveOutputs?(run: string, options?: { force?: boolean }): Promise<{ saved: string[] } | { exist: string[] }>;
}

/** A survey file beside the page, which other programs may change. */
export interface BackendDocument {
  /** The version that the page last took or wrote; empty: none yet. */
  readonly version: string;
  /** Looks at the file as it is now, without taking it for what the page has. Throws BackendError. */
  look(): Promise<FoundDocument>;
  /** Takes a version for what the page has, which `save` may write over. */
  take(found: Pick<FoundDocument, 'version'>): void;
  /**
   * Writes the file. Throws DocumentChangedError if its version is neither the one that the page last took or wrote nor
   * `over`, which may be overwritten. Throws BackendError.
   */
  save(text: string, options?: { over?: string }): Promise<void>;
  /** Calls `listener` when another program changes or removes the file, until the returned function is called. */
  onChanged(listener: () => void): () => void;
}

/** A survey file at some time. */
export interface FoundDocument {
  /** Name of the file, without its folder. */
  name: string;
  /** Undefined: it is not there, or no text. */
  text: string | undefined;
  /** Reason why the content is no text of a survey; undefined: it is one, or nothing is there. */
  fault?: string;
  version: string;
}

/** A failure of the work. */
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

/** The file was changed or removed by another program since the page read it: the user must decide. */
export class DocumentChangedError extends BackendError {
  constructor(message: string) {
    super({ kind: 'user', message });
  }
}

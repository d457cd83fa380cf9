/**
 * Where files are read from and written to: a disk (`nodeFiles`), or what a page has (`createWebFiles`). Nothing else in the library
 * knows which. A path is text with `/` between its names, as `resolve` returns it; a relative one is seen from `folder`.
 *
 * What fails for reasons outside the program throws an error with a `code` (`ENOENT`, …), as Node's own do; whoever asked knows what
 * to make of it for the user: see describeSystemError and fileError.
 */
export interface Files {
  /** The folder that relative paths start from. */
  readonly folder: string;
  /** Whether `path` is the same from any folder. */
  isAbsolute(path: string): boolean;
  /** The absolute path of `path` as seen from `folder`, without `.` and `..`. Never fails, and looks at no file. */
  resolve(folder: string, path: string): string;
  /** The path of what `path` leads to, links followed; throws where a link leads nowhere. */
  realPath(path: string): Promise<string>;
  stat(path: string): Promise<FileInfo>;
  /** The whole file; its size is for the caller to bound, by `stat`. */
  read(path: string): Promise<Uint8Array>;
  /** Opens a file for reading parts of it, without waiting for a pipe that nobody writes to. */
  open(path: string): Promise<InputFile>;
  /** Names in a folder, in no order. */
  list(folder: string): Promise<string[]>;
  /** Names that are taken in a folder that outputs are to go to; throws where none can, for want of the folder. */
  taken(folder: string): Promise<string[]>;
  /** Throws UserError where `create` would; nothing is written. */
  checkOutput(path: string, options?: CreateOptions): Promise<void>;
  /** An empty file that will be called `path`. Throws UserError where it cannot be written, or is there and may not be replaced. */
  create(path: string, options?: CreateOptions): Promise<OutputFile>;
  /** Removes a file. */
  remove(path: string): Promise<void>;
}

/** What is at a path; links count as what they lead to. */
export interface FileInfo {
  /** other: a pipe, a device. */
  kind: 'file' | 'folder' | 'other';
  /** Bytes. */
  size: number;
}

/** A file that is open for reading. */
export interface InputFile {
  readonly info: FileInfo;
  /** Fills `target` with the bytes from `position` on; returns how many there were, fewer at the end of the file only. */
  read(target: Uint8Array, position: number): Promise<number>;
  close(): Promise<void>;
}

export interface CreateOptions {
  /** Replace a file that is already there. */
  force?: boolean;
}

/** A file that will be there whole or not at all: it has its name when it is committed. */
export interface OutputFile {
  readonly path: string;
  /** Bytes appended so far. */
  readonly size: number;
  /** Adds `bytes` at the end; they must not change before it resolves. */
  append(bytes: Uint8Array): Promise<void>;
  /** Writes `bytes` over what is at `position`; the size stays as it is. */
  writeAt(bytes: Uint8Array, position: number): Promise<void>;
  /** Gives the file its name. On failure nothing is left behind. */
  commit(): Promise<void>;
  /** Removes what was written. Does nothing after commit or a second time. */
  abort(): Promise<void>;
}

/** The files that every function gets which reads or writes any. */
export interface WithFiles {
  files: Files;
}

/** A file that cannot be had, for a reason that only some kinds of files know; `message` says why, in a few words. */
export class FileAccessError extends Error {
  override readonly name = 'FileAccessError';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

import type { Log } from '../log.js';

/**
 * The files of a platform: a disk (`nodeFiles`) or a page (`createWebFiles`). Nothing else in the library distinguishes
 * them. A path is text with `/` between its names, as `resolve` returns it; a relative one starts from `folder`.
 *
 * Failures outside the program throw an error with a `code` (`ENOENT`, …), like Node's own. The caller puts it into
 * words for the user: see describeSystemError and fileError.
 */
export interface Files {
  /** The folder that relative paths start from. */
  readonly folder: string;
  /** Whether `path` does not depend on the folder it starts from. */
  isAbsolute(path: string): boolean;
  /** The absolute path of `path` relative to `folder`, without `.` and `..`. Never fails, and accesses no file. */
  resolve(folder: string, path: string): string;
  /** The path with all links followed; throws for a broken link. */
  realPath(path: string): Promise<string>;
  stat(path: string): Promise<FileInfo>;
  /**
   * Reads a whole regular file, and throws for anything else. Its size has no limit here: see readBounded.
   */
  read(path: string): Promise<Uint8Array>;
  /** Opens a file for reading parts of it, without waiting for a pipe that has no writer. */
  open(path: string): Promise<InputFile>;
  /** Lists the names in a folder, in no particular order. */
  list(folder: string): Promise<string[]>;
  /** Lists the names taken in a folder for outputs; throws if the folder is missing. */
  taken(folder: string): Promise<string[]>;
  /**
   * A text that two paths share if they lead to the same file by any names, links or folder links. A file that does not
   * exist is identified by its folder and name.
   */
  identify(path: string): Promise<string>;
  /** Throws UserError if `create` would; writes nothing. */
  checkOutput(path: string, options?: CheckOutputOptions): Promise<void>;
  /**
   * Creates an empty file with the final name `path`. Throws UserError if it cannot be written, or exists and may not
   * be replaced.
   */
  create(path: string, options?: CreateFileOptions): Promise<OutputFile>;
  /** Removes a file. */
  remove(path: string): Promise<void>;
  /** Removes an empty folder; throws if it is not empty. */
  removeFolder(path: string): Promise<void>;
  /** Starts a set of files that appear together. */
  openSet(options?: OutputSetOptions): OutputSet;
  /**
   * Finishes or removes sets of files that programs were writing in `folders` when they were killed, with a line in the
   * log. The files of a living program stay. Folders that are missing are ignored.
   */
  recover(folders: readonly string[], log: Log): Promise<void>;
}

/** Kind and size at a path; links count as their targets. */
export interface FileInfo {
  /** other: a pipe, a device. */
  kind: 'file' | 'folder' | 'other';
  /** Bytes. */
  size: number;
}

/** A file open for reading. */
export interface InputFile {
  readonly info: FileInfo;
  /**
   * Fills `target` with the bytes starting at `position`; returns their number, which is smaller only at the end of the
   * file.
   */
  read(target: Uint8Array, position: number): Promise<number>;
  close(): Promise<void>;
}

export interface CreateOptions {
  /** Whether an existing file is replaced. */
  force?: boolean;
}

export interface CreateFileOptions extends CreateOptions {
  /** Whether no byte is written a second time, so that a pipe can pass on the first before the last are known. */
  appendOnly?: boolean;
}

export interface CheckOutputOptions extends CreateOptions {
  /** Whether missing folders of the path will be made. */
  makeFolders?: boolean;
}

export interface OutputSetOptions extends CreateOptions {
  /** Paths of files that are never replaced. */
  inputs?: readonly string[];
}

/**
 * Files that appear under their final names together or not at all. If the program dies while they get their names,
 * `Files.recover` finishes this. After a failure the previous files are back.
 */
export interface OutputSet {
  /**
   * Creates an empty file of the set, and the missing folders of its path; its `commit` completes its content without
   * giving it its name. Throws UserError as `Files.create`, and if the path leads to an input or to another file of the
   * set.
   */
  create(path: string, options?: Pick<CreateFileOptions, 'appendOnly'>): Promise<OutputFile>;
  /** Removes the file at `path` when the others appear. */
  remove(path: string): Promise<void>;
  /** Gives all files their names. On failure everything is as before. */
  commit(): Promise<void>;
  /** Removes the data written, and folders made for it. Does nothing after commit or when called again. */
  abort(): Promise<void>;
}

/** A file that is created whole or not at all: it gets its name on commit. */
export interface OutputFile {
  readonly path: string;
  /** Bytes appended so far. */
  readonly size: number;
  /** Number of bytes to collect before they are appended; absent: it does not matter. */
  readonly blockBytes?: number;
  /** Adds `bytes` at the end; they must not change until it resolves. */
  append(bytes: Uint8Array): Promise<void>;
  /** Removes the bytes behind the first `size`, including those of a failed `append`; absent: they stay. */
  cut?(size: number): Promise<void>;
  /** Overwrites the bytes at `position` with `bytes`; the size stays the same. */
  writeAt(bytes: Uint8Array, position: number): Promise<void>;
  /**
   * Opens a file without a name for data that are added to this one later. It is gone when this one is complete or
   * aborted, or when the program ends in any way. In a page it is in memory.
   */
  openScratch(): Promise<ScratchFile>;
  /** Gives the file its name. On failure, nothing is left behind. */
  commit(): Promise<void>;
  /** Removes the data written. Does nothing after commit or when called again. */
  abort(): Promise<void>;
}

/** A file without a name, which is gone when it is closed or the program dies. */
export interface ScratchFile {
  /** Writes `bytes` at `position`; they must not change until it resolves. */
  write(bytes: Uint8Array, position: number): Promise<void>;
  /** Fills `target` with the bytes from `position` on. Precondition: they have been written. */
  read(target: Uint8Array, position: number): Promise<void>;
}

/** Options of every function that reads or writes files. */
export interface WithFiles {
  files: Files;
}

/** Options of functions that only write: to files, or to a set of outputs. */
export interface CreatesFiles {
  files: Pick<Files, 'create'>;
}

/** A failure to access a file for a reason specific to its kind; `message` states it in a few words. */
export class FileAccessError extends Error {
  override readonly name = 'FileAccessError';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

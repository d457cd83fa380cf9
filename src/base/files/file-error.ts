import { UserError } from '../errors.js';
import { FileAccessError, type Files } from './files.js';
import { dirname } from './paths.js';

/** The code of a system error (`ENOENT`, …); undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

type Paths = Pick<Files, 'folder' | 'resolve'>;

/** Explanation of a failed system call to the author of the path, and advice, by the system's error code. */
const CAUSES: Record<string, (path: string, files: Paths, action: string) => { found: string; hint: string }> = {
  ENOENT: (path, files) => ({
    found: 'there is no such file or folder',
    hint: `check the path; it is looked for in ${dirname(files.resolve(files.folder, path))}`,
  }),
  EACCES: (_path, _files, action) => ({
    found: 'permission denied',
    hint:
      action === 'read'
        ? 'change the permissions of the file or its folder'
        : 'choose another folder, or change the permissions of this one',
  }),
  EPERM: () => ({ found: 'the system does not allow it', hint: 'choose another folder' }),
  EROFS: () => ({ found: 'the file system is read-only', hint: 'choose a folder on another file system' }),
  EISDIR: () => ({ found: 'it is a folder', hint: 'name a file' }),
  ENOTDIR: () => ({ found: 'a part of the path is a file, not a folder', hint: 'check the path' }),
  ENOSPC: () => ({ found: 'no space left on the device', hint: 'free some space, or write to another device' }),
  EDQUOT: () => ({ found: 'the disk quota is used up', hint: 'free some space, or write to another device' }),
  EFBIG: () => ({ found: 'the file is larger than the file system allows', hint: 'write to another file system' }),
  EMFILE: () => ({
    found: 'too many files are open',
    hint: 'raise the limit (ulimit -n), or write fewer outputs at once',
  }),
  ENAMETOOLONG: () => ({ found: 'the name is too long', hint: 'choose a shorter name' }),
  EIO: () => ({ found: 'the device reports an input/output error', hint: 'check the disk' }),
};

/**
 * The user error for an error of `files` during `action` ("write", "read") on `path`. Other errors, such as our own
 * mistakes, are returned unchanged.
 */
export function fileError(files: Paths, action: string, path: string, error: unknown): unknown {
  const code = errorCode(error);
  if (code === undefined || error instanceof UserError) return error;
  const found = error instanceof FileAccessError ? error.message : code;
  const cause = CAUSES[code]?.(path, files, action) ?? { found, hint: 'check the path and the device' };
  return new UserError(`cannot ${action}: ${cause.found}`, { place: { file: path }, hint: cause.hint, cause: error });
}

const IN_FEW_WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'its symbolic links form a loop',
  ENOSPC: 'no space left on the device',
};

/** Meaning of a system error, in a few words. */
export function describeSystemError(error: unknown): string {
  const code = errorCode(error) ?? '';
  const known = IN_FEW_WORDS[code];
  if (known !== undefined) return known;
  const { message } = error as Error;
  return error instanceof FileAccessError || code === '' ? message : code;
}

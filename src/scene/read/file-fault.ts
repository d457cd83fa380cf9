import { UserError } from '../../base/errors.js';

/** A fault in `file` as a whole. */
export function fileFault(file: string, message: string, hint?: string, cause?: unknown): UserError {
  return new UserError(message, { place: { file }, hint, cause });
}

import { AbortedError, UserError } from '../base/errors.js';
import { fromFolder } from './from-folder.js';

/** user: the user can mend it; aborted: ended on request; program: a fault of subray. */
export type FailureKind = 'user' | 'aborted' | 'program';

/** A failure as plain data, on its way to a page. */
export interface Failure {
  kind: FailureKind;
  message: string;
  hint?: string;
}

/** The page's form of an error. Paths start at `folder`, that of the survey. */
export function failureOf(error: unknown, folder = '.'): Failure {
  if (error instanceof UserError)
    return {
      kind: 'user',
      message: fromFolder(error.format(), folder),
      ...(error.hint !== undefined && { hint: fromFolder(error.hint, folder) }),
    };
  if (error instanceof AbortedError) return { kind: 'aborted', message: error.message };
  return { kind: 'program', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

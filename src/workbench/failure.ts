import { AbortedError, UserError } from '../base/errors.js';

/** user: something that the user can mend; aborted: by whoever asked; program: a fault of subray. */
export type FailureKind = 'user' | 'aborted' | 'program';

/** A failure as plain data, on its way to a page. */
export interface Failure {
  kind: FailureKind;
  message: string;
  hint?: string;
}

/** What a page is told of an error. */
export function failureOf(error: unknown): Failure {
  if (error instanceof UserError)
    return { kind: 'user', message: error.format(), ...(error.hint !== undefined && { hint: error.hint }) };
  if (error instanceof AbortedError) return { kind: 'aborted', message: error.message };
  return { kind: 'program', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

import { UserError } from '../errors.js';

/** The refusal to write to `path`: what is in the way, and what to do. */
export function outputFault(path: string, found: string, hint: string): UserError {
  return new UserError(`cannot write: ${found}`, { place: { file: path }, hint });
}

/** The refusal to overwrite what is at `path`; `choice` is what to do instead. */
export function outputExists(path: string, choice = 'choose another name'): UserError {
  return outputFault(path, 'the file exists', `${choice}, or pass --force to replace it`);
}

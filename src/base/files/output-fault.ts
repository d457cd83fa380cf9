import { UserError } from '../errors.js';

/** The refusal to write to `path`: the obstacle, and what to do. */
export function outputFault(path: string, found: string, hint: string): UserError {
  return new UserError(`cannot write: ${found}`, { place: { file: path }, hint });
}

/** The refusal to overwrite the file at `path`; `choice` is the alternative. */
export function outputExists(path: string, choice = 'choose another name'): UserError {
  return outputFault(path, 'the file exists', `${choice}, or pass --force to replace it`);
}

import { UserError } from '../errors.js';

/** The refusal to write to `path`: the obstacle, and the remedy. */
export function outputFault(path: string, found: string, hint: string): UserError {
  return new UserError(`cannot write: ${found}`, { place: { file: path }, hint });
}

/** The refusal to overwrite a file. */
export class OutputExistsError extends UserError {}

/** The refusal to overwrite the file at `path`; `choice` is the alternative. */
export function outputExists(path: string, choice = 'choose another name'): UserError {
  const { message, place, hint } = outputFault(path, 'the file exists', `${choice}, or pass --force to replace it`);
  return new OutputExistsError(message, { place, hint });
}

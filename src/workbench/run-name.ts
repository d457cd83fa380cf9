import { UserError } from '../base/errors.js';

/** Names of runs are names of folders everywhere. */
const RUN_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

export const isRunName = (name: unknown): name is string => typeof name === 'string' && RUN_NAME.test(name);

/** Throws UserError for a name that a run cannot have. */
export function checkRunName(name: unknown): void {
  if (!isRunName(name))
    throw new UserError(
      `found ${JSON.stringify(name)}, expected a name of a run: up to 64 letters, digits, "-" and "_"`,
    );
}

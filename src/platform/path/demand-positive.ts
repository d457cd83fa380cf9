import { UserError } from '../../base/errors.js';

/** Throws UserError for the first of these numbers that is not finite and > 0; keys are their names for the user. */
export function demandPositive(numbers: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(numbers))
    if (!(value > 0 && value < Infinity)) throw new UserError(`${name}: found ${value}, expected a number > 0`);
}

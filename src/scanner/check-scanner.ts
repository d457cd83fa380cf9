import { UserError } from '../base/errors.js';
import { CHANNELS_MAX } from './channel-schema.js';
import { DEFLECTOR_KINDS, isDeflectorKind, kindOf } from './deflectors/index.js';
import { RETURNS_MAX } from './detection-schema.js';
import type { Scanner } from './scanner.js';

/**
 * Checks of a scanner what the program cannot do without: that numbers are numbers, and that lists and what memory is laid out by
 * have their sizes. A description is checked whole by `readScanner`. Throws UserError, in which the scanner is called `name`.
 */
export function checkScanner(scanner: Scanner, name = 'scanner'): void {
  const returns = scanner?.detection?.maxReturns;
  demand(
    isWithin(returns, 1, RETURNS_MAX),
    `${name}.detection.maxReturns must be a whole number from 1 to ${RETURNS_MAX}`,
  );
  const { deflector, channels } = scanner;
  demand(
    isDeflectorKind(deflector?.kind),
    `${name}.deflector.kind must be one of ${Object.keys(DEFLECTOR_KINDS).join(', ')}`,
  );
  demand(
    Array.isArray(channels) && isWithin(channels.length, 1, CHANNELS_MAX),
    `${name}.channels must be a list of 1 to ${CHANNELS_MAX}`,
  );
  const notFinite = findNotFinite(scanner, name);
  demand(notFinite === undefined, `${notFinite} must be a finite number`);
  const kind = kindOf(deflector);
  const wrong = kind.positive.find((key) => !(Number(deflector[key]) > 0));
  demand(wrong === undefined, `${name}.deflector.${wrong} must be a number > 0`);
  const fault = kind.fault(deflector);
  demand(fault === undefined, `${name}.deflector.${fault}`);
}

function demand(holds: boolean, message: string): asserts holds {
  if (!holds) throw new UserError(message);
}

const isWithin = (value: unknown, min: number, max: number): boolean =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= max;

/** Where a number that is not finite stands in plain objects and lists below `value`, or undefined. */
function findNotFinite(value: unknown, path: string): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : path;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return undefined;
  for (const [key, child] of Object.entries(value)) {
    const found = findNotFinite(child, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

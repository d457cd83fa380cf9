import { RETURNS_MAX } from './return-mode.js';
import type { Detection, Scanner } from './scanner.js';

type Returns = Pick<Detection, 'returns' | 'maxReturns'>;

/** Maximum number of returns that an instrument records of one pulse. */
export function recordedReturns({ returns = 'all', maxReturns }: Returns): number {
  if (returns === 'all') return maxReturns;
  return returns === 'dual' ? 2 : 1;
}

/**
 * Number and choice of returns of an instrument, with the replacements of `own`. A number alone asks for all returns up
 * to it, whatever the instrument's choice.
 */
export function replaceReturns(instrument: Returns, own: Partial<Returns>): Returns {
  const returns = own.returns ?? (own.maxReturns === undefined ? instrument.returns : undefined);
  return { maxReturns: own.maxReturns ?? instrument.maxReturns, ...(returns && { returns }) };
}

/** Maximum number of returns that the device finds of one pulse: to choose among them, the host needs all. */
export const tracedReturns = ({ returns = 'all', maxReturns }: Returns): number =>
  returns === 'all' ? maxReturns : RETURNS_MAX;

/**
 * The scanner as the device traces it. To choose among the returns of a pulse, the host needs all of them; where it
 * draws the noise of ranges by a formula, the device adds none. Returns the same object if the host does neither.
 */
export function tracedScanner(scanner: Scanner): Scanner {
  const { detection } = scanner;
  const { returns = 'all', rangeNoiseFormula } = detection;
  if (returns === 'all' && rangeNoiseFormula === undefined) return scanner;
  const maxReturns = tracedReturns(detection);
  const noise = rangeNoiseFormula === undefined ? {} : { rangeNoise: 0, rangeNoisePerMetre: 0 };
  return { ...scanner, detection: { ...detection, maxReturns, ...noise } };
}

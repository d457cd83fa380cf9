import { RETURNS_MAX } from './return-mode.js';
import type { Detection, Scanner } from './scanner.js';

type Returns = Pick<Detection, 'returns' | 'maxReturns'>;

/** Maximum number of returns that an instrument records of one pulse. */
export function recordedReturns({ returns = 'all', maxReturns }: Returns): number {
  if (returns === 'all') return maxReturns;
  return returns === 'dual' ? 2 : 1;
}

/**
 * The scanner as the device traces it. To choose among the returns of a pulse, the host needs all of them; where it
 * draws the noise of ranges by a formula, the device adds none. Returns the same object if the host does neither.
 */
export function tracedScanner(scanner: Scanner): Scanner {
  const { detection } = scanner;
  const { returns = 'all', rangeNoiseFormula } = detection;
  if (returns === 'all' && rangeNoiseFormula === undefined) return scanner;
  const maxReturns = returns === 'all' ? detection.maxReturns : RETURNS_MAX;
  const noise = rangeNoiseFormula === undefined ? {} : { rangeNoise: 0, rangeNoisePerMetre: 0 };
  return { ...scanner, detection: { ...detection, maxReturns, ...noise } };
}

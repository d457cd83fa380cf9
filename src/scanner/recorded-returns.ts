import { PHYSICS, type Physics } from './physics.js';
import { largestRangeNoise } from './range-noise.js';
import { type RecordedRanges, recordedRanges } from './recorded-ranges.js';
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

/** Standard deviations by which the noise of a formula brings in targets from beyond the limits of range. */
const FORMULA_REACH = 6;

/**
 * The scanner as the device traces it. To choose among the returns of a pulse, the host needs all of them; where it
 * draws the noise of ranges by a formula, the device adds none, and finds returns as far beyond the limits of range as
 * this noise may move them. Returns the same object if the host does neither.
 */
export function tracedScanner(scanner: Scanner, { limits }: Pick<Physics, 'limits'> = PHYSICS.si): Scanner {
  const { detection } = scanner;
  const { returns = 'all', rangeNoiseFormula } = detection;
  if (returns === 'all' && rangeNoiseFormula === undefined) return scanner;
  const traced = { ...scanner, detection: { ...detection, maxReturns: tracedReturns(detection) } };
  if (rangeNoiseFormula === undefined) return traced;
  Object.assign(traced.detection, { rangeNoise: 0, rangeNoisePerMetre: 0 });
  return limits === 'measured' ? withinReach(traced, detection, rangeNoiseFormula) : traced;
}

/** A scanner whose limits are as much wider as the noise of a formula may move ranges, and that finds all returns. */
function withinReach(scanner: Scanner, noise: Detection, formula: string): Scanner {
  const { minEnergy, rangeNoisePerMetre } = noise;
  const reach = (range: number) =>
    FORMULA_REACH * (largestRangeNoise(formula, range, minEnergy) + rangeNoisePerMetre * range);
  const wider = ({ rangeMin, rangeMax }: RecordedRanges) => ({
    rangeMin: Math.max(0, rangeMin - reach(rangeMin)),
    rangeMax: rangeMax + reach(rangeMax),
  });
  return {
    ...scanner,
    detection: { ...scanner.detection, ...wider(noise), maxReturns: RETURNS_MAX },
    channels: scanner.channels.map((channel) => ({ ...channel, ...wider(recordedRanges(scanner, channel)) })),
  };
}

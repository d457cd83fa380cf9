import { pairField } from '../../base/yaml/fields.js';
import { normalProbability, normalQuantile } from './normal-quantile.js';
import { rounded } from './rounded.js';
import type { VariableKind } from './variable-kind.js';

/** Least share of values between limits: below it the quantile is not exact enough. */
const LEAST_SHARE = 1e-9;

const probabilities = ([mean, deviation]: [number, number], clip: readonly [number, number]): number[] =>
  clip.map((limit) => normalProbability((limit - mean) / deviation));

/**
 * A normal distribution of a mean and a standard deviation; limits truncate it, and values between them become
 * likelier.
 */
export const NORMAL: VariableKind = {
  name: 'normal',
  schema: pairField('Mean and standard deviation'),
  fault: ([mean, deviation]: [number, number]) => {
    if (deviation <= 0) return 'a list of the mean and a deviation > 0';
    const farthest = Math.abs(mean) + deviation * normalQuantile(1);
    return farthest < Infinity ? undefined : `values of at most ${Number.MAX_VALUE}`;
  },
  value: ([mean, deviation]: [number, number], unit, clip) => {
    if (!clip) return rounded(mean + deviation * normalQuantile(unit));
    const [from, to] = probabilities([mean, deviation], clip);
    const value = mean + deviation * normalQuantile(from + (to - from) * unit);
    return rounded(Math.min(Math.max(value, clip[0]), clip[1]));
  },
  clipFault: (parameters: [number, number], clip) => {
    const [from, to] = probabilities(parameters, clip);
    return to - from > LEAST_SHARE ? undefined : 'limits that some of its values lie between';
  },
};

import { showValue } from '../../base/yaml/faults.js';
import type { SamplingReceiver } from './receiver.js';
import { DETECTOR_KINDS, SAMPLES_MAX } from './receiver-schema.js';
import { FILTER_SPREAD_MAX } from './resolve-noise.js';

type Limit = (value: number) => boolean;

/** Requirements on numbers of a receiver, by path: in words, and as a test. */
const LIMITS: readonly (readonly [path: string, expected: string, holds: Limit])[] = [
  ['interval', 'a number > 0 (s)', (value) => value > 0],
  ['samplesMax', `a whole number from 8 to ${SAMPLES_MAX}`, (value) => isWhole(value, 8, SAMPLES_MAX)],
  ['spread', 'a number > 0 (s)', (value) => value > 0],
  ['response.step', 'a number > 0 (s)', (value) => value > 0],
  ['threshold', 'a number >= 0 (W)', (value) => value >= 0],
  ['prominence', 'a number >= 0', (value) => value >= 0],
  ['recovery', 'a number >= 0 (s)', (value) => value >= 0],
  ['falseAlarmRate', 'a number >= 0 (1/s)', (value) => value >= 0],
  ['detector.fraction', 'a number > 0 and < 1', (value) => value > 0 && value < 1],
  ['detector.countsPerJoule', 'a number >= 0', (value) => value >= 0],
  ['detector.countRate', 'a number >= 0 (1/s)', (value) => value >= 0],
  ['detector.deadTime', 'a number >= 0 (s)', (value) => value >= 0],
];

const NOISE_LIMITS: typeof LIMITS = [
  ['noise.constant', 'a number >= 0 (W)', (value) => value >= 0],
  ['noise.perPower', 'a number >= 0 (W)', (value) => value >= 0],
  [
    'noise.filterSpread',
    `a number from 0 to ${FILTER_SPREAD_MAX} (samples)`,
    (value) => value >= 0 && value <= FILTER_SPREAD_MAX,
  ],
];

const DIGITISER_LIMITS: typeof LIMITS = [
  ['digitiser.bits', 'a whole number from 1 to 16', (value) => isWhole(value, 1, 16)],
  ['digitiser.saturation', 'a number > 0 (W)', (value) => value > 0],
  ['digitiser.baseline', 'a number >= 0', (value) => value >= 0],
  ['digitiser.gainSteps', 'a whole number from 0 to 8', (value) => isWhole(value, 0, 8)],
];

const isWhole = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max;

/** The fault of a receiver, beginning with the path of the number, or undefined. */
export function samplingFault(sampling: SamplingReceiver): string | undefined {
  const { noise, digitiser, response, detector } = sampling;
  const limits = [...LIMITS, ...(noise ? NOISE_LIMITS : []), ...(digitiser ? DIGITISER_LIMITS : [])];
  for (const [path, expected, holds] of limits) {
    const value = path
      .split('.')
      .reduce<unknown>((of, key) => (of as Record<string, unknown> | undefined)?.[key], sampling);
    if (typeof value !== 'number' || !holds(value)) return `${path} must be ${expected}, found ${showValue(value)}`;
  }
  if (!DETECTOR_KINDS.includes(detector.kind))
    return `detector.kind must be one of ${DETECTOR_KINDS.join(', ')}, found ${showValue(detector.kind)}`;
  const { values } = response;
  if (!(values instanceof Float64Array) || !values.every(Number.isFinite) || !values.some((value) => value > 0))
    return 'response.values must be a Float64Array of finite numbers (1/s), some of them > 0';
  return undefined;
}

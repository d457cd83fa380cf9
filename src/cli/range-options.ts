import type { InferredOptionTypes, Options } from 'yargs';
import { UserError } from '../base/errors.js';
import { COLOUR_MAXIMA, type StatedRanges } from '../io/units/value-ranges.js';
import { listedNumbers } from './options.js';

/** Options that state the ranges of a cloud's numbers. */
export const RANGE_OPTIONS = {
  'rgb-max': {
    choices: COLOUR_MAXIMA,
    requiresArg: true,
    describe: 'number of a colour channel that is full brightness; absent: by the numbers in the cloud',
  },
  'intensity-range': {
    type: 'string',
    requiresArg: true,
    describe: 'numbers that become the intensities 0 and 65535: =-30,10; absent: by the numbers in the cloud',
  },
} as const satisfies Record<string, Options>;

/** The ranges that the options state. Throws UserError for invalid values. */
export function statedRanges(args: InferredOptionTypes<typeof RANGE_OPTIONS>): StatedRanges {
  const { 'rgb-max': rgbMax, 'intensity-range': range } = args;
  if (range === undefined) return { rgbMax };
  const [least, most, ...others] = listedNumbers(range) ?? [];
  if (!(least < most) || others.length > 0)
    throw new UserError(
      `--intensity-range: found "${range}", expected two numbers, the least and the largest: --intensity-range=-30,10`,
    );
  return { rgbMax, intensityRange: [least, most] };
}

import type { InferredOptionTypes, Options } from 'yargs';
import { UserError } from '../base/errors.js';
import { didYouMean } from '../base/yaml/check-document.js';
import { type PointFilter, RETURN_WORDS, type ReturnWord } from '../cloud/point-filter.js';
import { ASPRS_NAMES_FOR_SURVEYS, asprsClassByName } from '../scene/labels/asprs-class-by-name.js';

/** Options that choose points by class and return. */
export const FILTER_OPTIONS = {
  classes: {
    type: 'string',
    requiresArg: true,
    describe: 'only points of these classes, by number or name: 2,5 or ground,"high vegetation"',
  },
  'without-classes': { type: 'string', requiresArg: true, describe: 'no points of these classes: 7,18 is noise' },
  returns: {
    type: 'string',
    requiresArg: true,
    describe: `only these returns of pulses: ${RETURN_WORDS.join(', ')}, or numbers such as 1,2`,
  },
} as const satisfies Record<string, Options>;

/** The filter that the options describe; undefined: none. Throws UserError for invalid values. */
export function filterOf(args: InferredOptionTypes<typeof FILTER_OPTIONS>): PointFilter | undefined {
  const { classes, 'without-classes': without, returns } = args;
  if (classes === undefined && without === undefined && returns === undefined) return undefined;
  return {
    ...(classes !== undefined && { classes: classesOf('classes', classes) }),
    ...(without !== undefined && { withoutClasses: classesOf('without-classes', without) }),
    ...(returns !== undefined && { returns: returnsOf(returns) }),
  };
}

const CLASS_MAX = 255;

function classesOf(option: string, text: string): number[] {
  const words = text.split(',').map((word) => word.trim());
  return words.map((word) => {
    const number = /^\d{1,3}$/.test(word) ? Number(word) : asprsClassByName(word);
    if (number !== undefined && number <= CLASS_MAX) return number;
    throw new UserError(
      `--${option}: found "${word}", expected classes by number, 0 to ${CLASS_MAX}, or by name${didYouMean(word, ASPRS_NAMES_FOR_SURVEYS)}`,
      { hint: `names: ${ASPRS_NAMES_FOR_SURVEYS.join(', ')}` },
    );
  });
}

const RETURN_MAX = 255;

function returnsOf(text: string): PointFilter['returns'] {
  const word = text.trim().toLowerCase();
  if ((RETURN_WORDS as readonly string[]).includes(word)) return word as ReturnWord;
  const numbers = word.split(',').map((part) => (/^\s*\d{1,3}\s*$/.test(part) ? Number(part) : 0));
  if (numbers.every((number) => number >= 1 && number <= RETURN_MAX)) return numbers;
  throw new UserError(
    `--returns: found "${text}", expected ${RETURN_WORDS.join(', ')}, or numbers from 1 such as 1,2${didYouMean(word, RETURN_WORDS)}`,
  );
}

import { z } from 'zod';
import { DEGREE } from '../base/angle.js';
import { expressionFault } from '../base/expression/expression-error.js';
import { type Expression, parseExpression } from '../base/expression/parse-expression.js';
import { type Token, tokensOf } from '../base/expression/tokens.js';
import { numberField } from '../base/yaml/fields.js';

/** Variables of the standard deviation of a range: metres, radians, joules, the 16-bit intensity. */
const NOISE_VARIABLES = ['range', 'incidence', 'energy', 'intensity'] as const;

export type RangeNoiseFormula = Expression<(typeof NOISE_VARIABLES)[number]>;

/** The standard deviation of a range, metres, that `text` describes. Throws ExpressionError. */
export const parseRangeNoise = (text: string): RangeNoiseFormula => parseExpression(text, NOISE_VARIABLES);

/** Metres. */
export const RANGE_NOISE_MAX = 1000;

/** Angles of incidence, and energies over the least that is detected, at which a formula is bounded. */
const TRIED_ANGLES = [0, 30, 60, 85].map((degrees) => degrees * DEGREE);
const TRIED_ENERGIES = [1, 10, 100, 1e4, 1e6];
/** Of the whole range of 16 bits. */
const TRIED_INTENSITIES = [0, 100, 1000, 10_000, 65_535];

/**
 * About the largest standard deviation of a range, metres, that `text` gives at a range: that of a grid of angles of
 * incidence, energies (from `minEnergy` J) and intensities. Throws ExpressionError.
 */
export function largestRangeNoise(text: string, range: number, minEnergy: number): number {
  const formula = parseRangeNoise(text);
  const found = TRIED_ANGLES.flatMap((incidence) =>
    TRIED_ENERGIES.flatMap((share) =>
      TRIED_INTENSITIES.map((intensity) => formula({ range, incidence, energy: share * minEnergy, intensity })),
    ),
  );
  return Math.max(0, ...found.filter((sigma) => sigma >= 0 && sigma <= RANGE_NOISE_MAX));
}

const EXPECTED = `a number >= 0 and <= ${RANGE_NOISE_MAX} (m), usually 0.001 to 0.1, or an expression of ${NOISE_VARIABLES.join(', ')}`;

const formulaField = z.string().superRefine((text, context) => {
  const fault = formulaFault(text);
  if (fault !== undefined) context.addIssue({ code: 'custom', input: text, message: `${EXPECTED}; ${fault}` });
});

/** A number, or a formula as text. */
export const rangeNoiseField = z
  .union([numberField('In metres', { unit: 'm', min: 0, max: RANGE_NOISE_MAX, usual: [0.001, 0.1] }), formulaField], {
    error: EXPECTED,
  })
  .describe(
    'Standard deviation of a measured range: a number, or an expression of range (m), incidence (rad), energy (J) and intensity [m]',
  );

/** The fault of a formula, or undefined: it is none, or a constant that is no standard deviation. */
export const formulaFault = (text: string): string | undefined =>
  expressionFault(() => {
    const formula = parseRangeNoise(text);
    if (tokensOf(text).some(isVariable)) return undefined;
    const value = formula({ range: 0, incidence: 0, energy: 0, intensity: 0 });
    if (Number.isNaN(value)) return 'it is not a number';
    return value >= 0 && value <= RANGE_NOISE_MAX ? undefined : `it is ${value} everywhere`;
  });

const isVariable = ({ kind, text }: Token): boolean => kind === 'name' && NOISE_VARIABLES.some((name) => name === text);

/** The noise of ranges in SI units; missing if it is not written. */
export function resolveRangeNoise(written: number | string | undefined): {
  rangeNoise?: number;
  rangeNoiseFormula?: string;
} {
  if (written === undefined) return {};
  if (typeof written === 'number') return { rangeNoise: written, rangeNoiseFormula: undefined };
  return { rangeNoise: 0, rangeNoiseFormula: written };
}

import { z } from 'zod';
import { DEGREE, TURN } from '../base/angle.js';
import { expressionFault } from '../base/expression/expression-error.js';
import { parseExpression } from '../base/expression/parse-expression.js';
import { mapField, numberField } from '../base/yaml/fields.js';

/**
 * Errors of an instrument that follow from the angle of its beam about x of the deflector's frame: the true beam
 * differs from the one that the instrument reads, by which it places points. Expressions of `angle`, radians.
 */
export interface SystematicErrors {
  /** Added to ranges, metres. */
  range?: string;
  /** Angle by which the beam is raised, about its right-hand direction, beyond the reading; degrees. */
  deflection?: string;
  /** Angle by which the beam is turned clockwise about the head's axis beyond the reading; degrees. */
  head?: string;
  /** Angles nearer than this to a multiple of 180° count as this far away in `head`, radians; absent: 0. */
  headAway?: number;
}

/** Errors at an angle: metres, radians. */
interface ErrorsAtAngle {
  range: number;
  deflection: number;
  head: number;
}

/** Greater errors count as these: metres, degrees. */
const MOST = { range: 100, deflection: 10, head: 10 } as const;

type Quantity = keyof typeof MOST;

const UNITS = { range: 'm', deflection: 'deg', head: 'deg' } as const;
const QUANTITIES = ['range', 'deflection', 'head'] as const;

/** Angles at which expressions must have a value, evenly over the circle, and those of the device's tables. */
export const ERROR_ANGLES = 16_384;

/** Angle number `k` of ERROR_ANGLES, from −π on. */
export const errorAngle = (k: number): number => (k / ERROR_ANGLES - 0.5) * TURN;

/** The errors at each angle. Throws ExpressionError for texts that are no expressions of `angle`. */
export function systematicErrorsAt(errors: SystematicErrors): (angle: number) => ErrorsAtAngle {
  const [range, deflection, head] = QUANTITIES.map((quantity) => errorOf(quantity, errors[quantity]));
  const { headAway = 0 } = errors;
  return (angle) => ({
    range: range(angle),
    deflection: deflection(angle) * DEGREE,
    head: head(awayFromPoles(angle, headAway)) * DEGREE,
  });
}

function errorOf(quantity: Quantity, text = '0'): (angle: number) => number {
  const expression = parseExpression(text, ['angle']);
  const most = MOST[quantity];
  return (angle) => Math.min(Math.max(expression({ angle }), -most), most);
}

function awayFromPoles(angle: number, away: number): number {
  const pole = Math.round(angle / Math.PI) * Math.PI;
  const off = angle - pole;
  return Math.abs(off) >= away ? angle : pole + (off < 0 ? -away : away);
}

/** The fault of an error, or undefined. */
const systematicErrorFault = (quantity: Quantity, text: string, headAway = 0): string | undefined =>
  expressionFault(() => {
    const errors = systematicErrorsAt({ [quantity]: text, headAway });
    for (let k = 0; k <= ERROR_ANGLES; k++) {
      if (Number.isNaN(errors(errorAngle(k))[quantity]))
        return `it is not a number at the angle ${Number(errorAngle(k).toPrecision(4))} rad`;
    }
    return undefined;
  });

/** The fault of an instrument's errors, or undefined. */
export function systematicErrorsFault(errors: SystematicErrors): string | undefined {
  for (const quantity of QUANTITIES) {
    const text = errors[quantity];
    const fault = text === undefined ? undefined : systematicErrorFault(quantity, text, errors.headAway);
    if (fault !== undefined) return `${quantity}: ${fault}`;
  }
  return undefined;
}

/** The largest errors at any angle: metres, radians. */
export function largestErrors(errors: SystematicErrors): ErrorsAtAngle {
  const at = systematicErrorsAt(errors);
  const most = { range: 0, deflection: 0, head: 0 };
  for (let k = 0; k <= ERROR_ANGLES; k++) {
    const found = at(errorAngle(k));
    for (const quantity of QUANTITIES) most[quantity] = Math.max(most[quantity], Math.abs(found[quantity]));
  }
  return most;
}

/** `headAway` in the check of an expression of `head` by itself, which leaves out the poles. */
const POLES_AWAY = DEGREE;

function errorField(quantity: Quantity, what: string) {
  const [most, unit] = [MOST[quantity], UNITS[quantity]];
  const expected = `a number >= ${-most} and <= ${most} (${unit}), or an expression of angle (rad) that is a number at all angles`;
  const text = z.string().superRefine((input, context) => {
    // Whether it is a number at the poles depends on headAway.
    const fault = systematicErrorFault(quantity, input, quantity === 'head' ? POLES_AWAY : 0);
    if (fault !== undefined) context.addIssue({ code: 'custom', input, message: `${expected}; ${fault}` });
  });
  return z
    .union([numberField('', { unit, min: -most, max: most }), text], { error: expected })
    .describe(`${what}: a number, or an expression of angle (rad) [${unit}]`)
    .optional();
}

const AWAY_MAX = 45;

const ERRORS =
  "errors that follow from the beam's angle in the deflector's frame; points lie where the instrument believes";

/** The keys of `systematicErrors`. */
export const systematicErrorsSchema = mapField(ERRORS, {
  range: errorField('range', 'Added to ranges'),
  deflection: errorField('deflection', 'By how much the beam is raised beyond what is read'),
  head: errorField('head', "By how much it is turned clockwise about the head's axis beyond what is read"),
  headAway: numberField('In head, angles nearer than this to a multiple of 180 degrees count as this far away', {
    unit: 'deg',
    min: 0,
    max: AWAY_MAX,
  }).optional(),
})
  .superRefine(({ head, headAway = 0 }, context) => {
    if (typeof head !== 'string' || systematicErrorFault('head', head, POLES_AWAY) !== undefined) return;
    const fault = systematicErrorFault('head', head, headAway * DEGREE);
    const message = `an expression of angle (rad) that is a number at all angles; ${fault}; headAway (deg) keeps away from 0`;
    if (fault !== undefined) context.addIssue({ code: 'custom', path: ['head'], input: head, message });
  })
  .describe(ERRORS);

/** The errors with their angle in radians; missing keys stay missing. */
export function resolveSystematicErrors(given: z.output<typeof systematicErrorsSchema>): SystematicErrors {
  const texts = QUANTITIES.flatMap((quantity) => {
    const value = given[quantity];
    return value === undefined ? [] : [[quantity, `${value}`]];
  });
  return {
    ...Object.fromEntries(texts),
    ...(given.headAway !== undefined && { headAway: given.headAway * DEGREE }),
  };
}

import { z } from 'zod';

/**
 * Schema fields whose error text says what is allowed, so that a message can be put together as
 * "found X, expected Y" (see check-document). Every field carries a description for the JSON Schema.
 */

/** Limits of a number and the unit it is given in. */
export interface NumberRange {
  unit?: string;
  min?: number;
  max?: number;
  /** Greater than this. */
  above?: number;
  /** Less than this. */
  below?: number;
  whole?: boolean;
}

/** A finite number within `range`. */
export function numberField(description: string, range: NumberRange = {}) {
  const error = expectedNumber(range);
  let field = z.number({ error });
  if (range.whole) field = field.int({ error });
  if (range.min !== undefined) field = field.gte(range.min, { error });
  if (range.above !== undefined) field = field.gt(range.above, { error });
  if (range.max !== undefined) field = field.lte(range.max, { error });
  if (range.below !== undefined) field = field.lt(range.below, { error });
  return field.describe(withUnit(description, range.unit));
}

const withUnit = (description: string, unit?: string): string =>
  (unit ? `${description} [${unit}]` : description).trim();

/** `a number > 0 and <= 360 (deg)` */
function expectedNumber({ unit, min, max, above, below, whole }: NumberRange): string {
  const limits: string[] = [];
  if (min !== undefined) limits.push(`>= ${min}`);
  if (above !== undefined) limits.push(`> ${above}`);
  if (max !== undefined) limits.push(`<= ${max}`);
  if (below !== undefined) limits.push(`< ${below}`);
  const kind = whole ? 'a whole number' : 'a number';
  return [kind, limits.join(' and '), unit && `(${unit})`].filter(Boolean).join(' ');
}

/** A list of `count` numbers, each within `range`. */
function tupleField<Items extends readonly [z.ZodNumber, ...z.ZodNumber[]]>(
  description: string,
  items: Items,
  range: NumberRange,
) {
  const error = `a list of ${items.length} numbers${range.unit ? ` (${range.unit})` : ''}`;
  return z.tuple(items, { error }).describe(withUnit(description, range.unit));
}

/** [a, b] */
export function pairField(description: string, range: NumberRange = {}) {
  return tupleField(description, [numberField('', range), numberField('', range)], range);
}

/** [x, y, z] */
export function vectorField(description: string, range: NumberRange = {}) {
  return tupleField(description, [numberField('', range), numberField('', range), numberField('', range)], range);
}

const TEXT_LENGTH_MAX = 4096;
/** Spelled out rather than \p{Cc}, which not every validator of JSON Schema knows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: to keep them out
const WITHOUT_CONTROL = /^[^\u0000-\u001f\u007f-\u009f]+$/;

/** One line of text: not empty, without control characters. */
export function textField(description: string, expected = 'a text of one line') {
  return z
    .string({ error: expected })
    .regex(WITHOUT_CONTROL, { error: expected })
    .max(TEXT_LENGTH_MAX, { error: `${expected} of at most ${TEXT_LENGTH_MAX} characters` })
    .describe(description);
}

/** Text of any number of lines. */
export function longTextField(description: string, expected: string) {
  return z.string({ error: expected }).min(1, { error: expected }).describe(description);
}

/** One of a few words. */
export function choiceField<const Values extends readonly [string, ...string[]]>(description: string, values: Values) {
  return z
    .enum(values, { error: values.length > 1 ? `one of: ${values.join(', ')}` : values[0] })
    .describe(description);
}

/** A map with exactly these keys; `what` says what it describes. */
export function mapField<Shape extends z.core.$ZodLooseShape>(what: string, shape: Shape) {
  const keys = Object.keys(shape).join(', ');
  return z
    .strictObject(shape, {
      error: (issue) => (issue.code === 'unrecognized_keys' ? keys : `a map with ${what} (keys: ${keys})`),
    })
    .describe(what);
}

/** A list of at least `min` and at most `max` items. */
export function listField<Item extends z.core.SomeType>(
  description: string,
  item: Item,
  { min = 0, max = Number.MAX_SAFE_INTEGER }: { min?: number; max?: number } = {},
) {
  const count = max < Number.MAX_SAFE_INTEGER ? ` of ${min} to ${max}` : min > 0 ? ` of at least ${min}` : '';
  const error = `a list${count}: ${description}`;
  let field = z.array(item, { error }).min(min, { error });
  if (max < Number.MAX_SAFE_INTEGER) field = field.max(max, { error });
  return field.describe(description);
}

/** A value that only a program can hold, which `is` knows; a union that has it among others tells it by that alone. */
export function objectField<Value>(
  description: string,
  is: (value: unknown) => value is Value,
): z.ZodType<Value, Value> {
  const field = z.unknown().superRefine((input, context) => {
    if (!is(input))
      context.addIssue({ code: 'invalid_type', expected: 'custom', input, message: description, continue: false });
  });
  return field.describe(description) as unknown as z.ZodType<Value, Value>;
}

/** true or false */
export function flagField(description: string) {
  return z.boolean({ error: 'true or false' }).describe(description);
}

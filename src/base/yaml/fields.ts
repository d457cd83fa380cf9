import { z } from 'zod';
import { describeRange, type NumberRange } from '../number-range.js';

/**
 * Schema fields whose error text states the allowed values, so that a message can be put together as "found X, expected
 * Y" (see check-document). Every field carries a description for the JSON Schema.
 */

/** Limits and unit of a number. */
export interface FieldRange extends NumberRange {
  whole?: boolean;
  /** Range of most plausible numbers; for messages. */
  usual?: readonly [number, number];
}

/** A finite number within `range`. */
export function numberField(description: string, range: FieldRange = {}) {
  const { min, max, above, below, whole } = range;
  const error = expectedNumber(range);
  const checks = [
    whole ? [z.int({ error })] : [],
    min === undefined ? [] : [z.gte(min, { error })],
    above === undefined ? [] : [z.gt(above, { error })],
    max === undefined ? [] : [z.lte(max, { error })],
    below === undefined ? [] : [z.lt(below, { error })],
  ].flat();
  const field = z.number({ error });
  return described(checks.length > 0 ? field.check(...checks) : field, withUnit(description, range.unit));
}

/** `field` with a description. The field's own `describe` would make another field, at the same cost. */
function described<Field extends z.ZodType>(field: Field, description: string): Field {
  z.globalRegistry.add(field, { description });
  return field;
}

/**
 * `field` as an optional one. Its description, and the JSON Schema, name `absent` as its default; code applies the same
 * constant if it matters whether the field was given. Otherwise the field has a `default`.
 */
export function optionalField<Field extends z.ZodType>(field: Field, absent: number | string | boolean) {
  const known = z.globalRegistry.get(field);
  z.globalRegistry.add(field, { ...known, description: `${known?.description}; absent: ${absent}`, default: absent });
  return field.optional();
}

const withUnit = (description: string, unit?: string): string =>
  (unit ? `${description} [${unit}]` : description).trim();

/** `a number > 0 and <= 360 (deg)` */
const expectedNumber = ({ whole, usual, ...range }: FieldRange): string =>
  describeRange(range, whole ? 'a whole number' : 'a number') + (usual ? usualRange(usual) : '');

/** `, usually 1e-10 to 0.0001` */
export const usualRange = ([least, most]: readonly [number, number]): string => `, usually ${least} to ${most}`;

/** A list of `count` numbers, each within `range`. */
function tupleField<Items extends readonly [z.ZodNumber, ...z.ZodNumber[]]>(
  description: string,
  items: Items,
  range: FieldRange,
) {
  const error = `a list of ${items.length} numbers${range.unit ? ` (${range.unit})` : ''}`;
  return described(z.tuple(items, { error }), withUnit(description, range.unit));
}

/** [a, b] */
export function pairField(description: string, range: FieldRange = {}) {
  return tupleField(description, [numberField('', range), numberField('', range)], range);
}

/** [x, y, z] */
export function vectorField(description: string, range: FieldRange = {}) {
  return tupleField(description, [numberField('', range), numberField('', range), numberField('', range)], range);
}

const TEXT_LENGTH_MAX = 4096;
/** Written out instead of \p{Cc}, which not every validator of JSON Schema supports. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: to keep them out
const WITHOUT_CONTROL = /^[^\u0000-\u001f\u007f-\u009f]+$/;

/** One line of text: not empty, without control characters. */
export function textField(description: string, expected = 'a text of one line') {
  const field = z
    .string({ error: expected })
    .check(
      z.regex(WITHOUT_CONTROL, { error: expected }),
      z.maxLength(TEXT_LENGTH_MAX, { error: `${expected} of at most ${TEXT_LENGTH_MAX} characters` }),
    );
  return described(field, description);
}

/** Text of any number of lines. */
export function longTextField(description: string, expected: string) {
  return described(z.string({ error: expected }).min(1, { error: expected }), description);
}

/** One word from a list. */
export function choiceField<const Values extends readonly [string, ...string[]]>(description: string, values: Values) {
  const error = values.length > 1 ? `one of: ${values.join(', ')}` : values[0];
  return described(z.enum(values, { error }), description);
}

/** A map with exactly these keys; `what` describes it. */
export function mapField<Shape extends z.core.$ZodLooseShape>(what: string, shape: Shape) {
  const keys = Object.keys(shape).join(', ');
  const field = z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? keys : `a map with ${what}${keys && ` (keys: ${keys})`}`),
  });
  return described(field, what);
}

/** A list of at least `min` and at most `max` items. */
export function listField<Item extends z.core.SomeType>(
  description: string,
  item: Item,
  { min = 0, max = Number.MAX_SAFE_INTEGER }: { min?: number; max?: number } = {},
) {
  const count = max < Number.MAX_SAFE_INTEGER ? ` of ${min} to ${max}` : min > 0 ? ` of at least ${min}` : '';
  const error = `a list${count}: ${description}`;
  const most = max < Number.MAX_SAFE_INTEGER ? [z.maxLength(max, { error })] : [];
  return described(z.array(item, { error }).check(z.minLength(min, { error }), ...most), description);
}

/** A value that only a program can hold, recognized by `is`; in a union, this test alone decides. */
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
  return described(z.boolean({ error: 'true or false' }), description);
}

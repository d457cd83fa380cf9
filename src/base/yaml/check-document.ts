import type { z } from 'zod';
import { type Fault, formatPath, quoteText, showValue, throwFaults } from './faults.js';
import { nearestNames } from './nearest.js';
import type { SourceDocument, ValuePath } from './source-document.js';

type Issue = z.core.$ZodIssue;

/**
 * The document's value, checked and typed by `schema`. Throws one UserError with every fault: place, path, value found,
 * values allowed. The schema must be made of the fields of ./fields, whose error texts state the allowed values.
 */
export function checkDocument<Schema extends z.ZodType>(schema: Schema, document: SourceDocument): z.output<Schema> {
  const result = schema.safeParse(document.value, { jitless: !hasValues(document.value, COMPILED_FROM) });
  if (result.success) return result.data;
  throwFaults(
    result.error.issues.flatMap((issue) => bestReading(issue, [])).flatMap((issue) => toFaults(issue, document)),
  );
  throw result.error;
}

/**
 * Number of values from which compiling a schema pays off: checking this many without it takes as long as the
 * compilation.
 */
const COMPILED_FROM = 1000;

/** Whether `value` contains at least `count` values, including lists and maps. */
function hasValues(value: unknown, count: number): boolean {
  const values = [value];
  for (let k = 0; k < values.length && values.length < count; k++) {
    const next = values[k];
    if (typeof next === 'object' && next !== null && !ArrayBuffer.isView(next))
      values.push(...Object.values(next).slice(0, count));
  }
  return values.length >= count;
}

/** The fault that the value at `path` is not `expected`; for checks beyond a schema. */
export function faultAt(document: SourceDocument, path: ValuePath, expected: string): Fault {
  const found = valueAt(document.value, path);
  const name = path.length > 0 ? `${formatPath(path)}: ` : '';
  const text =
    found === undefined ? `missing, expected ${expected}` : `found ${showValue(found)}, expected ${expected}`;
  return { place: document.placeOf(path), message: `${name}${text}` };
}

/** `; did you mean "a" or "b"?`, or an empty text if no name is similar. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = nearestNames(name, known);
  return near.length === 0 ? '' : `; did you mean ${near.map(quoteText).join(' or ')}?`;
}

/** Among the alternatives of a union, the issues of the one closest to the value. */
function bestReading(issue: Issue, base: ValuePath): Issue[] {
  const path = [...base, ...issue.path];
  const here = { ...issue, path } as Issue;
  if (issue.code !== 'invalid_union') return [here];
  const readings = issue.errors.filter((reading) => !reading.some(isOtherKind));
  if (readings.length === 0) return [here];
  const nearest = readings.reduce((best, reading) => (distanceOf(reading) < distanceOf(best) ? reading : best));
  return nearest.flatMap((inner) => bestReading(inner, path));
}

/** Whether the value is of a different kind altogether: a text for a map, a word outside of the choices. */
function isOtherKind(issue: Issue): boolean {
  return issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value');
}

/** Unknown keys weigh most, then missing or wrong ones. */
function distanceOf(reading: readonly Issue[]): number {
  return reading.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? 2 * issue.keys.length : 1), 0);
}

function toFaults(issue: Issue, document: SourceDocument): Fault[] {
  if (issue.code !== 'unrecognized_keys') return [faultAt(document, issue.path, issue.message)];
  const known = issue.message.split(', ');
  return issue.keys.map((key) => ({
    place: document.placeOfKey(issue.path, key),
    // There may be many, of which few are shown.
    get message() {
      const suggestion = didYouMean(key, known) || ';';
      return `${formatPath([...issue.path, key])}: unknown key${suggestion} allowed: ${issue.message}`;
    },
  }));
}

function valueAt(value: unknown, path: ValuePath): unknown {
  let found = value;
  for (const segment of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, segment)) return undefined;
    found = (found as Record<PropertyKey, unknown>)[segment];
  }
  return found;
}

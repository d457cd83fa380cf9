import type { z } from 'zod';
import { memberOf } from './cuts.js';
import { type Fault, formatPath, quoteText, showValue, throwFaults } from './faults.js';
import { type NamedEntry, nearestEntries, nearestNames } from './nearest.js';
import type { SourceDocument, ValuePath } from './source-document.js';
import { synonymsOf } from './synonyms.js';

/** A fault that a schema found. */
export type Issue = z.core.$ZodIssue;

/**
 * The document's value, checked and typed by `schema`. Throws one UserError with every fault: place, path, value found,
 * values allowed. The schema must be made of the fields of ./fields, whose error texts state the allowed values.
 */
export function checkDocument<Schema extends z.ZodType>(schema: Schema, document: SourceDocument): z.output<Schema> {
  const { data, issues } = checkValue(schema, document.value);
  throwFaults(issues.flatMap((issue) => toFaults(issue, document)));
  return data as z.output<Schema>;
}

/**
 * The value typed by `schema`, or the issues; for a union, the issues of the alternative that is closest to the value.
 */
export function checkValue<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): { data?: z.output<Schema>; issues: Issue[] } {
  const result = schema.safeParse(value, { jitless: !hasValues(value, COMPILED_FROM) });
  if (result.success) return { data: result.data, issues: [] };
  return { issues: withoutRepeats(result.error.issues.flatMap((issue) => bestReading(issue, []))) };
}

/** Issues without repetitions about the same value, as a number causes that breaks several of its bounds. */
function withoutRepeats(issues: readonly Issue[]): Issue[] {
  return [...new Map(issues.map((issue) => [JSON.stringify([issue.path, issue.message]), issue])).values()];
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
    found === undefined && path.length > 0
      ? `missing, expected ${expected}`
      : `found ${showValue(found)}, expected ${expected}`;
  return { place: document.placeOf(path), message: `${name}${text}` };
}

/** `; did you mean "a" or "b"?`, or an empty text if no name is similar or says the same. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = nearestNames(name, known);
  return suggestion(near.length > 0 ? near : synonymsOf(name, known));
}

/** The same for an entry of a catalogue, which may be given by its printed name. */
export const didYouMeanEntry = (given: string, entries: readonly NamedEntry[]): string =>
  suggestion(nearestEntries(given, entries));

const suggestion = (names: readonly string[]): string =>
  names.length === 0 ? '' : `; did you mean ${names.map(quoteText).join(' or ')}?`;

/** Among the alternatives of a union, the issues of the one closest to the value. */
function bestReading(issue: Issue, base: ValuePath): Issue[] {
  const path = [...base, ...issue.path];
  const here = { ...issue, path } as Issue;
  if (issue.code !== 'invalid_union') return [here];
  const readings = issue.errors.filter((reading) => !reading.some(isOtherKind));
  if (readings.length === 0) return [here];
  const nearest = readings.reduce((best, reading) => (isNearer(reading, best) ? reading : best));
  return nearest.flatMap((inner) => bestReading(inner, path));
}

/** Whether the value is of a different kind altogether: a text for a map, a word outside of the choices. */
function isOtherKind(issue: Issue): boolean {
  return issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value');
}

/** Whether a reading is nearer to the value than another: by its faults, or with equal faults by its unknown keys. */
const isNearer = (reading: readonly Issue[], other: readonly Issue[]): boolean =>
  distanceOf(reading) - distanceOf(other) + (unknownKeys(reading) - unknownKeys(other)) / MANY_KEYS < 0;

/** More keys than a person writes in a map. */
const MANY_KEYS = 2 ** 20;

/**
 * Unknown keys weigh most, then missing or wrong ones. A fault inside the value of a key does not distinguish readings.
 */
const distanceOf = (reading: readonly Issue[]): number =>
  2 * unknownKeys(reading) + reading.filter(({ code, path }) => code !== 'unrecognized_keys' && path.length < 2).length;

const unknownKeys = (reading: readonly Issue[]): number =>
  reading.reduce(
    (sum, issue) => sum + (issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys.length : 0),
    0,
  );

/** The faults of an issue, with their places. */
export function toFaults(issue: Issue, document: SourceDocument): Fault[] {
  if (issue.code === 'invalid_key') return [nameFault(issue, document)];
  if (issue.code !== 'unrecognized_keys') return [faultAt(document, issue.path, issue.message)];
  const known = issue.message.split(', ');
  return issue.keys.map((key) => ({
    place: document.placeOfKey(issue.path, key),
    // There may be many, and only a few are shown.
    get message() {
      const suggestion = didYouMean(key, known) || ';';
      return `${formatPath([...issue.path, key])}: unknown key${suggestion} allowed: ${issue.message}`;
    },
  }));
}

/** The fault of a key that is not a valid name. */
function nameFault({ path, issues }: z.core.$ZodIssueInvalidKey, document: SourceDocument): Fault {
  const [map, key] = [path.slice(0, -1), String(path.at(-1))];
  const expected = issues.map(({ message }) => message).join(', ');
  return {
    place: document.placeOfKey(map as ValuePath, key),
    message: `${formatPath(map as ValuePath)}: found the name ${quoteText(key)}, expected ${expected}`,
  };
}

/** The value at `path`, or undefined. */
export const valueAt = (value: unknown, path: ValuePath): unknown => path.reduce(memberOf, value);

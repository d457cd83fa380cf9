import type { z } from 'zod';
import { append } from '../append.js';
import { checkValue, type Issue, toFaults, valueAt } from './check-document.js';
import { Cuts } from './cuts.js';
import { type Fault, formatPath } from './faults.js';
import type { SourceDocument, ValuePath } from './source-document.js';

/** The sound part of a document, and the faults of the rest. */
export interface SoundPart<Value> {
  faults: Fault[];
  /** The document without its faulty parts, typed by its schema. Absent: nothing sound remains. */
  value?: Value;
  cuts: Cuts;
}

/** A value in place of a faulty required one, so that everything else can be checked. */
export type StandIn = readonly [path: ValuePath, value: unknown];

/** A fault that explains more than those that the schema finds at the same value. */
export interface EarlyFault {
  path: ValuePath;
  message: string;
}

interface SoundPartOptions {
  standIns?: readonly StandIn[];
  early?: readonly EarlyFault[];
}

/** Most rounds of cutting; each goes at least one level up, and no schema is deeper. */
const ROUNDS_MAX = 32;

/**
 * Checks a document by `schema` as checkDocument does, but returns its faults together with the sound part, so that
 * checks beyond the schema can add theirs. A faulty value is left out; if its map or list requires it, that is left out
 * too, up to a value with one of `standIns`. Parts with an `early` fault are left out at once.
 */
export function soundPart<Schema extends z.ZodType>(
  schema: Schema,
  document: SourceDocument,
  { standIns = [], early = [] }: SoundPartOptions = {},
): SoundPart<z.output<Schema>> {
  const cuts = new Cuts(document.value);
  const faults: Fault[] = [];
  for (const { path, message } of early) {
    faults.push({ place: document.placeOf(path), message: `${formatPath(path)}: ${message}` });
    cuts.cut(path);
  }
  // A missing key beside a cut one may be a consequence of the cut.
  const isFollowing = (path: ValuePath, round: number): boolean =>
    round > 0 && valueAt(document.value, path) === undefined && cuts.lostKey(path.slice(0, -1));
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const { data, issues } = checkValue(schema, cuts.rest());
    if (issues.length === 0) return { faults, value: data, cuts };
    const written = issues.map((issue) => ({ ...issue, path: [...cuts.written(issue.path)] }) as Issue);
    // A fault beside a cut part is only a consequence of the cut.
    const own = written.filter(({ path }) => !cuts.touches(path) && !isFollowing(path, round));
    append(
      faults,
      own.flatMap((issue) => toFaults(issue, document)),
    );
    const progress = written.map((issue) => cutIssue(cuts, issue, document.value, standIns)).some(Boolean);
    if (!progress) break;
  }
  return { faults, cuts };
}

/** Cuts the value that an issue concerns. Returns whether anything was cut. */
function cutIssue(cuts: Cuts, issue: Issue, value: unknown, standIns: readonly StandIn[]): boolean {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => cuts.cut([...issue.path, key])).some(Boolean);
  for (let path: ValuePath = issue.path; path.length > 0; path = path.slice(0, -1)) {
    const standIn = standIns.find(([own]) => formatPath(own) === formatPath(path));
    const isThere = standIn !== undefined || valueAt(value, path) !== undefined;
    if (isThere && cuts.cut(path, standIn?.[1])) return true;
  }
  return false;
}

import { expect } from 'vitest';
import type { Outcome, Workplace } from '../e2e/subray.js';
import { type FileSet, filesOf, OTHERS, type OtherFile } from './sets.js';

/** What `subray info FILE --json` says of a cloud or a scene. */
export type Said = Record<string, unknown> & { kind: string; bounds?: { min: number[]; max: number[] }; crs?: string };

/**
 * What a reader of our own, or another file of the same points, says of a file: claims by their names, each undefined
 * where it holds, else a line that says what does not.
 */
export type Witness = (
  file: OtherFile,
  said: Said,
  more: { warnings: string; place: Workplace },
) => Promise<Record<string, string | undefined>> | Record<string, string | undefined>;

/** Why a file may be refused: a name of the kind of reason, and the message that states it. */
export type Reasons = Readonly<Record<string, RegExp>>;

/** How the files of a set are read. */
export interface Counts {
  distinct: number;
  read: number;
  refused: Record<string, number>;
  /** Claims that a witness made of the files read, and found true. */
  witnessed: Record<string, number>;
  /** Each with what was said. */
  refusedWrongly: string[];
  partlyWrong: string[];
}

/** Reads all files of a set as `subray info FILE --json` does, and counts. */
export async function readOthers(
  place: Workplace,
  set: FileSet,
  { reasons, witness }: { reasons: Reasons; witness: Witness },
): Promise<Counts> {
  const counts: Counts = { distinct: 0, read: 0, refused: {}, witnessed: {}, refusedWrongly: [], partlyWrong: [] };
  const add = (to: Record<string, number>, name: string) => {
    to[name] = (to[name] ?? 0) + 1;
  };
  for (const file of filesOf(set)) {
    counts.distinct++;
    const outcome = await place.answer('info', file.path, '--json');
    if (outcome.code !== 0) {
      const { reason, words } = reasonOf(file, outcome, reasons);
      if (reason === undefined) counts.refusedWrongly.push(`${file.name}: ${words}`);
      else add(counts.refused, reason);
      continue;
    }
    const more = { warnings: outcome.stderr, place };
    const claims = await Promise.resolve()
      .then(() => witness(file, JSON.parse(outcome.stdout), more))
      .catch((error: Error) => ({ witness: `no witness: ${error.message}` }));
    const faults = Object.values(claims).filter((fault) => fault !== undefined);
    for (const [name, fault] of Object.entries(claims)) if (fault === undefined) add(counts.witnessed, name);
    if (faults.length > 0) counts.partlyWrong.push(`${file.name}: ${faults.join('; ')}`);
    else counts.read++;
  }
  return counts;
}

/** The kind of reason for a refusal; undefined: none that is clear, or the message does not name the file. */
function reasonOf({ path }: OtherFile, { code, stderr }: Outcome, reasons: Reasons) {
  const [complaint = stderr] = stderr.split('\n').filter((line) => line.startsWith('subray: '));
  const words = complaint.replace('subray: ', '').replaceAll(`${OTHERS}/`, '');
  const isNamed = complaint.startsWith(`subray: ${path}:`);
  const reason = Object.keys(reasons).find((name) =>
    reasons[name].test(complaint.slice('subray: '.length + path.length)),
  );
  return { reason: code === 2 && isNamed ? reason : undefined, words: `exit code ${code}, ${words}` };
}

/** The claim that two numbers are the same. */
export const same = (what: string, found: unknown, expected: unknown): string | undefined =>
  Object.is(found, expected) ? undefined : `${what}: found ${found}, expected ${expected}`;

/** The claim that a box is another one, within `tolerance` of its coordinates. */
export function sameBox(found: Said['bounds'], expected: Said['bounds'], tolerance: number): string | undefined {
  if (!found || !expected) return same('box', found && JSON.stringify(found), expected && JSON.stringify(expected));
  const all = ({ min, max }: NonNullable<Said['bounds']>) => [...min, ...max];
  const isNear = all(found).every((value, k) => Math.abs(value - all(expected)[k]) <= tolerance);
  return isNear ? undefined : `box: found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`;
}

/** Compares counts with those expected; a failure lists files first. */
export function expectCounts(counts: Counts, expected: Omit<Counts, 'refusedWrongly' | 'partlyWrong'>): void {
  expect([...counts.refusedWrongly, ...counts.partlyWrong]).toEqual([]);
  expect(counts).toEqual({ ...expected, refusedWrongly: [], partlyWrong: [] });
}

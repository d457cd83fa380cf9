import { synonymsOf } from './synonyms.js';

/**
 * Levenshtein distance: number of single characters to insert, remove or replace to turn `a` into `b`; ignores case.
 */
export function editDistance(a: string, b: string): number {
  const [from, to] = [a.toLowerCase(), b.toLowerCase()];
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[to.length];
}

/** Longest names compared: the table grows with the product of the lengths. */
const COMPARED_LENGTH_MAX = 64;

/** Probable corrections of `name` among `known`, nearest first, at most `count`. */
export function nearestNames(name: string, known: readonly string[], count = 3): string[] {
  if (name.length > COMPARED_LENGTH_MAX) return [];
  const tolerance = Math.max(2, Math.floor(name.length / 3));
  return known
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .filter(({ candidate, distance }) => distance <= tolerance && distance < candidate.length)
    .sort((a, b) => a.distance - b.distance || a.candidate.localeCompare(b.candidate))
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

/** An entry of a catalogue: its id, and the name that is printed. */
export interface NamedEntry {
  id: string;
  name: string;
}

/** Shortest text, without hyphens and spaces, that is searched within longer names. */
const CONTAINED_LENGTH_MIN = 3;

/**
 * Ids of the entries that `given` probably means, nearest first, at most `count`: those with this id or name, but for
 * case, hyphens and spaces; otherwise those that contain it; otherwise those with a similar id or name; otherwise those
 * with similar words in one of these.
 */
export function nearestEntries(given: string, entries: readonly NamedEntry[], count = 3): string[] {
  if (given.length > COMPARED_LENGTH_MAX) return [];
  const wanted = plain(given);
  const texts = entries.map(({ id, name }) => ({ id, texts: [plain(id), plain(name)] }));
  const same = texts.filter((entry) => entry.texts.includes(wanted));
  if (same.length > 0) return same.slice(0, count).map(({ id }) => id);
  if (wanted.length >= CONTAINED_LENGTH_MIN) {
    const containing = texts.filter((entry) => entry.texts.some((text) => text.includes(wanted)));
    const nearest = containing.sort((a, b) => a.id.length - b.id.length || a.id.localeCompare(b.id));
    if (nearest.length > 0) return nearest.slice(0, count).map(({ id }) => id);
  }
  const ids = nearestNames(
    given,
    entries.map(({ id }) => id),
    count,
  );
  if (ids.length > 0) return ids;
  const names = nearestNames(
    given,
    entries.map(({ name }) => name),
    count,
  );
  const equivalent = synonymsOf(
    given,
    entries.map(({ id }) => id),
  );
  const named = entries.filter(({ name }) => names.includes(name)).map(({ id }) => id);
  const found = [...new Set([...equivalent, ...named])];
  return found.length > 0 ? found : similarWords(wanted, entries).slice(0, count);
}

/**
 * The ids of the entries of which some words in a row, of the id or the name, differ little
 * from `wanted`; nearest first.
 */
function similarWords(wanted: string, entries: readonly NamedEntry[]): string[] {
  // Short words are all similar.
  const tolerance = Math.floor(wanted.length / 4);
  return entries
    .map(({ id, name }) => {
      const runs = [id, name].flatMap(wordRuns).filter((run) => Math.abs(run.length - wanted.length) <= tolerance);
      return { id, distance: Math.min(...runs.map((run) => editDistance(wanted, run))) };
    })
    .filter(({ distance }) => distance <= tolerance)
    .sort((a, b) => a.distance - b.distance || a.id.localeCompare(b.id))
    .map(({ id }) => id);
}

/** All runs of words of a text, each as small letters and digits: `a`, `ab` and `b` of `A-b`. */
function wordRuns(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}]+/u).map(plain);
  return words.flatMap((_, first) =>
    words.slice(first).map((_, more) => words.slice(first, first + more + 1).join('')),
  );
}

/** Small letters and digits only. */
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

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

/** Those of `known` that `name` may have meant, nearest first, at most `count`. */
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

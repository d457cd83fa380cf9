import { didYouMean } from '../../base/yaml/check-document.js';

/** Names compared at most: a city may have hundreds of thousands. */
const COMPARED_MAX = 5000;

/**
 * `; did you mean …?` with the names that a pattern may have meant, or '' if none is near. Of a pattern that ends in a
 * star, the beginnings of names are compared.
 */
export function nearestToPattern(pattern: string, names: Iterable<string>): string {
  const stem = pattern.replaceAll(/[*?]/g, '');
  const isOpen = pattern.endsWith('*');
  const firstWith = new Map<string, string>();
  for (const name of names) {
    const compared = isOpen ? name.slice(0, stem.length) : name;
    if (!firstWith.has(compared)) firstWith.set(compared, name);
    if (firstWith.size >= COMPARED_MAX) break;
  }
  return didYouMean(stem, [...firstWith.keys()]).replaceAll(/"([^"]*)"/g, (_, compared) =>
    JSON.stringify(firstWith.get(compared) ?? compared),
  );
}

/** Options that may be given several times, each time with one value. */
const REPEATED = ['--assets', '--folder', '--scanner', '--platform'];

/**
 * The words of a command line with the options that may be repeated at the end, each once with all its values: the
 * parser takes every word behind one for a value, and forgets those of an earlier one.
 */
export function gatherRepeated(words: readonly string[]): string[] {
  const values = new Map<string, string[]>();
  const others: string[] = [];
  for (let k = 0; k < words.length; k++) {
    const [, name = words[k], attached] = /^(--[^=]+)=(.*)$/s.exec(words[k]) ?? [];
    const value = attached ?? words[k + 1];
    if (!REPEATED.includes(name) || value === undefined || (attached === undefined && value.startsWith('-'))) {
      others.push(words[k]);
      continue;
    }
    values.set(name, [...(values.get(name) ?? []), value]);
    if (attached === undefined) k++;
  }
  return [...others, ...[...values].flatMap(([name, all]) => [name, ...all])];
}

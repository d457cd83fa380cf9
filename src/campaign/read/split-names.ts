/** Names of splits, which become names of files and folders. */
const SPLIT_NAME = /^[\w-][\w.-]{0,63}$/;

/** The form of such a name, for messages. */
const SPLIT_NAME_EXPECTED = 'up to 64 letters, digits, ., _ and -, no . first';

/** The names that no split can have beside those before them, and the expected form of each. */
export function splitNameFaults(names: Iterable<string>): { name: string; expected: string }[] {
  const known = new Map<string, string>();
  const faults: { name: string; expected: string }[] = [];
  for (const name of names) {
    const other = known.get(name.toLowerCase());
    if (!SPLIT_NAME.test(name)) faults.push({ name, expected: SPLIT_NAME_EXPECTED });
    // Some file systems take both for one name.
    else if (other !== undefined)
      faults.push({ name, expected: `one that differs from ${JSON.stringify(other)} by more than its case` });
    else known.set(name.toLowerCase(), name);
  }
  return faults;
}

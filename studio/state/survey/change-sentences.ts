import type { FileChange } from '../../backend/backend.js';

/** Most files that a sentence names; of more, it has their number. */
const NAMES_MAX = 3;

/** Sentences about files that other programs changed or removed. */
export function changeSentences(changes: readonly FileChange[]): string[] {
  const namesOf = (isThere: boolean) => changes.filter((change) => change.isThere === isThere).map(({ path }) => path);
  const [changed, gone] = [namesOf(true), namesOf(false)];
  return [
    ...(changed.length > 0 ? [`${listed(changed)} changed on disk, and ${isOrAre(changed)} read again.`] : []),
    ...(gone.length > 0 ? [`${listed(gone)} ${isOrAre(gone)} gone from the disk.`] : []),
  ];
}

const isOrAre = (names: readonly string[]): string => (names.length === 1 ? 'is' : 'are');

function listed(names: readonly string[]): string {
  const shown =
    names.length > NAMES_MAX ? [...names.slice(0, NAMES_MAX - 1), `${names.length - NAMES_MAX + 1} more files`] : names;
  return shown.length === 1 ? shown[0] : `${shown.slice(0, -1).join(', ')} and ${shown[shown.length - 1]}`;
}

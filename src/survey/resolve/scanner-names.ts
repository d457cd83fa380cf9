import { uniqueNames } from './unique-names.js';

/** Characters that must not occur in a file name. */
const UNSAFE = /[^\p{L}\p{N}._-]|^\.+/gu;

/** Distinct names of scanners: the given ones, else their ids. Calls `onRepeat` for each given name that is a duplicate. */
export const scannerNames = (
  scanners: readonly { name?: string; id: string }[],
  onRepeat: (index: number, name: string) => void,
): string[] =>
  uniqueNames(
    scanners.map(({ name, id }) => ({ given: name, stem: id.replace(UNSAFE, '_') })),
    onRepeat,
  );

import type { Files } from '../../base/files/files.js';
import { MANIFEST_NAME } from './part-names.js';

/**
 * Whether `folder` has a journal, as an interrupted run leaves it. Looks among outputs only: a page would ask a server
 * for others.
 */
export const hasJournal = (files: Files, folder: string): Promise<boolean> =>
  files.taken(folder).then(
    (names) => names.includes(MANIFEST_NAME),
    () => false,
  );

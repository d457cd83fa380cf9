import { describeSystemError, errorCode } from '../../base/files/file-error.js';
import type { Files, WithFiles } from '../../base/files/files.js';
import { joinPath } from '../../base/files/paths.js';
import type { Log } from '../../base/log.js';
import { joinWords } from '../../base/text.js';
import { isOfJournal } from './part-names.js';

/** Removes the journal of a run that is complete. A failure is a warning, since nothing is lost by it. */
export async function removeJournal({ files, folder, log }: WithFiles & { folder: string; log: Log }): Promise<void> {
  const obstacle = await discard(files, folder);
  if (obstacle !== undefined)
    log.warn(
      `${folder}: the journal of this run is no longer needed, but cannot be removed: ${obstacle}; remove the folder if you need nothing in it`,
    );
}

/**
 * Removes the files of a journal, and its folder if it has no others. Another run with the same outputs may have done
 * so. Returns the obstacle, in words.
 */
async function discard(files: Files, folder: string): Promise<string | undefined> {
  if ((await files.stat(folder).catch(() => undefined)) === undefined) return undefined;
  const kept: string[] = [];
  try {
    for (const name of await files.list(folder)) {
      const reason = isOfJournal(name) ? await removing(files.remove(joinPath(folder, name))) : 'not of the journal';
      if (reason !== undefined) kept.push(`${JSON.stringify(name)} (${reason})`);
    }
    if (kept.length === 0) await files.removeFolder(folder);
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? undefined : describeSystemError(error);
  }
  return kept.length === 0 ? undefined : `it holds ${shortList(kept)}`;
}

/** The reason why a file could not be removed, in words; undefined: it is gone. */
const removing = (removal: Promise<void>): Promise<string | undefined> =>
  removal.then(
    () => undefined,
    (error: unknown) => (errorCode(error) === 'ENOENT' ? undefined : describeSystemError(error)),
  );

/** Words that are listed. */
const LISTED = 3;

function shortList(words: readonly string[]): string {
  const more = words.length - LISTED;
  return joinWords(more > 0 ? [...words.slice(0, LISTED), `${more} more`] : words, 'and');
}

import { UserError } from '../base/errors.js';
import { nodeFiles } from '../base/files/node-files.js';
import { listUnfinished, stagingAt, temporaryAt } from '../base/files/node-unfinished-outputs.js';
import { basename, dirname } from '../base/files/paths.js';
import type { JournalSummary } from '../simulation/journal/journal-summary.js';
import { type CliContext, logTo, printJson, printLines } from './context.js';
import {
  describeFolder,
  describeJournal,
  describeTemporary,
  describeUnfinished,
} from './describe/describe-unfinished.js';

/**
 * Reports the remains of interrupted runs: for a file, with a warning if it belongs to unfinished outputs; for a
 * folder, as the result. Returns whether this was the result. Throws UserError for a file that is itself unfinished.
 */
export async function infoOfUnfinished(
  context: CliContext,
  { file, json }: { file: string; json?: boolean },
): Promise<boolean> {
  const path = nodeFiles.resolve(nodeFiles.folder, file);
  const kind = await nodeFiles.stat(path).then(
    (info) => info.kind,
    () => undefined,
  );
  const isFolder = kind === 'folder';
  const journal = await journalAt(isFolder ? path : dirname(path));
  if (journal && isFolder) {
    if (json) printJson(context, { kind: 'journal', path: file, ...journal });
    else printLines(context, describeJournal(file, journal));
    return true;
  }
  const staging = stagingAt(path);
  const unfinished = (await listUnfinished(staging ? dirname(staging) : isFolder ? path : dirname(path))).filter(
    (outputs) => staging === undefined || basename(outputs.staging) === basename(staging),
  );
  if (isFolder) {
    if (unfinished.length === 0) return false;
    if (json) printJson(context, { kind: 'folder', path: file, unfinished });
    else printLines(context, describeFolder(file, unfinished));
    return true;
  }
  if (kind !== undefined) refuseUnfinished(file, { isOfJournal: journal !== undefined, staging, unfinished });
  const log = logTo(context);
  for (const outputs of unfinished)
    if (outputs.files.includes(basename(path))) log.warn(`${file}: ${describeUnfinished(outputs)}`);
  return false;
}

/** The journal in a folder; the code for that is loaded if the folder has the name of a journal. */
async function journalAt(folder: string): Promise<JournalSummary | undefined> {
  if (!folder.endsWith(JOURNAL_ENDING)) return undefined;
  const { summarizeJournal } = await import('../simulation/journal/journal-summary.js');
  return summarizeJournal(nodeFiles, folder);
}

/** Ends the names of folders of journals (see `resumeFolder`). */
const JOURNAL_ENDING = '.resume';

/** Facts of an unfinished file. */
interface FileInWork {
  isOfJournal: boolean;
  staging: string | undefined;
  unfinished: Awaited<ReturnType<typeof listUnfinished>>;
}

/** Throws UserError if the file is not meant to be read, since a run has not finished it. */
function refuseUnfinished(file: string, { isOfJournal, staging, unfinished: [outputs] }: FileInWork): void {
  const place = { file };
  if (isOfJournal)
    throw new UserError('it belongs to what a run with --resume keeps until it is complete, and is no file of points', {
      place,
      hint: `subray info ${dirname(file)} says how to go on`,
    });
  if (staging && outputs)
    throw new UserError(`it has no name of its own yet: ${describeUnfinished(outputs)}`, {
      place,
      hint: `${outputs.run === 'dead' ? 'take the command of that run again; ' : ''}subray info ${dirname(staging)} lists what else there is`,
    });
  const temporary = temporaryAt(file);
  if (temporary) throw new UserError(...describeTemporary(file, temporary));
}

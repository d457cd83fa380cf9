import { existsSync } from 'node:fs';
import { readdir, realpath, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { UserError } from '../errors.js';
import type { Log } from '../log.js';
import { counted } from '../text.js';
import type { Commit } from './node-commit-record.js';
import { processState } from './node-process-tag.js';
import { homeOf, readRecord, STAGING_NAME, settle, settleUndo } from './node-staging.js';

/**
 * Finishes or removes sets of files that dead processes of this machine left in `folders`. If a set was decided, its
 * files get their names; otherwise its data is removed. Sets of living processes are left alone, and so are those of
 * other machines, with a warning.
 */
export async function recoverOutputs(folders: readonly string[], log: Log): Promise<void> {
  const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => undefined)));
  for (const folder of new Set(real)) if (folder !== undefined) await recoverIn(folder, log);
}

async function recoverIn(folder: string, log: Log): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const tag = entry.isDirectory() ? STAGING_NAME.exec(entry.name)?.[1] : undefined;
    if (tag === undefined) continue;
    const state = processState(tag);
    const path = join(folder, entry.name);
    if (state === 'elsewhere')
      log.warn(`${path}: unfinished files of a run on another machine; remove it when no run there writes here`);
    if (state === 'dead')
      await recoverSet(folder, entry.name, log).catch((error: unknown) =>
        log.warn(`${path}: cannot tidy up after a run that was killed: ${messageOf(error)}`),
      );
  }
}

const messageOf = (error: unknown): string =>
  error instanceof UserError ? error.format() : error instanceof Error ? error.message : String(error);

async function recoverSet(folder: string, staging: string, log: Log): Promise<void> {
  const home = homeOf(folder, staging);
  if (home !== undefined && !existsSync(home))
    throw new UserError(`its other files were in ${home}, which is gone`, { hint: 'remove it if they are lost' });
  const record = home === undefined ? undefined : await readRecord(home, staging);
  if (home === undefined || record === undefined) {
    const files = await readdir(join(folder, staging, 'new')).catch(() => []);
    await rm(join(folder, staging), { recursive: true, force: true });
    log.info(`${folder}: removed ${counted(files.length, 'unfinished file')} of a run that was killed`);
    return;
  }
  const { state, commit } = record;
  try {
    if (state === 'commit') settle(commit, home, staging);
    else settleUndo(commit, home, staging);
  } finally {
    if ((await readRecord(home, staging)) === undefined) await removeStaging(commit, home, staging);
  }
  const count = commit.folders.reduce((sum, { files }) => sum + files.length, 0);
  if (state === 'commit') log.info(`${home}: finished ${counted(count, 'file')} of a run that was killed`);
  else log.info(`${home}: brought back the files that a run that was killed had begun to replace`);
}

async function removeStaging({ folders }: Commit, home: string, staging: string): Promise<void> {
  for (const { path } of folders) await rm(join(resolve(home, path), staging), { recursive: true, force: true });
}

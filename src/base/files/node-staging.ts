import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { carryOut, undo } from './node-commit.js';
import type { Commit } from './node-commit-record.js';
import { slashes } from './node-paths.js';
import { processTag, TAG_FORM } from './node-process-tag.js';

/** Names of staging folders; the tag of their process is the first group. */
export const STAGING_NAME = new RegExp(`^\\.subray-(${TAG_FORM})-[0-9a-f]{12}\\.tmp$`);

/** A name for the staging folders of a set. */
export const stagingName = (): string => `.subray-${processTag()}-${randomBytes(6).toString('hex')}.tmp`;

/** Makes the staging folder `name` in `folder`; the record will be in that of the folder `home`. */
export async function makeStaging(folder: string, name: string, home: string): Promise<void> {
  const staging = join(folder, name);
  await mkdir(staging);
  for (const inner of ['new', 'old']) await mkdir(join(staging, inner));
  const file = await open(join(staging, 'home'), 'wx');
  try {
    await file.write(slashes(relative(folder, home)) || '.');
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Longest path in a file called `home`. */
const PATH_MAX = 65_536;

/** The folder whose staging folder holds the record of the staging folder `name` in `folder`; undefined without one. */
export function homeOf(folder: string, name: string): string | undefined {
  try {
    const path = readFileSync(join(folder, name, 'home'), 'utf8');
    return path === '' || path.length > PATH_MAX ? undefined : resolve(folder, path);
  } catch {
    return undefined;
  }
}

const recordPath = (home: string, staging: string, state: 'commit' | 'undo' | 'draft') => join(home, staging, state);

/** The record of a set whose process died while it named the files, or undid that. */
export async function readRecord(
  home: string,
  staging: string,
): Promise<{ state: 'commit' | 'undo'; commit: Commit } | undefined> {
  for (const state of ['commit', 'undo'] as const) {
    let text: string;
    try {
      text = readFileSync(recordPath(home, staging, state), 'utf8');
    } catch {
      continue;
    }
    // Loaded on demand, since every command loads this module.
    const { parseCommit } = await import('./node-commit-record.js');
    return { state, commit: parseCommit(text) };
  }
  return undefined;
}

/** Writes the record of a set and carries it out synchronously: no signal is handled and no promise runs in between. */
export function decide(commit: Commit, home: string, staging: string): void {
  const draft = recordPath(home, staging, 'draft');
  writeFileSync(draft, JSON.stringify(commit), { flush: true });
  renameSync(draft, recordPath(home, staging, 'commit'));
  flushFolder(join(home, staging));
  settle(commit, home, staging);
}

/** Carries out a decided record, or undoes it if it fails; then removes the record. Throws UserError if it failed. */
export function settle(commit: Commit, home: string, staging: string): void {
  try {
    carryOut(commit, home, staging);
  } catch (error) {
    renameSync(recordPath(home, staging, 'commit'), recordPath(home, staging, 'undo'));
    settleUndo(commit, home, staging);
    throw error;
  }
  for (const { path } of commit.folders) flushFolder(resolve(home, path));
  rmSync(recordPath(home, staging, 'commit'));
}

/** Undoes a record; then it is gone. */
export function settleUndo(commit: Commit, home: string, staging: string): void {
  undo(commit, home, staging);
  for (const { path } of commit.folders) flushFolder(resolve(home, path));
  rmSync(recordPath(home, staging, 'undo'));
}

/** Makes names in a folder survive a power cut, if the system supports that. */
function flushFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // Windows and some network file systems cannot and need not do this.
  }
}

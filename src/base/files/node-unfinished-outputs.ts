import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Commit } from './node-commit-record.js';
import { type ProcessState, processState, TAG_FORM } from './node-process-tag.js';
import { homeOf, readRecord, STAGING_NAME } from './node-staging.js';

/** A set of files whose run has not named all of them. */
export interface UnfinishedOutputs {
  /** The folder in which they wait. */
  staging: string;
  /** The run that writes them; elsewhere: on another machine. */
  run: ProcessState;
  /**
   * commit: complete, and being named; undo: the files that they replace are being brought back; data: not complete.
   */
  state: 'commit' | 'undo' | 'data';
  /** Their names in the folder. */
  files: string[];
}

/**
 * Lists the unfinished outputs of runs in `folder`, including living ones, in the order of their names. Changes
 * nothing: `recoverOutputs` does. A folder that cannot be listed has none.
 */
export async function listUnfinished(folder: string): Promise<UnfinishedOutputs[]> {
  const real = await realpath(folder).catch(() => undefined);
  if (real === undefined) return [];
  const entries = await readdir(real, { withFileTypes: true }).catch(() => []);
  const found: UnfinishedOutputs[] = [];
  for (const entry of entries) {
    const tag = entry.isDirectory() ? STAGING_NAME.exec(entry.name)?.[1] : undefined;
    if (tag !== undefined) found.push(await lookAt(real, entry.name, processState(tag)));
  }
  return found.sort((a, b) => (a.staging < b.staging ? -1 : 1));
}

async function lookAt(folder: string, name: string, run: ProcessState): Promise<UnfinishedOutputs> {
  const staging = join(folder, name);
  const home = homeOf(folder, name);
  // An unreadable record decides nothing.
  const record = home === undefined ? undefined : await readRecord(home, name).catch(() => undefined);
  const recorded = home === undefined ? [] : namesIn(folder, home, record?.commit);
  const waiting = await readdir(join(staging, 'new')).catch(() => []);
  return { staging, run, state: record?.state ?? 'data', files: [...new Set([...recorded, ...waiting])].sort() };
}

/** The names of files in `folder` according to the record. */
const namesIn = (folder: string, home: string, commit: Commit | undefined): string[] =>
  (commit?.folders ?? [])
    .filter(({ path }) => resolve(home, path) === folder)
    .flatMap(({ files }) => files.map(({ name }) => name));

/** The folder in which the files of a set wait, if `path` is that folder or lies in it. */
export function stagingAt(path: string): string | undefined {
  for (let at = resolve(path); at !== dirname(at); at = dirname(at)) if (STAGING_NAME.test(basename(at))) return at;
  return undefined;
}

/** A file under its temporary name (see AtomicFile): the start of its final name, and the program that writes it. */
export function temporaryAt(path: string): { name: string; run: ProcessState } | undefined {
  const [, name, tag] = TEMPORARY_NAME.exec(basename(path)) ?? [];
  return name === undefined ? undefined : { name, run: processState(tag) };
}

const TEMPORARY_NAME = new RegExp(`^\\.(.+)\\.(${TAG_FORM})-[0-9a-f]{12}\\.tmp$`);

/*
 * The moment in which a set of files gets its names. No file system renames several files at once, so one rename
 * decides the set: that of a record which lists all of them. Before it, no file has its name; after it, all will have,
 * since the next program that calls `recover` carries out the record. Between the two lie only a few system calls for
 * each file.
 *
 * In every folder of the set there is a staging folder, all with the same name:
 *
 *     new/     the finished files
 *     old/     the files that they replace, as hard links, or that go
 *     home     path from here to the folder whose staging folder holds the record
 *     commit   the record, once it is decided
 *     undo     the same record, once a failure has decided otherwise
 */
import { existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { errorCode, fileError } from './file-error.js';
import type { Commit } from './node-commit-record.js';
import { nodePaths } from './node-paths.js';
import { outputExists } from './output-fault.js';

type CommitFile = Commit['folders'][number]['files'][number];

/** Paths of one file of a set. */
interface FilePaths {
  from: string;
  to: string;
  old: string;
}

/** Paths of the file `name` of a set in `folder`, whose staging folder is called `staging`. */
export const commitPaths = (folder: string, staging: string, name: string): FilePaths => ({
  from: join(folder, staging, 'new', name),
  to: join(folder, name),
  old: join(folder, staging, 'old', name),
});

/**
 * Gives all files their names, and removes those that go. `home` is the folder of the record, absolute. Safe to repeat.
 * Throws UserError at the first failure.
 */
export function carryOut(commit: Commit, home: string, staging: string): void {
  for (const { path, files, removed } of commit.folders) {
    const folder = resolve(home, path);
    if (!existsSync(join(folder, staging))) continue;
    for (const file of files) nameFile(commitPaths(folder, staging, file.name), file, commit.force);
    for (const name of removed) moveAside(commitPaths(folder, staging, name));
  }
}

function nameFile(paths: FilePaths, { replaces }: CommitFile, force: boolean): void {
  const { from, to, old } = paths;
  try {
    if (replaces === 'aside' && !existsSync(old) && existsSync(to)) renameSync(to, old);
    if (force) renameSync(from, to);
    else nameExclusively(from, to);
  } catch (error) {
    // Done already.
    if (errorCode(error) === 'ENOENT' && !existsSync(from) && existsSync(to)) return;
    throw fileError(nodePaths, 'write', to, error);
  }
}

/** Unlike rename, link fails if another process has created the file in the meantime. */
function nameExclusively(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!existsSync(from)) throw error;
    if (isSameFile(from, to)) return;
    if (existsSync(to)) throw outputExists(to);
    // Not all file systems have links.
    renameSync(from, to);
  }
}

function moveAside({ to, old }: FilePaths): void {
  try {
    renameSync(to, old);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw fileError(nodePaths, 'remove', to, error);
  }
}

/** Restores the state before `carryOut`, which may have done any part of its work. */
export function undo(commit: Commit, home: string, staging: string): void {
  for (const { path, files, removed } of commit.folders) {
    const folder = resolve(home, path);
    // A forged record must not remove files of folders that have no part in the set.
    if (!existsSync(join(folder, staging))) continue;
    for (const name of removed) bringBack(commitPaths(folder, staging, name));
    for (const { name, replaces } of files) {
      const paths = commitPaths(folder, staging, name);
      const isNamed = !existsSync(paths.from) || isSameFile(paths.from, paths.to);
      if (replaces === 'aside' || (replaces && isNamed)) bringBack(paths);
      else if (isNamed) rmSync(paths.to, { force: true });
    }
  }
}

/** Does nothing if the old file is back already. */
function bringBack({ to, old }: FilePaths): void {
  if (existsSync(old)) renameSync(old, to);
}

function isSameFile(a: string, b: string): boolean {
  const [first, second] = [a, b].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return first !== undefined && second !== undefined && first.dev === second.dev && first.ino === second.ino;
}

import { createHash } from 'node:crypto';
import { readFileSync, type Stats, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolders } from '../../base/files/node-make-folders.js';
import { processTag } from '../../base/files/node-process-tag.js';
import { forgetTemporary, noteTemporary } from '../../base/files/node-temporary.js';
import { syncFolder } from '../../base/files/node-unnamed-file.js';
import type { EngineClass } from '../plan/plan-file.js';

/** The folder of a finished task. Two digits of the id keep folders small. */
export const taskFolder = (folder: string, id: string): string => join(folder, 'tasks', id.slice(0, 2), id);

/** The manifest in the folder of a task. */
export const MANIFEST = 'task.json';

/** What a finished task is: the same bytes wherever and whenever it was run. */
export interface TaskManifest {
  id: string;
  engine: EngineClass;
  results: number;
  pulses: number;
  points: number;
  files: readonly TaskFile[];
}

/** A file of a task by its path in the task's folder, with `/`. */
export interface TaskFile {
  name: string;
  bytes: number;
  sha256: string;
}

/**
 * The manifest of a finished task: it is there, and its files have their sizes. Undefined if it is not done. Not through promises:
 * a hundred thousand tasks would take three times as long.
 */
export function finishedTask(folder: string, id: string): TaskManifest | undefined {
  const own = taskFolder(folder, id);
  const manifest = readManifest(`${own}/${MANIFEST}`);
  if (manifest?.id !== id) return undefined;
  return manifest.files.every(({ name, bytes }) => infoOf(`${own}/${name}`)?.size === bytes) ? manifest : undefined;
}

function readManifest(path: string): TaskManifest | undefined {
  if (!infoOf(path)?.isFile()) return undefined;
  try {
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    return Array.isArray(manifest?.files) ? manifest : undefined;
  } catch {
    return undefined;
  }
}

function infoOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

let made = 0;

/** An empty folder for the files of a task that is not finished; the name says whose it is. */
export async function stageTask(folder: string, id: string): Promise<string> {
  const staged = join(folder, 'tasks', id.slice(0, 2), `.${id}.${processTag()}.${made++}.tmp`);
  await makeFolders(staged);
  noteTemporary(staged);
  return staged;
}

/**
 * Gives the folder of a task its name. If another process has finished the same task, its folder stays, which has the same
 * bytes; what is there and is not whole is replaced.
 */
export async function publishTask(folder: string, id: string, staged: string): Promise<void> {
  const own = taskFolder(folder, id);
  await syncFolder(staged);
  for (let attempt = 0; attempt < 2; attempt++) {
    if (await tryToRename(staged, own)) break;
    if (finishedTask(folder, id)) {
      await discardTask(staged);
      return;
    }
    await rm(own, { recursive: true, force: true });
  }
  forgetTemporary(staged);
  await syncFolder(join(folder, 'tasks', id.slice(0, 2)));
}

async function tryToRename(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'ENOTDIR'].includes(code)) return false;
    throw error;
  }
}

/** Removes the folder of a task that is not finished. */
export async function discardTask(staged: string): Promise<void> {
  await rm(staged, { recursive: true, force: true });
  forgetTemporary(staged);
}

/** The size of a file, and its SHA-256. */
export async function digestOf(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const handle = await open(path, 'r');
  let bytes = 0;
  for await (const block of handle.createReadStream({ highWaterMark: 1 << 20 })) {
    hash.update(block);
    bytes += block.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

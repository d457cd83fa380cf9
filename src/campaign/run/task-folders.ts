import { createHash } from 'node:crypto';
import { closeSync, constants, existsSync, openSync, readFileSync, type Stats, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../base/errors.js';
import { errorCode, fileError } from '../../base/files/file-error.js';
import { nodeFiles } from '../../base/files/node-files.js';
import { makeFolders } from '../../base/files/node-make-folders.js';
import { processTag } from '../../base/files/node-process-tag.js';
import { forgetTemporary, noteTemporary } from '../../base/files/node-temporary.js';
import { syncFolder } from '../../base/files/node-unnamed-file.js';
import type { EngineClass } from '../plan/plan-file.js';

/** The folder of a finished task. Two digits of the id keep folders small. */
export const taskFolder = (folder: string, id: string): string => join(folder, 'tasks', id.slice(0, 2), id);

/** The manifest in the folder of a task. */
export const MANIFEST = 'task.json';

/** Manifest of a finished task: the same bytes wherever and whenever it was run. */
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
 * The manifest of a finished task whose files exist with their sizes; undefined if it is not done. Not through
 * promises: a hundred thousand tasks would take three times as long.
 */
export function finishedTask(folder: string, id: string): TaskManifest | undefined {
  const own = taskFolder(folder, id);
  const manifest = readManifest(`${own}/${MANIFEST}`);
  if (manifest?.id !== id) return undefined;
  return manifest.files.every(({ name, bytes }) => infoOf(`${own}/${name}`)?.size === bytes) ? manifest : undefined;
}

/** Opening waits for nobody, should a pipe have the name. */
const WITHOUT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

function readManifest(path: string): TaskManifest | undefined {
  try {
    const handle = openSync(path, WITHOUT_WAITING);
    try {
      const manifest: unknown = JSON.parse(readFileSync(handle, 'utf8'));
      return isManifest(manifest) ? manifest : undefined;
    } finally {
      closeSync(handle);
    }
  } catch {
    return undefined;
  }
}

/** Whether a value has the form of a manifest: another program, or a fault of the disk, may have written it. */
function isManifest(value: unknown): value is TaskManifest {
  const { files, points, pulses } = (value ?? {}) as Partial<TaskManifest>;
  return (
    Number.isFinite(points) &&
    Number.isFinite(pulses) &&
    Array.isArray(files) &&
    files.length > 0 &&
    files.every(isTaskFile)
  );
}

function isTaskFile(value: unknown): value is TaskFile {
  const { name, bytes, sha256 } = (value ?? {}) as Partial<TaskFile>;
  if (typeof name !== 'string' || typeof sha256 !== 'string' || !Number.isSafeInteger(bytes)) return false;
  return !name.split('/').includes('..');
}

function infoOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Attempts to give a folder its name while others try the same. */
const ATTEMPTS_MAX = 10;

let made = 0;

/** An empty folder for the files of a task that is not finished; the name says whose it is. */
export async function stageTask(folder: string, id: string): Promise<string> {
  const staged = join(folder, 'tasks', id.slice(0, 2), `.${id}.${processTag()}.${made++}.tmp`);
  await inPlace(staged, () => makeFolders(staged));
  noteTemporary(staged);
  return staged;
}

/** The folder of a campaign cannot be written to, or something in it is in the way: no fault of a survey. */
export class PlaceError extends UserError {}

/** Does something with the folder of a task. Throws PlaceError if the system refuses. */
export async function inPlace<Result>(path: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    const fault = fileError(nodeFiles, 'write', path, error);
    if (fault instanceof UserError) throw new PlaceError(fault.message, { ...fault, cause: error });
    throw fault;
  }
}

/**
 * Gives the folder of a task its name. If another process has finished the same task, its folder stays, which has the
 * same bytes; an incomplete folder is replaced.
 */
export const publishTask = (folder: string, id: string, staged: string): Promise<void> =>
  inPlace(taskFolder(folder, id), () => publish(folder, id, staged));

async function publish(folder: string, id: string, staged: string): Promise<void> {
  const own = taskFolder(folder, id);
  await syncFolder(staged);
  for (let attempt = 0; !(await tryToRename(staged, own, attempt)); attempt++) {
    if (finishedTask(folder, id)) {
      await discardTask(staged);
      return;
    }
    await removeBroken(own);
  }
  forgetTemporary(staged);
  await syncFolder(join(folder, 'tasks', id.slice(0, 2)));
}

/**
 * Removes an incomplete folder. Another process may be putting its whole folder there meanwhile; the next attempt sees
 * it.
 */
async function removeBroken(own: string): Promise<void> {
  try {
    await rm(own, { recursive: true, force: true });
  } catch (error) {
    if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'ENOENT') throw error;
  }
}

async function tryToRename(from: string, to: string, attempt: number): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    const isInTheWay = ['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EPERM'].includes(errorCode(error) ?? '');
    if (isInTheWay && attempt < ATTEMPTS_MAX && existsSync(to)) return false;
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

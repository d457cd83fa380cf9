import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../base/errors.js';
import { errorCode } from '../../base/files/file-error.js';
import { nodeFiles } from '../../base/files/node-files.js';
import { makeFolders } from '../../base/files/node-make-folders.js';
import { writeWhole } from '../../base/files/text-file.js';

/** A task that failed: `failed/ID.json`. */
export interface Failure {
  id: string;
  index: number;
  /** Whose fault it is: the survey's, which is not tried again, or the program's, which is tried twice. */
  fault: 'survey' | 'program';
  attempts: number;
  message: string;
}

/** Attempts of a task that fails by a fault of the program. */
const ATTEMPTS_MAX = 2;

const failurePath = (folder: string, id: string): string => join(folder, 'failed', `${id}.json`);

/** Whether a task that failed in this way is tried again. */
export const mayRetry = ({ fault, attempts }: Failure): boolean => fault === 'program' && attempts < ATTEMPTS_MAX;

/** The failure of a task; undefined if there is none. */
export async function failureOf(folder: string, id: string): Promise<Failure | undefined> {
  try {
    return JSON.parse(new TextDecoder().decode(await nodeFiles.read(failurePath(folder, id)))) as Failure;
  } catch {
    return undefined;
  }
}

/** Ids of the tasks of which a failure is noted. */
export async function failedTasks(folder: string): Promise<ReadonlySet<string>> {
  const names = await readdir(join(folder, 'failed')).catch(() => []);
  return new Set(names.map((name) => name.replace(/\.json$/, '')));
}

export async function noteFailure(folder: string, failure: Failure): Promise<void> {
  await makeFolders(join(folder, 'failed'));
  const text = `${JSON.stringify(failure, undefined, 2)}\n`;
  await writeWhole(nodeFiles, failurePath(folder, failure.id), new TextEncoder().encode(text), { force: true });
}

export const forgetFailure = (folder: string, id: string): Promise<void> =>
  rm(failurePath(folder, id), { force: true });

/** Codes of the system for what is neither the survey's fault nor the program's: full disks, lack of memory or rights. */
const MACHINE_CODES = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'ENOMEM', 'EMFILE', 'ENFILE', 'ESTALE', 'EACCES']);

/** Whether an error is the machine's, so that another may do the task. */
export function isOfMachine(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (MACHINE_CODES.has(errorCode(cause) ?? '')) return true;
  return error instanceof RangeError && /memory|allocation/i.test(error.message);
}

/** What happened, as a user reads it. */
export const messageOfFailure = (error: unknown): string =>
  error instanceof UserError ? error.format() : error instanceof Error ? (error.stack ?? error.message) : String(error);

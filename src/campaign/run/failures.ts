import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../base/errors.js';
import { errorCode } from '../../base/files/file-error.js';
import { nodeFiles } from '../../base/files/node-files.js';
import { makeFolders } from '../../base/files/node-make-folders.js';
import { writeWhole } from '../../base/files/text-file.js';
import { inPlace, PlaceError } from './task-folders.js';

/** A task that failed: `failed/ID.json`. */
export interface TaskFailure {
  id: string;
  index: number;
  /** Origin of the fault: the survey, which is not tried again, or the program, which is tried twice. */
  fault: 'survey' | 'program';
  attempts: number;
  message: string;
}

/** Attempts of a task that fails by a fault of the program. */
const ATTEMPTS_MAX = 2;

const failurePath = (folder: string, id: string): string => join(folder, 'failed', `${id}.json`);

/** Whether a task that failed in this way is tried again. */
export const mayRetry = ({ fault, attempts }: TaskFailure): boolean => fault === 'program' && attempts < ATTEMPTS_MAX;

/** The failure of a task; undefined if there is none. */
export async function taskFailure(folder: string, id: string): Promise<TaskFailure | undefined> {
  try {
    const found: unknown = JSON.parse(new TextDecoder().decode(await nodeFiles.read(failurePath(folder, id))));
    return isFailure(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value has the form of a failure: a file that was cut off notes none. */
function isFailure(value: unknown): value is TaskFailure {
  const { fault, attempts, message } = (value ?? {}) as Partial<TaskFailure>;
  return (fault === 'survey' || fault === 'program') && typeof attempts === 'number' && typeof message === 'string';
}

/** Ids of the tasks with a noted failure. */
export async function failedTasks(folder: string): Promise<ReadonlySet<string>> {
  const names = await readdir(join(folder, 'failed')).catch(() => []);
  return new Set(names.map((name) => name.replace(/\.json$/, '')));
}

/** Notes a failure. Throws PlaceError if it cannot be written. */
export async function noteFailure(folder: string, failure: TaskFailure): Promise<void> {
  const text = `${JSON.stringify(failure, undefined, 2)}\n`;
  await inPlace(failurePath(folder, failure.id), async () => {
    await makeFolders(join(folder, 'failed'));
    await writeWhole(nodeFiles, failurePath(folder, failure.id), new TextEncoder().encode(text), { force: true });
  });
}

export const forgetFailure = (folder: string, id: string): Promise<void> =>
  rm(failurePath(folder, id), { force: true });

/** Codes of the system for faults of neither survey nor program: full disks, lack of memory or rights. */
const MACHINE_CODES = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'ENOMEM', 'EMFILE', 'ENFILE', 'ESTALE', 'EACCES']);

/** Whether an error is the machine's, so that another may do the task. */
export function isOfMachine(error: unknown): boolean {
  if (error instanceof PlaceError) return true;
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (MACHINE_CODES.has(errorCode(cause) ?? '')) return true;
  return error instanceof RangeError && /memory|allocation/i.test(error.message);
}

/** Message of a failure for users. */
export function messageOfFailure(error: unknown): string {
  if (error instanceof UserError) return error.format();
  if (!(error instanceof Error)) return String(error);
  return isOfMachine(error) ? error.message : (error.stack ?? error.message);
}

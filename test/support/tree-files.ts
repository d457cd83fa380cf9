import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface TreeFileFacts {
  bytes?: number;
  /** Seconds ago. */
  built?: number;
  /** Seconds ago; absent: when it was built. */
  used?: number;
  ending?: string;
}

/** A file of `bytes` in a cache folder, named as that of the tree number `index`; returns its path. */
export function writeTreeFile(
  folder: string,
  index: number,
  { bytes = 100, built = 0, used = built, ending = '' }: TreeFileFacts = {},
): string {
  const path = join(folder, `${index.toString(16).padStart(64, '0')}.bvh${ending}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, Buffer.alloc(bytes));
  const now = Date.now() / 1000;
  utimesSync(path, now - used, now - built);
  return path;
}

/** Ending of a file whose writing was cut short. */
export const UNFINISHED = '.4711-0badcafe.tmp';

export const HOUR = 3600;
export const DAY = 24 * HOUR;

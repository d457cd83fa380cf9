import { unlink } from 'node:fs/promises';
import { describeSystemError, errorCode } from '../base/files/file-error.js';
import { type CacheContent, type CacheFile, isAbandoned } from './node-cache-folder.js';
import type { CacheLimits } from './node-cache-limits.js';

/** Outcome of pruning. */
export interface Pruned {
  /** Removed trees and unfinished files. */
  removed: CacheFile[];
  /** Trees that remain. */
  left: CacheFile[];
  /** Files that the system refused to remove. */
  failed: { path: string; reason: string }[];
}

const DAY = 86_400;
/** Longest time for writing a tree, seconds; older unfinished files were interrupted. */
const WRITING = 3600;

/**
 * Removes trees that were not used for `limits.days`, then the least recently used ones, until the rest takes no more
 * than `limits.bytes`; and files whose writing was interrupted. Other processes may read, write and prune at the same
 * time: one that has opened a tree reads it to its end, and one that finds it gone builds it again. `now` is in seconds
 * since 1970.
 */
export function pruneCache(content: CacheContent, limits: CacheLimits, now = Date.now() / 1000): Promise<Pruned> {
  let bytes = 0;
  return removeTrees(content, now, (tree) => {
    bytes += tree.bytes;
    return bytes > limits.bytes || now - tree.used > limits.days * DAY;
  });
}

/** Removes all trees, and files whose writing was interrupted, in the same way. */
export function clearCache(content: CacheContent, now = Date.now() / 1000): Promise<Pruned> {
  return removeTrees(content, now, () => true);
}

async function removeTrees(
  { trees, unfinished }: CacheContent,
  now: number,
  goes: (tree: CacheFile) => boolean,
): Promise<Pruned> {
  const going = new Set(trees.filter(goes));
  const cutShort = unfinished.filter(({ path, built }) => isAbandoned(path) || now - built > WRITING);
  const outcome: Pruned = { removed: [], left: trees.filter((tree) => !going.has(tree)), failed: [] };
  for (const file of [...going, ...cutShort])
    await unlink(file.path).then(
      () => outcome.removed.push(file),
      (error: unknown) => {
        // Another process may have been faster.
        if (errorCode(error) === 'ENOENT') return;
        outcome.failed.push({ path: file.path, reason: describeSystemError(error) });
      },
    );
  return outcome;
}

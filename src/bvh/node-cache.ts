import type { Log } from '../base/log.js';
import { cacheFolder, listCache, treeFile } from './node-cache-folder.js';
import { type CacheLimits, cacheLimits } from './node-cache-limits.js';
import { pruneCache } from './node-prune-cache.js';
import { readTree, writeTree } from './node-tree-file.js';
import type { KeyedTree, TreeStore } from './tree-cache.js';
import { treeBytes } from './tree-file.js';

/**
 * Maximum number of entries of the folder that a run looks at, some 20 ms; four times the number of trees within the
 * default limit.
 */
const ENTRIES_MAX = 10_000;

/**
 * The user's folder of trees. Throws UserError if the environment sets its limits to an invalid size or number of days.
 */
export function nodeTreeStore(): TreeStore {
  const limits = cacheLimits();
  return { read: (key) => readTree(treeFile(key)), keep: (trees, log) => keep(trees, limits, log) };
}

/** Caches trees and prunes the cache. A cache that cannot be written, read or pruned does not fail the run. */
async function keep(trees: readonly KeyedTree[], limits: CacheLimits, log: Log): Promise<void> {
  const small = trees.filter(({ bvh }) => treeBytes(bvh) <= limits.bytes);
  await Promise.all(
    small.map(({ key, bvh }) =>
      writeTree(treeFile(key), bvh).catch((error: Error) =>
        log.warn(`the tree could not be kept in ${cacheFolder()} (${error.message}); the next run builds it again`),
      ),
    ),
  );
  await listCache({ entriesMax: ENTRIES_MAX }).then(
    (content) => pruneCache(content, limits),
    () => {},
  );
}

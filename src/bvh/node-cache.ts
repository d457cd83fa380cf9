import { createHash } from 'node:crypto';
import type { Log } from '../base/log.js';
import { othersTurn } from '../base/steps.js';
import { Node4, TriangleBlock } from '../device/records.generated.js';
import type { WideBvh } from '../device/wide-bvh.js';
import type { MeshTriangles } from './mesh-triangles.js';
import { type BuildOptions, buildMeshes } from './node-build.js';
import { cacheFolder, listCache, treeFile } from './node-cache-folder.js';
import { CACHE_LIMITS, type CacheLimits, cacheLimits } from './node-cache-limits.js';
import { pruneCache } from './node-prune-cache.js';
import { readTree, treeBytes, writeTree } from './node-tree-file.js';

/** Part of every key: raise it whenever building or layout changes. */
const CACHE_VERSION = 'subray-bvh-1';
/** Bytes hashed at once: some hundredths of a second. */
const HASHED_BYTES = 1 << 24;
/** Building a smaller mesh is faster than looking it up. */
const CACHED_TRIANGLES = 20_000;
/**
 * Maximum number of entries of the folder that a run looks at, some 20 ms; four times the number of trees within the
 * default limit.
 */
const ENTRIES_MAX = 10_000;

/**
 * Trees of `meshes` in order, from the cache if it has them. The others are built and cached, and then the cache is
 * pruned to its limits. Throws AbortedError, and UserError if the environment sets the limits to an invalid size or
 * number of days.
 */
export async function buildCached(
  meshes: readonly MeshTriangles[],
  options: BuildOptions & { cache: boolean; log: Log },
): Promise<WideBvh[]> {
  const { cache, log } = options;
  const limits = cache ? cacheLimits() : CACHE_LIMITS;
  const keys: (string | undefined)[] = [];
  for (const mesh of meshes)
    keys.push(cache && mesh.indices.length / 3 >= CACHED_TRIANGLES ? await keyOf(mesh, options.signal) : undefined);
  const found = await Promise.all(keys.map((key) => (key ? readTree(treeFile(key)) : undefined)));
  const missing = meshes.flatMap((_, i) => (found[i] ? [] : [i]));
  const built = await buildMeshes(
    missing.map((i) => meshes[i]),
    options,
  );
  const bvhs = meshes.map((_, i) => found[i] ?? built[missing.indexOf(i)]);
  const kept = missing.flatMap((i) => (keys[i] ? [{ file: treeFile(keys[i]), bvh: bvhs[i] }] : []));
  if (kept.length > 0) await keep(kept, limits, log);
  return bvhs;
}

/** A key made from everything on which the tree depends. */
async function keyOf({ positions, indices, triangleGroup }: MeshTriangles, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256').update(`${CACHE_VERSION} ${Node4.SIZE} ${TriangleBlock.SIZE} `);
  for (const { buffer, byteOffset, byteLength } of [positions, indices, Uint32Array.from(triangleGroup)])
    for (let at = 0; at < byteLength; at += HASHED_BYTES) {
      if (at > 0) await othersTurn(signal);
      hash.update(new Uint8Array(buffer, byteOffset + at, Math.min(HASHED_BYTES, byteLength - at)));
    }
  return hash.digest('hex');
}

/** Caches trees and prunes the cache. A cache that cannot be written, read or pruned does not fail the run. */
async function keep(trees: { file: string; bvh: WideBvh }[], limits: CacheLimits, log: Log): Promise<void> {
  const small = trees.filter(({ bvh }) => treeBytes(bvh) <= limits.bytes);
  await Promise.all(
    small.map(({ file, bvh }) =>
      writeTree(file, bvh).catch((error: Error) =>
        log.warn(`the tree could not be kept in ${cacheFolder()} (${error.message}); the next run builds it again`),
      ),
    ),
  );
  await listCache({ entriesMax: ENTRIES_MAX }).then(
    (content) => pruneCache(content, limits),
    () => {},
  );
}

import type { Log } from '../base/log.js';
import type { TreeCounts } from '../base/tree-counts.js';
import type { WideBvh } from '../device/wide-bvh.js';
import { type BuildOptions, buildMeshesIn, type TreeCrew } from './build-queue.js';
import type { MeshTriangles } from './mesh-triangles.js';
import { treeKey } from './tree-key.js';

/** Building a smaller mesh is faster than looking it up. */
const CACHED_TRIANGLES = 20_000;

/** Trees of a scene, and the triangles of those that were built and of those that the store had. */
export interface FoundTrees {
  bvhs: WideBvh[];
  counts: TreeCounts;
}

const trianglesOf = ({ indices }: Pick<MeshTriangles, 'indices'>): number => indices.length / 3;

/** Whether a store keeps the tree of a mesh. */
export const isKept = (mesh: Pick<MeshTriangles, 'indices'>): boolean => trianglesOf(mesh) >= CACHED_TRIANGLES;

/** A tree under its key, the SHA-256 in hex of all that it depends on. */
export interface KeyedTree {
  key: string;
  bvh: WideBvh;
}

/** Store of trees for the next run. */
export interface TreeStore {
  /** The tree under a key; undefined: it is not there, or damaged. Throws nothing. */
  read(key: string): Promise<WideBvh | undefined>;
  /** Keeps trees, and removes others beyond the store's limits. A failure is only logged. */
  keep(trees: readonly KeyedTree[], log: Log): Promise<void>;
}

/**
 * Trees of `meshes` in order, from the store if there is one that has them. The others are built (`buildMeshesIn`) and
 * kept. Throws AbortedError.
 */
export async function buildOrFind(
  crew: TreeCrew,
  store: TreeStore | undefined,
  meshes: readonly MeshTriangles[],
  options: BuildOptions & { log: Log },
): Promise<FoundTrees> {
  const keys: (string | undefined)[] = [];
  for (const mesh of meshes) keys.push(store && isKept(mesh) ? await treeKey(mesh, options.signal) : undefined);
  const known = await Promise.all(keys.map((key) => (key ? store?.read(key) : undefined)));
  const missing = meshes.flatMap((_, i) => (known[i] ? [] : [i]));
  const made = await buildMeshesIn(
    crew,
    missing.map((i) => meshes[i]),
    options,
  );
  const fresh = missing.flatMap((i, k) => (keys[i] ? [{ key: keys[i], bvh: made[k] }] : []));
  if (fresh.length > 0) await store?.keep(fresh, options.log);
  const madeOf = new Map(missing.map((i, k) => [i, made[k]]));
  const sum = (some: readonly MeshTriangles[]) => some.reduce((all, mesh) => all + trianglesOf(mesh), 0);
  const built = sum(missing.map((i) => meshes[i]));
  return {
    bvhs: meshes.map((_, i) => (known[i] ?? madeOf.get(i)) as WideBvh),
    counts: { built, found: sum(meshes) - built },
  };
}

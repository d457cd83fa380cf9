import { Worker } from 'node:worker_threads';
import { nodeThread } from '../base/threads/node-thread.js';
import type { WideBvh } from '../device/wide-bvh.js';
import { type BuildOptions, buildMeshesIn, type TreeThreads, withTreeCrew } from './build-queue.js';
import type { MeshTriangles } from './mesh-triangles.js';

/**
 * Threads of Node that build trees. Without execArgv, one inherits flags such as --input-type
 * that are not meant for it.
 */
export const NODE_TREE_THREADS: TreeThreads = {
  shareMemory: true,
  // Starting one takes longer than building less.
  triangles: 20_000,
  start: async () =>
    nodeThread(new Worker(new URL('../../dist/bvh/node-build-worker.js', import.meta.url), { execArgv: [] }), () => []),
};

/** The tree of each mesh, built in threads of Node; see `buildMeshesIn`. Throws AbortedError. */
export const buildMeshes = (meshes: readonly MeshTriangles[], options: BuildOptions): Promise<WideBvh[]> =>
  withTreeCrew(NODE_TREE_THREADS, options.signal, (crew) => buildMeshesIn(crew, meshes, options));

import { Worker } from 'node:worker_threads';
import { AbortedError } from '../base/errors.js';
import type { OnProgress } from '../base/log.js';
import { buildBinary } from './build-binary.js';
import type { WideBvh } from './wide-bvh.js';
import { type MeshTriangles, widen } from './widen.js';

export interface BuildOptions {
  threads: number;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/** Below this a mesh is built on the spot: starting a worker takes longer. */
const WORKER_TRIANGLES = 20_000;

const triangleCount = (mesh: MeshTriangles) => mesh.indices.length / 3;

/**
 * Builds the tree of each mesh (at least one triangle each), large ones in workers, largest first; in the order of `meshes`.
 * Throws AbortedError when `signal` ends it.
 */
export async function buildMeshes(meshes: readonly MeshTriangles[], options: BuildOptions): Promise<WideBvh[]> {
  const done: WideBvh[] = new Array(meshes.length);
  const total = meshes.reduce((sum, mesh) => sum + triangleCount(mesh), 0);
  let built = 0;
  const finish = (index: number, bvh: WideBvh) => {
    done[index] = bvh;
    built += triangleCount(meshes[index]);
    options.onProgress?.({ task: 'build', done: built, total, unit: 'triangles' });
  };
  const queue = meshes
    .map((mesh, index) => ({ mesh, index }))
    .filter(({ mesh }) => triangleCount(mesh) >= WORKER_TRIANGLES)
    .sort((a, b) => triangleCount(b.mesh) - triangleCount(a.mesh));
  const workers = Math.min(options.threads, queue.length);
  const running = Array.from({ length: workers }, () => drain(queue, finish, options.signal));
  for (const [index, mesh] of meshes.entries())
    if (triangleCount(mesh) < WORKER_TRIANGLES) finish(index, widen(buildBinary(mesh.positions, mesh.indices), mesh));
  await Promise.all(running);
  return done;
}

/** One worker, which takes meshes from the queue until it is empty. */
async function drain(
  queue: { mesh: MeshTriangles; index: number }[],
  finish: (index: number, bvh: WideBvh) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const worker = new Worker(new URL('../../dist/bvh/node-build-worker.js', import.meta.url));
  try {
    for (let next = queue.shift(); next; next = queue.shift()) {
      if (signal?.aborted) throw new AbortedError();
      finish(next.index, await request(worker, next.mesh, signal));
    }
  } finally {
    await worker.terminate();
  }
}

function request(worker: Worker, mesh: MeshTriangles, signal: AbortSignal | undefined): Promise<WideBvh> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new AbortedError());
    signal?.addEventListener('abort', abort, { once: true });
    worker.removeAllListeners();
    worker.once('message', (bvh: WideBvh) => {
      signal?.removeEventListener('abort', abort);
      resolve(bvh);
    });
    worker.once('error', reject);
    const { positions, indices, triangleGroup } = mesh;
    worker.postMessage({ positions, indices, triangleGroup });
  });
}

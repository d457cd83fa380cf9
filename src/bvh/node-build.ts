import { Worker } from 'node:worker_threads';
import { AbortedError } from '../base/errors.js';
import type { OnProgress } from '../base/log.js';
import type { WideBvh } from '../device/wide-bvh.js';
import { buildPart, joinMesh, partsOf } from './build-mesh.js';
import type { MeshPart, MeshTriangles } from './mesh-triangles.js';

export interface BuildOptions {
  threads: number;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/** Smaller meshes are built in this thread: starting a worker takes longer. */
const WORKER_TRIANGLES = 20_000;

/** A mesh, or a part of one, waiting for a worker. */
interface Job {
  mesh: number;
  part: number;
  triangles: MeshTriangles | MeshPart;
  count: number;
}

const triangleCount = (mesh: MeshTriangles) => mesh.indices.length / 3;

/**
 * Builds the tree of each mesh (at least one triangle each), large ones in workers, largest first, the largest in
 * parts. Returns them in the order of `meshes`. Throws AbortedError when `signal` ends it.
 */
export async function buildMeshes(meshes: readonly MeshTriangles[], options: BuildOptions): Promise<WideBvh[]> {
  const parts: WideBvh[][] = meshes.map(() => []);
  const total = meshes.reduce((sum, mesh) => sum + triangleCount(mesh), 0);
  let built = 0;
  const finish = ({ mesh, part, count }: Job, bvh: WideBvh) => {
    parts[mesh][part] = bvh;
    built += count;
    options.onProgress?.({ task: 'build', done: built, total, unit: 'triangles' });
  };
  const jobs = meshes.flatMap(jobsOf).sort((a, b) => b.count - a.count);
  const large = jobs.filter((job) => job.count >= WORKER_TRIANGLES);
  const small = jobs.slice(large.length);
  const workers = Array.from({ length: Math.min(options.threads, large.length) }, () =>
    drain(large, finish, options.signal),
  );
  for (const job of small) finish(job, buildPart(job.triangles));
  await Promise.all(workers);
  return parts.map(joinMesh);
}

function jobsOf(whole: MeshTriangles, mesh: number): Job[] {
  const parts = partsOf(whole);
  const shared = parts.length > 1 ? shareMesh(whole) : undefined;
  return parts.map((triangles, part) => ({
    mesh,
    part,
    triangles: { ...triangles, ...shared },
    count: 'numbers' in triangles ? triangles.numbers.length : triangleCount(triangles),
  }));
}

function shareMesh({ positions, indices, triangleGroup }: MeshTriangles): MeshTriangles {
  return {
    positions: new Float32Array(share(positions)),
    indices: new Uint32Array(share(indices)),
    triangleGroup: new Uint32Array(share(Uint32Array.from(triangleGroup))),
  };
}

/** A copy that all workers can read. */
function share(array: Float32Array | Uint32Array): SharedArrayBuffer {
  const copy = new SharedArrayBuffer(array.byteLength);
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  new Uint8Array(copy).set(bytes);
  return copy;
}

/** One worker, which takes jobs from the queue until it is empty. */
async function drain(
  queue: Job[],
  finish: (job: Job, bvh: WideBvh) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  // Without execArgv, a worker inherits flags such as --input-type that are not meant for it.
  const worker = new Worker(new URL('../../dist/bvh/node-build-worker.js', import.meta.url), { execArgv: [] });
  try {
    for (let job = queue.shift(); job; job = queue.shift()) {
      if (signal?.aborted) throw new AbortedError();
      finish(job, await request(worker, job.triangles, signal));
    }
  } finally {
    await worker.terminate();
  }
}

function request(worker: Worker, triangles: MeshTriangles, signal: AbortSignal | undefined): Promise<WideBvh> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new AbortedError());
    signal?.addEventListener('abort', abort, { once: true });
    worker.removeAllListeners();
    worker.once('message', (bvh: WideBvh) => {
      signal?.removeEventListener('abort', abort);
      resolve(bvh);
    });
    worker.once('error', reject);
    worker.postMessage(triangles);
  });
}

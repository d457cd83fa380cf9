import { Worker } from 'node:worker_threads';
import { AbortedError } from '../base/errors.js';
import type { OnProgress } from '../base/log.js';
import { copyBytes, finishInTurns, type Steps } from '../base/steps.js';
import type { WideBvh, WideNodes } from '../device/wide-bvh.js';
import { buildPart, joinMesh, partsOf } from './build-mesh.js';
import type { MeshPart, MeshTriangles } from './mesh-triangles.js';
import { buildTopLevel } from './top-level.js';

/** Message to a worker: a mesh or a part of one, or the boxes of instances. */
export type BuildOrder = MeshTriangles | MeshPart | { boxes: MeshTriangles };

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
  const jobs = (await finishInTurns(allJobs(meshes), options.signal)).sort((a, b) => b.count - a.count);
  const large = jobs.filter((job) => job.count >= WORKER_TRIANGLES);
  const small = jobs.slice(large.length);
  const workers = Array.from({ length: Math.min(options.threads, large.length) }, () =>
    drain(large, finish, options.signal),
  );
  // Whichever fails first ends the others, with the signal.
  await Promise.all([finishInTurns(buildHere(small, finish), options.signal), ...workers]);
  return finishInTurns(joinAll(parts), options.signal);
}

function* buildHere(jobs: readonly Job[], finish: (job: Job, bvh: WideBvh) => void): Steps<void> {
  for (const job of jobs) {
    yield;
    finish(job, buildPart(job.triangles));
  }
}

/** The tree over the boxes of instances, in a worker if there are many. Throws AbortedError. */
export async function buildInstances(boxes: MeshTriangles, signal: AbortSignal | undefined): Promise<WideNodes> {
  if (triangleCount(boxes) < WORKER_TRIANGLES) return buildTopLevel(boxes);
  const worker = startWorker();
  try {
    if (signal?.aborted) throw new AbortedError();
    return await request<WideNodes>(worker, { boxes }, signal);
  } finally {
    await worker.terminate();
  }
}

function* joinAll(parts: readonly WideBvh[][]): Steps<WideBvh[]> {
  const joined: WideBvh[] = [];
  for (const ofMesh of parts) joined.push(yield* joinMesh(ofMesh));
  return joined;
}

function* allJobs(meshes: readonly MeshTriangles[]): Steps<Job[]> {
  const jobs: Job[] = [];
  for (const [mesh, whole] of meshes.entries()) {
    yield;
    for (const job of yield* jobsOf(whole, mesh)) jobs.push(job);
  }
  return jobs;
}

function* jobsOf(whole: MeshTriangles, mesh: number): Steps<Job[]> {
  const parts = yield* partsOf(whole);
  const shared = parts.length > 1 ? yield* shareMesh(whole) : undefined;
  return parts.map((triangles, part) => ({
    mesh,
    part,
    triangles: { ...triangles, ...shared },
    count: 'numbers' in triangles ? triangles.numbers.length : triangleCount(triangles),
  }));
}

function* shareMesh({ positions, indices, triangleGroup }: MeshTriangles): Steps<MeshTriangles> {
  return {
    positions: new Float32Array(yield* share(positions)),
    indices: new Uint32Array(yield* share(indices)),
    triangleGroup: new Uint32Array(yield* share(new Uint32Array(triangleGroup))),
  };
}

/** A copy that all workers can read. */
function* share(array: Float32Array | Uint32Array): Steps<SharedArrayBuffer> {
  const copy = new SharedArrayBuffer(array.byteLength);
  yield* copyBytes(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), new Uint8Array(copy), 0);
  return copy;
}

/** One worker, which takes jobs from the queue until it is empty. */
async function drain(
  queue: Job[],
  finish: (job: Job, bvh: WideBvh) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const worker = startWorker();
  try {
    for (let job = queue.shift(); job; job = queue.shift()) {
      if (signal?.aborted) throw new AbortedError();
      finish(job, await request<WideBvh>(worker, job.triangles, signal));
    }
  } finally {
    await worker.terminate();
  }
}

// Without execArgv, a worker inherits flags such as --input-type that are not meant for it.
const startWorker = () => new Worker(new URL('../../dist/bvh/node-build-worker.js', import.meta.url), { execArgv: [] });

function request<Tree>(worker: Worker, order: BuildOrder, signal: AbortSignal | undefined): Promise<Tree> {
  let abort = () => {};
  return new Promise<Tree>((resolve, reject) => {
    abort = () => reject(new AbortedError());
    signal?.addEventListener('abort', abort);
    worker.removeAllListeners();
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.postMessage(order);
  }).finally(() => signal?.removeEventListener('abort', abort));
}

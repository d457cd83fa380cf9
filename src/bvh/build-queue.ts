import { AbortedError } from '../base/errors.js';
import type { OnProgress } from '../base/log.js';
import { copyBytes, finishInTurns, type Steps } from '../base/steps.js';
import type { MovedResult } from '../base/threads/thread-crew.js';
import { type StartThread, withThread } from '../base/threads/with-thread.js';
import type { WideBvh, WideNodes } from '../device/wide-bvh.js';
import { buildPart, joinMesh, partsOf } from './build-mesh.js';
import type { MeshPart, MeshTriangles } from './mesh-triangles.js';
import { buildTopLevel } from './top-level.js';

/** Work of a thread: a mesh or a part of one, or the boxes of instances. */
export type BuildOrder = MeshTriangles | MeshPart | { boxes: MeshTriangles };

/** Its result. */
export type BuiltTree = WideBvh | WideNodes;

/** The threads of a platform that build trees. */
export interface TreeThreads {
  /** Whether they read memory of this thread without a copy. */
  readonly shareMemory: boolean;
  readonly start: StartThread<BuildOrder, BuiltTree>;
}

export interface BuildOptions {
  threads: number;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/** Smaller meshes are built in this thread: starting another takes longer. */
const THREAD_TRIANGLES = 20_000;

/** A mesh, or a part of one, waiting for a thread. */
interface Job {
  mesh: number;
  part: number;
  triangles: MeshTriangles | MeshPart;
  count: number;
}

type Finish = (job: Job, bvh: WideBvh) => void;

const triangleCount = (mesh: MeshTriangles) => mesh.indices.length / 3;

/**
 * Builds the tree of each mesh (at least one triangle each), large ones in `treeThreads`, largest first, the largest in
 * parts; in this thread where none can be started. Returns them in the order of `meshes`. Throws AbortedError when `signal`
 * ends it, which ends the threads at once.
 */
export async function buildMeshesIn(
  treeThreads: TreeThreads,
  meshes: readonly MeshTriangles[],
  { threads, signal, onProgress }: BuildOptions,
): Promise<WideBvh[]> {
  const parts: WideBvh[][] = meshes.map(() => []);
  const total = meshes.reduce((sum, mesh) => sum + triangleCount(mesh), 0);
  let built = 0;
  const finish: Finish = ({ mesh, part, count }, bvh) => {
    parts[mesh][part] = bvh;
    built += count;
    onProgress?.({ task: 'build', done: built, total, unit: 'triangles' });
  };
  const jobs = await finishInTurns(allJobs(meshes, treeThreads.shareMemory), signal);
  jobs.sort((a, b) => b.count - a.count);
  const large = jobs.filter((job) => job.count >= THREAD_TRIANGLES);
  const small = jobs.slice(large.length);
  const helpers = Array.from({ length: Math.min(threads, large.length) }, () =>
    drain(treeThreads, large, finish, signal),
  );
  // Whichever fails first ends the others, with the signal.
  await Promise.all([finishInTurns(buildHere(small, finish), signal), ...helpers]);
  // What is left where no thread could be started.
  await finishInTurns(buildHere(large, finish), signal);
  return finishInTurns(joinAll(parts), signal);
}

/** The tree over the boxes of instances, in another thread if there are many and one can be started. Throws AbortedError. */
export async function buildInstancesIn(
  treeThreads: TreeThreads,
  boxes: MeshTriangles,
  signal: AbortSignal | undefined,
): Promise<WideNodes> {
  if (triangleCount(boxes) < THREAD_TRIANGLES) return buildTopLevel(boxes);
  const inThread = await withThread(treeThreads.start, signal, (ask) => ask({ boxes }));
  return inThread ?? buildTopLevel(boxes);
}

/** A thread's work: one message, one tree. Takes the memory of the tree along. */
export async function buildOrdered(order: BuildOrder): Promise<MovedResult<BuiltTree>> {
  if ('boxes' in order) {
    const top = buildTopLevel(order.boxes);
    return { result: top, memory: [top.nodes] };
  }
  const bvh = buildPart(order);
  return { result: bvh, memory: [bvh.nodes, bvh.blocks] };
}

/** One thread, which takes jobs from the queue until it is empty. */
async function drain(
  treeThreads: TreeThreads,
  queue: Job[],
  finish: Finish,
  signal: AbortSignal | undefined,
): Promise<void> {
  await withThread(treeThreads.start, signal, async (ask) => {
    for (let job = queue.shift(); job; job = queue.shift()) {
      if (signal?.aborted) throw new AbortedError();
      finish(job, (await ask(job.triangles)) as WideBvh);
    }
  });
}

function* buildHere(jobs: readonly Job[], finish: Finish): Steps<void> {
  for (const job of jobs) {
    yield;
    finish(job, buildPart(job.triangles));
  }
}

function* joinAll(parts: readonly WideBvh[][]): Steps<WideBvh[]> {
  const joined: WideBvh[] = [];
  for (const ofMesh of parts) joined.push(yield* joinMesh(ofMesh));
  return joined;
}

function* allJobs(meshes: readonly MeshTriangles[], shareMemory: boolean): Steps<Job[]> {
  const jobs: Job[] = [];
  for (const [mesh, whole] of meshes.entries()) {
    yield;
    for (const job of yield* jobsOf(whole, mesh, shareMemory)) jobs.push(job);
  }
  return jobs;
}

function* jobsOf(whole: MeshTriangles, mesh: number, shareMemory: boolean): Steps<Job[]> {
  const parts = yield* partsOf(whole);
  const shared = shareMemory && parts.length > 1 ? yield* shareMesh(whole) : undefined;
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

/** A copy that all threads can read. */
function* share(array: Float32Array | Uint32Array): Steps<SharedArrayBuffer> {
  const copy = new SharedArrayBuffer(array.byteLength);
  yield* copyBytes(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), new Uint8Array(copy), 0);
  return copy;
}

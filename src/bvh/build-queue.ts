import { AbortedError } from '../base/errors.js';
import type { OnProgress } from '../base/log.js';
import { copyBytes, finishInTurns, type Steps } from '../base/steps.js';
import { StartedThreads, type StartThread } from '../base/threads/started-threads.js';
import type { WideBvh, WideNodes } from '../device/wide-bvh.js';
import { joinMesh, partsOf } from './mesh-parts.js';
import type { MeshPart, MeshTriangles } from './mesh-triangles.js';

/** Work of a thread: a mesh or a part of one, or the boxes of instances. */
export type BuildOrder = MeshTriangles | MeshPart | { boxes: MeshTriangles };

/** Its result. */
export type BuiltTree = WideBvh | WideNodes;

/** The threads of a platform that build trees. */
export interface TreeThreads {
  /** Whether they read memory of this thread without a copy. */
  readonly shareMemory: boolean;
  /** Meshes with fewer triangles are built in the calling thread. */
  readonly triangles: number;
  readonly start: StartThread<BuildOrder, BuiltTree>;
}

/** Threads that have been started, or will be. */
export interface TreeCrew extends Omit<TreeThreads, 'start'> {
  readonly started: StartedThreads<BuildOrder, BuiltTree>;
}

export interface BuildOptions {
  threads: number;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/** Triangles of a mesh for which another thread is started: for fewer, the existing ones take no longer. */
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

/** The result of `use` with threads of a platform, which are ended afterwards. */
export async function withTreeCrew<Outcome>(
  { start, ...rest }: TreeThreads,
  signal: AbortSignal | undefined,
  use: (crew: TreeCrew) => Promise<Outcome>,
): Promise<Outcome> {
  const started = new StartedThreads(start, signal);
  try {
    return await use({ ...rest, started });
  } finally {
    await started.close();
  }
}

/**
 * Builds the tree of each mesh (at least one triangle each), large ones in threads of `crew`, largest first, the
 * largest in parts; in this thread where none can be started. Returns them in the order of `meshes`. Throws
 * AbortedError when `signal` ends it.
 */
export async function buildMeshesIn(
  crew: TreeCrew,
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
  const jobs = await finishInTurns(allJobs(meshes, crew.shareMemory), signal);
  jobs.sort((a, b) => b.count - a.count);
  const large = jobs.filter((job) => job.count >= crew.triangles);
  const small = jobs.slice(large.length);
  const busy = Math.max(1, large.filter((job) => job.count >= THREAD_TRIANGLES).length);
  const helpers = Array.from({ length: Math.min(threads, busy, large.length) }, () =>
    drain(crew, large, finish, signal),
  );
  // The first failure ends the others, by the signal.
  await Promise.all([buildHere(small, finish, signal), ...helpers]);
  // The rest if no thread could be started.
  await buildHere(large, finish, signal);
  return finishInTurns(joinAll(parts), signal);
}

/**
 * The tree over the boxes of instances, in a thread of `crew` if there are many and one can be
 * started. Throws AbortedError.
 */
export async function buildInstancesIn(crew: TreeCrew, boxes: MeshTriangles): Promise<WideNodes> {
  const inThread = triangleCount(boxes) < crew.triangles ? undefined : await crew.started.use((ask) => ask({ boxes }));
  return inThread ?? (await import('./top-level.js')).buildTopLevel(boxes);
}

/** One thread, which takes jobs from the queue until it is empty. */
async function drain({ started }: TreeCrew, queue: Job[], finish: Finish, signal?: AbortSignal): Promise<void> {
  await started.use(async (ask) => {
    for (let job = queue.shift(); job; job = queue.shift()) {
      if (signal?.aborted) throw new AbortedError();
      finish(job, (await ask(job.triangles)) as WideBvh);
    }
  });
}

/** Builds the remaining trees in this thread, and loads the builder for that. */
async function buildHere(jobs: readonly Job[], finish: Finish, signal?: AbortSignal): Promise<void> {
  if (jobs.length === 0) return;
  const { buildPart } = await import('./build-mesh.js');
  function* inTurns(): Steps<void> {
    for (const job of jobs) {
      yield;
      finish(job, buildPart(job.triangles));
    }
  }
  await finishInTurns(inTurns(), signal);
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

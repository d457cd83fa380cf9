import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../base/log.js';
import { Node4, TriangleBlock } from '../engine/records.generated.js';
import { type BuildOptions, buildMeshes } from './node-build.js';
import type { WideBvh } from './wide-bvh.js';
import type { MeshTriangles } from './widen.js';

/** Part of every key: raise it whenever building or layout changes. */
const CACHE_VERSION = 'subray-bvh-1';
const MAGIC = 0x31_68_76_62; // «bvh1», little endian
/** Magic, node count, block count, depth, 6 f64 of bounds, then nodes, then blocks. */
const HEAD_BYTES = 16 + 48;
/** Smaller meshes are built sooner than they are found. */
const CACHED_TRIANGLES = 20_000;

/** Where trees are kept: $SUBRAY_CACHE, else $XDG_CACHE_HOME/subray, else ~/.cache/subray. */
export function cacheFolder(): string {
  const { SUBRAY_CACHE, XDG_CACHE_HOME } = process.env;
  return SUBRAY_CACHE || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'subray');
}

/** Trees of `meshes` in their order, from the cache where it has them; what had to be built is kept there. */
export async function buildCached(
  meshes: readonly MeshTriangles[],
  options: BuildOptions & { cache: boolean; log: Log },
): Promise<WideBvh[]> {
  const { cache, log } = options;
  const keys = meshes.map((mesh) => (cache && mesh.indices.length / 3 >= CACHED_TRIANGLES ? keyOf(mesh) : undefined));
  const found = await Promise.all(keys.map((key) => (key ? load(key) : undefined)));
  const missing = meshes.flatMap((_, i) => (found[i] ? [] : [i]));
  const built = await buildMeshes(
    missing.map((i) => meshes[i]),
    options,
  );
  const bvhs = meshes.map((_, i) => found[i] ?? built[missing.indexOf(i)]);
  await Promise.all(missing.map((i) => keys[i] && save(keys[i], bvhs[i], log)));
  return bvhs;
}

/** A name made of everything that the tree depends on. */
function keyOf({ positions, indices, triangleGroup }: MeshTriangles): string {
  const hash = createHash('sha256').update(`${CACHE_VERSION} ${Node4.SIZE} ${TriangleBlock.SIZE} `);
  hash.update(new Uint8Array(positions.buffer, positions.byteOffset, positions.byteLength));
  hash.update(new Uint8Array(indices.buffer, indices.byteOffset, indices.byteLength));
  const groups = Uint32Array.from(triangleGroup);
  return hash.update(new Uint8Array(groups.buffer)).digest('hex');
}

const fileOf = (key: string) => join(cacheFolder(), `${key}.bvh`);

/** The tree kept under `key`; undefined where there is none, or only a damaged one. */
async function load(key: string): Promise<WideBvh | undefined> {
  const bytes = await readFile(fileOf(key)).catch(() => undefined);
  if (!bytes || bytes.length < HEAD_BYTES || bytes.readUInt32LE(0) !== MAGIC) return undefined;
  const [nodeCount, blockCount, depth] = [4, 8, 12].map((at) => bytes.readUInt32LE(at));
  const nodesEnd = HEAD_BYTES + nodeCount * Node4.SIZE;
  const end = nodesEnd + blockCount * TriangleBlock.SIZE;
  if (bytes.length !== end) return undefined;
  const part = (from: number, to: number) => new Uint8Array(bytes.subarray(from, to)).buffer as ArrayBuffer;
  const [a, b, c, d, e, f] = new Float64Array(part(16, HEAD_BYTES));
  const bounds = { min: [a, b, c] as [number, number, number], max: [d, e, f] as [number, number, number] };
  return { nodes: part(HEAD_BYTES, nodesEnd), nodeCount, blocks: part(nodesEnd, end), blockCount, depth, bounds };
}

/** Keeps a tree: under a temporary name first. A cache that cannot be written is no reason to fail. */
async function save(key: string, bvh: WideBvh, log: Log): Promise<void> {
  const temporary = `${fileOf(key)}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
  const head = Buffer.alloc(HEAD_BYTES);
  [MAGIC, bvh.nodeCount, bvh.blockCount, bvh.depth].forEach((value, k) => void head.writeUInt32LE(value, 4 * k));
  [...bvh.bounds.min, ...bvh.bounds.max].forEach((value, k) => void head.writeDoubleLE(value, 16 + 8 * k));
  try {
    await mkdir(cacheFolder(), { recursive: true });
    const file = await open(temporary, 'wx');
    try {
      await file.writev([head, new Uint8Array(bvh.nodes), new Uint8Array(bvh.blocks)]);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, fileOf(key));
  } catch (error) {
    await rm(temporary, { force: true });
    log.warn(
      `the tree could not be kept in ${cacheFolder()} (${(error as Error).message}); the next run builds it again`,
    );
  }
}

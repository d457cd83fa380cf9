import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Log } from '../base/log.js';
import type { Box3 } from '../base/vec3.js';
import { Node4, TriangleBlock } from '../device/records.generated.js';
import type { WideBvh } from '../device/wide-bvh.js';
import type { MeshTriangles } from './mesh-triangles.js';
import { type BuildOptions, buildMeshes } from './node-build.js';

/** Part of every key: raise it whenever building or layout changes. */
const CACHE_VERSION = 'subray-bvh-1';
const MAGIC = 0x32_68_76_62; // "bvh2", little endian
/** Magic, checksum of all that follows, node count, block count, depth, 4 bytes free, 6 f64 of bounds; nodes; blocks. */
const HEAD_BYTES = 24 + 48;
const CHECKED_FROM = 8;
const BOUNDS_AT = 24;
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
  if (bytes.readUInt32LE(4) !== crc32(bytes.subarray(CHECKED_FROM))) return undefined;
  const [nodeCount, blockCount, depth] = [8, 12, 16].map((at) => bytes.readUInt32LE(at));
  const nodesEnd = HEAD_BYTES + nodeCount * Node4.SIZE;
  const end = nodesEnd + blockCount * TriangleBlock.SIZE;
  if (bytes.length !== end) return undefined;
  const part = (from: number, to: number) => new Uint8Array(bytes.subarray(from, to)).buffer as ArrayBuffer;
  const [a, b, c, d, e, f] = new Float64Array(part(BOUNDS_AT, HEAD_BYTES));
  const bounds: Box3 = { min: [a, b, c], max: [d, e, f] };
  return { nodes: part(HEAD_BYTES, nodesEnd), nodeCount, blocks: part(nodesEnd, end), blockCount, depth, bounds };
}

/** Head of the file that keeps a tree. */
function headOf(bvh: WideBvh): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  [bvh.nodeCount, bvh.blockCount, bvh.depth].forEach((value, k) => void head.writeUInt32LE(value, 8 + 4 * k));
  [...bvh.bounds.min, ...bvh.bounds.max].forEach((value, k) => void head.writeDoubleLE(value, BOUNDS_AT + 8 * k));
  const checked = [head.subarray(CHECKED_FROM), new Uint8Array(bvh.nodes), new Uint8Array(bvh.blocks)];
  head.writeUInt32LE(MAGIC, 0);
  head.writeUInt32LE(
    checked.reduce((sum, bytes) => crc32(bytes, sum), 0),
    4,
  );
  return head;
}

/** Keeps a tree: under a temporary name first. A cache that cannot be written is no reason to fail. */
async function save(key: string, bvh: WideBvh, log: Log): Promise<void> {
  const temporary = `${fileOf(key)}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
  try {
    await mkdir(cacheFolder(), { recursive: true });
    const file = await open(temporary, 'wx');
    try {
      await file.writev([headOf(bvh), new Uint8Array(bvh.nodes), new Uint8Array(bvh.blocks)]);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, fileOf(key));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    log.warn(
      `the tree could not be kept in ${cacheFolder()} (${(error as Error).message}); the next run builds it again`,
    );
  }
}

import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { makeFolders } from '../base/files/node-make-folders.js';
import type { Box3 } from '../base/vec3.js';
import { Node4, TriangleBlock } from '../device/records.generated.js';
import type { WideBvh } from '../device/wide-bvh.js';
import { unfinishedFile } from './node-cache-folder.js';

const MAGIC = 0x32_68_76_62; // "bvh2", little endian
/** Magic, checksum of the rest, counts of nodes and blocks, depth, 4 bytes free, 6 f64 of bounds; nodes; blocks. */
const HEAD_BYTES = 24 + 48;
const CHECKED_FROM = 8;
const BOUNDS_AT = 24;

/** Maximum number of bytes that one system call moves; Linux stops short of 2 GiB. */
const STEP_BYTES = 2 ** 30;
/** Seconds after which reading a tree marks it as used again. */
const MARKED_AFTER = 3600;

/** Reads without waiting for a writer of a pipe, and follows no link. Windows has neither flag. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Size of a tree's file in bytes. */
export const treeBytes = ({ nodes, blocks }: WideBvh): number => HEAD_BYTES + nodes.byteLength + blocks.byteLength;

/** The tree in a file, or undefined if the file is missing or damaged. Marks the file as used. */
export async function readTree(path: string): Promise<WideBvh | undefined> {
  const file = await open(path, READ).catch(() => undefined);
  if (!file) return undefined;
  try {
    const tree = await readWhole(file);
    if (tree) await markUsed(file);
    return tree;
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

async function readWhole(file: FileHandle): Promise<WideBvh | undefined> {
  const facts = await file.stat();
  const head = Buffer.alloc(HEAD_BYTES);
  if (!facts.isFile() || !(await fill(file, head, 0)) || head.readUInt32LE(0) !== MAGIC) return undefined;
  const [checksum, nodeCount, blockCount, depth] = [4, 8, 12, 16].map((at) => head.readUInt32LE(at));
  const nodes = nodeCount * Node4.SIZE;
  // The size is checked before anything of that size is allocated.
  if (facts.size !== HEAD_BYTES + nodes + blockCount * TriangleBlock.SIZE) return undefined;
  const parts = [new Uint8Array(nodes), new Uint8Array(facts.size - HEAD_BYTES - nodes)];
  if (!(await fill(file, parts[0], HEAD_BYTES)) || !(await fill(file, parts[1], HEAD_BYTES + nodes))) return undefined;
  if (checksum !== checksumOf([head.subarray(CHECKED_FROM), ...parts])) return undefined;
  const [a, b, c, d, e, f] = Array.from({ length: 6 }, (_, k) => head.readDoubleLE(BOUNDS_AT + 8 * k));
  const bounds: Box3 = { min: [a, b, c], max: [d, e, f] };
  return { nodes: parts[0].buffer, nodeCount, blocks: parts[1].buffer, blockCount, depth, bounds };
}

/** Reads all of `bytes`; returns false if the file ends before. */
async function fill(file: FileHandle, bytes: Uint8Array, from: number): Promise<boolean> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, done, Math.min(bytes.length - done, STEP_BYTES), from + done);
    if (bytesRead === 0) return false;
    done += bytesRead;
  }
  return true;
}

/** Sets the time of the last access, which many systems do not update on reading. Fails for files of other users. */
async function markUsed(file: FileHandle): Promise<void> {
  const { atimeMs, mtime } = await file.stat();
  const now = Date.now();
  if (now - atimeMs > MARKED_AFTER * 1000) await file.utimes(now / 1000, mtime).catch(() => {});
}

/** The used part of a file handle; tests pass handles that fail. */
type TreeHandle = Pick<FileHandle, 'write' | 'sync' | 'close'>;

const openNew = (path: string): Promise<TreeHandle> => open(path, 'wx');

/**
 * Writes the file of a tree, and its folder, first under a temporary name, which `openTemporary` opens. On failure no
 * file stays.
 */
export async function writeTree(path: string, bvh: WideBvh, openTemporary = openNew): Promise<void> {
  await makeFolders(dirname(path));
  const unfinished = unfinishedFile(path);
  try {
    const file = await openTemporary(unfinished);
    try {
      for (const part of [headOf(bvh), new Uint8Array(bvh.nodes), new Uint8Array(bvh.blocks)]) await append(file, part);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
}

/** Head of a tree's file. */
function headOf(bvh: WideBvh): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  [bvh.nodeCount, bvh.blockCount, bvh.depth].forEach((value, k) => void head.writeUInt32LE(value, 8 + 4 * k));
  [...bvh.bounds.min, ...bvh.bounds.max].forEach((value, k) => void head.writeDoubleLE(value, BOUNDS_AT + 8 * k));
  head.writeUInt32LE(MAGIC, 0);
  const checked = [head.subarray(CHECKED_FROM), new Uint8Array(bvh.nodes), new Uint8Array(bvh.blocks)];
  head.writeUInt32LE(checksumOf(checked), 4);
  return head;
}

/** Step by step, since the length of a checksum's input is 32 bits. */
function checksumOf(parts: readonly Uint8Array[]): number {
  let sum = 0;
  for (const bytes of parts)
    for (let at = 0; at < bytes.length; at += STEP_BYTES) sum = crc32(bytes.subarray(at, at + STEP_BYTES), sum);
  return sum;
}

/** Writes all of `bytes`; a system call may take fewer than it was given. */
async function append(file: Pick<FileHandle, 'write'>, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, Math.min(bytes.length - done, STEP_BYTES));
    done += bytesWritten;
  }
}

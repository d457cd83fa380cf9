import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { makeFolders } from '../base/files/node-make-folders.js';
import { finishInTurns } from '../base/steps.js';
import type { WideBvh } from '../device/wide-bvh.js';
import { unfinishedFile } from './node-cache-folder.js';
import { readTreeHead, TREE_HEAD_BYTES, treeHead, treeOf } from './tree-file.js';

/** Maximum number of bytes that one system call moves; Linux stops short of 2 GiB. */
const STEP_BYTES = 2 ** 30;
/** Seconds after which reading a tree marks it as used again. */
const MARKED_AFTER = 3600;

/** Reads without waiting for a writer of a pipe, and follows no link. Windows has neither flag. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

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
  const bytes = new Uint8Array(TREE_HEAD_BYTES);
  if (!facts.isFile() || !(await fill(file, bytes, 0))) return undefined;
  // The size is checked before anything of that size is allocated.
  const head = readTreeHead(bytes, facts.size);
  if (!head) return undefined;
  const [nodes, blocks] = [new Uint8Array(head.nodeBytes), new Uint8Array(head.blockBytes)];
  if (!(await fill(file, nodes, TREE_HEAD_BYTES)) || !(await fill(file, blocks, TREE_HEAD_BYTES + head.nodeBytes)))
    return undefined;
  return finishInTurns(treeOf(head, nodes.buffer, blocks.buffer, crc32));
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
  const head = await finishInTurns(treeHead(bvh, crc32));
  await makeFolders(dirname(path));
  const unfinished = unfinishedFile(path);
  try {
    const file = await openTemporary(unfinished);
    try {
      for (const part of [head, new Uint8Array(bvh.nodes), new Uint8Array(bvh.blocks)]) await append(file, part);
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

/** Writes all of `bytes`; a system call may take fewer than it was given. */
async function append(file: Pick<FileHandle, 'write'>, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, Math.min(bytes.length - done, STEP_BYTES));
    done += bytesWritten;
  }
}

import type { Log } from '../base/log.js';
import { finishInTurns } from '../base/steps.js';
import type { WideBvh } from '../device/wide-bvh.js';
import { crc32 } from '../io/npz/crc32.js';
import type { KeyedTree, TreeStore } from './tree-cache.js';
import { readTreeHead, TREE_HEAD_BYTES, treeBytes, treeHead, treeOf } from './tree-file.js';

/** Folder of the trees on the page's own disk (OPFS). */
const FOLDER = 'subray-trees';
/** Form of the names of trees; other files of the folder are not ours. */
const TREE = /^[0-9a-f]{64}\.bvh$/;
/** Size of all trees together, as far as the page may have so much. */
const BYTES_MAX = 2 ** 30;
/** Share of the page's storage. */
const QUOTA_SHARE = 1 / 4;

/** The trees on the page's own disk; undefined where it has none, as in some private windows. */
export async function openTreeStore(): Promise<TreeStore | undefined> {
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(FOLDER, { create: true });
    const { quota = Infinity } = await navigator.storage.estimate();
    const limit = Math.min(BYTES_MAX, quota * QUOTA_SHARE);
    return { read: (key) => readTree(folder, key), keep: (trees, log) => keep(folder, trees, limit, log) };
  } catch {
    return undefined;
  }
}

const fileOf = (key: string): string => `${key}.bvh`;

/** The tree under a key; another tab may remove it meanwhile. */
async function readTree(folder: FileSystemDirectoryHandle, key: string): Promise<WideBvh | undefined> {
  try {
    const file = await (await folder.getFileHandle(fileOf(key))).getFile();
    const head = readTreeHead(new Uint8Array(await file.slice(0, TREE_HEAD_BYTES).arrayBuffer()), file.size);
    if (!head) return undefined;
    const blocksAt = TREE_HEAD_BYTES + head.nodeBytes;
    const nodes = await file.slice(TREE_HEAD_BYTES, blocksAt).arrayBuffer();
    const blocks = await file.slice(blocksAt).arrayBuffer();
    return await finishInTurns(treeOf(head, nodes, blocks, crc32));
  } catch {
    return undefined;
  }
}

async function keep(
  folder: FileSystemDirectoryHandle,
  trees: readonly KeyedTree[],
  limit: number,
  log: Log,
): Promise<void> {
  for (const { key, bvh } of trees.filter(({ bvh }) => treeBytes(bvh) <= limit))
    await writeTree(folder, key, bvh).catch((error: Error) =>
      log.warn(`the tree could not be kept on the page's disk (${error.message}); the next visit builds it again`),
    );
  await prune(folder, limit).catch(() => {});
}

/** Writes a tree whole or not at all: the file gets its name once it is closed, also if two tabs write the same. */
async function writeTree(folder: FileSystemDirectoryHandle, key: string, bvh: WideBvh): Promise<void> {
  const head = await finishInTurns(treeHead(bvh, crc32));
  const isNew = await folder.getFileHandle(fileOf(key)).then(
    () => false,
    () => true,
  );
  const handle = await folder.getFileHandle(fileOf(key), { create: true });
  try {
    const writable = await handle.createWritable();
    try {
      for (const part of [head, bvh.nodes, bvh.blocks]) await writable.write(part);
      await writable.close();
    } catch (error) {
      await writable.abort().catch(() => {});
      throw error;
    }
  } catch (error) {
    // Without its content, the name is one of an empty file.
    if (isNew) await folder.removeEntry(fileOf(key)).catch(() => {});
    throw error;
  }
}

/** Removes the trees that were written longest ago until the rest takes no more than `limit` bytes. */
async function prune(folder: FileSystemDirectoryHandle, limit: number): Promise<void> {
  const files: { name: string; bytes: number; written: number }[] = [];
  for await (const [name, handle] of folder.entries()) {
    if (!TREE.test(name) || handle.kind !== 'file') continue;
    const file = await (handle as FileSystemFileHandle).getFile().catch(() => undefined);
    if (file) files.push({ name, bytes: file.size, written: file.lastModified });
  }
  files.sort((a, b) => b.written - a.written || (a.name < b.name ? -1 : 1));
  let bytes = 0;
  for (const file of files) {
    bytes += file.bytes;
    // Another tab may be faster.
    if (bytes > limit) await folder.removeEntry(file.name).catch(() => {});
  }
}

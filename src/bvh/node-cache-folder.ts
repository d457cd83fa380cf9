import { createHash, randomBytes } from 'node:crypto';
import { lstat, opendir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { errorCode, fileError } from '../base/files/file-error.js';
import { nodePaths } from '../base/files/node-paths.js';
import { processState, processTag, TAG_FORM } from '../base/files/node-process-tag.js';

/** A file of the cache. */
export interface CacheFile {
  path: string;
  bytes: number;
  /** Time when its content was written, in seconds since 1970. */
  built: number;
  /** Time when a run last wrote or read it, in seconds since 1970. */
  used: number;
}

/** The files of a cache folder. */
export interface CacheContent {
  folder: string;
  /** Last used ones first. */
  trees: CacheFile[];
  /** Trees being written, and trees whose writing was interrupted. */
  unfinished: CacheFile[];
  /** Other entries of the folder, which are left alone: links, folders, files with other names. */
  others: number;
}

/** The folder of the trees: $SUBRAY_CACHE, else $XDG_CACHE_HOME/subray, else ~/.cache/subray. */
export function cacheFolder(): string {
  const { SUBRAY_CACHE, XDG_CACHE_HOME } = process.env;
  return SUBRAY_CACHE || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'subray');
}

/** The file that keeps the tree `key`, a SHA-256 digest in hex. */
export const treeFile = (key: string): string => join(cacheFolder(), `${key}.bvh`);

/** The file that keeps how long the last runs took on machines with this kind of processor. */
export function pacesFile(processor: string): string {
  const digest = createHash('sha256').update(processor).digest('hex');
  return join(cacheFolder(), `paces-${digest.slice(0, 16)}.json`);
}

/** A unique name beside `file`, for writing it. */
export const unfinishedFile = (file: string): string => `${file}.${processTag()}-${randomBytes(4).toString('hex')}.tmp`;

/** Whether the process that wrote an unfinished file is dead; false if that is unknown. */
export function isAbandoned(file: string): boolean {
  const tag = UNFINISHED.exec(basename(file))?.[1];
  return tag !== undefined && processState(tag) === 'dead';
}

/** Form of the names that these two functions make; other files in the folder are not ours. */
const TREE = /^[0-9a-f]{64}\.bvh$/;
const PACES = /^paces-[0-9a-f]{16}\.json$/;
const UNFINISHED = new RegExp(
  `^(?:[0-9a-f]{64}\\.bvh|paces-[0-9a-f]{16}\\.json)\\.(?:(${TAG_FORM})|\\d+)-[0-9a-f]{8}\\.tmp$`,
);

/** Number of files inspected in parallel. */
const ASKED_AT_ONCE = 64;

/**
 * The content of a cache folder; empty for a folder that does not exist. Looks at no more than `entriesMax` entries, so
 * that a folder full of other files takes no time. Ignores files that vanish in the meantime. Throws UserError for a
 * folder that cannot be read.
 */
export async function listCache(options: { folder?: string; entriesMax?: number } = {}): Promise<CacheContent> {
  const { folder = cacheFolder(), entriesMax = Infinity } = options;
  const { names, others } = await namesIn(folder, entriesMax);
  const content: CacheContent = { folder, trees: [], unfinished: [], others };
  for (let i = 0; i < names.length; i += ASKED_AT_ONCE) {
    const files = await Promise.all(names.slice(i, i + ASKED_AT_ONCE).map((name) => cacheFile(join(folder, name))));
    for (const file of files)
      if (file === 'other') content.others++;
      else if (file) (file.path.endsWith('.tmp') ? content.unfinished : content.trees).push(file);
  }
  content.trees.sort((a, b) => b.used - a.used || (a.path < b.path ? -1 : 1));
  return content;
}

/** Names in a folder that could be those of our files, and the number of others. */
async function namesIn(folder: string, entriesMax: number): Promise<{ names: string[]; others: number }> {
  const names: string[] = [];
  let entries = 0;
  try {
    for await (const { name } of await opendir(folder, { bufferSize: 256 })) {
      if (entries++ >= entriesMax) break;
      if (PACES.test(name)) entries--;
      else if (TREE.test(name) || UNFINISHED.test(name)) names.push(name);
    }
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw fileError(nodePaths, 'read the cache', folder, error);
  }
  return { names, others: Math.min(entries, entriesMax) - names.length };
}

/** Information on a file, or undefined if it is gone. Links and folders count as others, whatever their names. */
async function cacheFile(path: string): Promise<CacheFile | 'other' | undefined> {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isFile()) return found && 'other';
  const built = found.mtimeMs / 1000;
  return { path, bytes: found.size, built, used: Math.max(built, found.atimeMs / 1000) };
}

import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { FolderBounds } from '../base/files/confined-files.js';
import { nodeFiles } from '../base/files/node-files.js';
import { READABLE_CLOUDS } from '../io/clouds/readable-clouds.js';
import { MODEL_ENDINGS } from '../scene/read/scene-formats.js';
import { SURVEY_ENDINGS } from '../survey/survey-formats.js';

/** A file that a survey may name. */
export interface ListedFile {
  /** From the survey's folder, with `/` between names. */
  path: string;
  bytes: number;
}

export interface FileListing {
  files: ListedFile[];
  /** True if these are all. */
  isWhole: boolean;
}

const FILES_MAX = 5000;
/** Entries that are looked at, for folders that hold much else. */
const ENTRIES_MAX = 50_000;
const DEPTH_MAX = 8;

const ENDINGS: readonly string[] = [
  ...MODEL_ENDINGS,
  ...SURVEY_ENDINGS,
  ...Object.values(READABLE_CLOUDS).flatMap(({ endings }) => endings),
  // Tables and recordings, materials and pictures of models.
  ...[
    '.txt',
    '.tsv',
    '.tum',
    '.sbet',
    '.out',
    '.nmea',
    '.trj',
    '.mtl',
    '.bin',
    '.png',
    '.jpg',
    '.jpeg',
    '.webp',
    '.gz',
  ],
];

/** The files below `folder` that a survey there may name, in order of paths, without hidden and linked ones. */
export async function listSurveyFiles(folder: string): Promise<FileListing> {
  const walk = { folder, bounds: await FolderBounds.of(nodeFiles, [folder]), entries: 0, files: [] as ListedFile[] };
  const isWhole = await addFiles(walk, '', 0);
  return { files: walk.files.sort((a, b) => (a.path < b.path ? -1 : 1)), isWhole };
}

interface Walk {
  folder: string;
  bounds: FolderBounds;
  entries: number;
  files: ListedFile[];
}

/** Adds the files in the folder `below`; false if there are more. */
async function addFiles(walk: Walk, below: string, depth: number): Promise<boolean> {
  if (depth > DEPTH_MAX) return false;
  let isWhole = true;
  const entries = await readdir(`${walk.folder}/${below}`, { withFileTypes: true }).catch((): Dirent[] => []);
  for (const entry of entries) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    if (walk.files.length >= FILES_MAX || ++walk.entries > ENTRIES_MAX) return false;
    const path = `${below}${entry.name}`;
    if (entry.isDirectory()) isWhole = (await addFiles(walk, `${path}/`, depth + 1)) && isWhole;
    else if (isNamed(path)) await addFile(walk, path);
  }
  return isWhole;
}

const isNamed = (path: string): boolean => ENDINGS.some((ending) => path.toLowerCase().endsWith(ending));

/** Adds a file; a link is one if it leads to one inside. */
async function addFile({ folder, bounds, files }: Walk, path: string): Promise<void> {
  const at = `${folder}/${path}`;
  if (!(await bounds.hold(at))) return;
  const found = await stat(at).catch(() => undefined);
  if (found?.isFile()) files.push({ path, bytes: found.size });
}

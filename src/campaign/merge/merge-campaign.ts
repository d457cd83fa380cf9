import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { append } from '../../base/append.js';
import { AbortedError, invariant, UserError } from '../../base/errors.js';
import type { OutputSet } from '../../base/files/files.js';
import { nodeFiles } from '../../base/files/node-files.js';
import { type Log, type OnProgress, SILENT_LOG } from '../../base/log.js';
import { counted } from '../../base/text.js';
import { soloCoders } from '../../io/coders/block-coders.js';
import { nodeCoders } from '../../io/coders/node-coders.js';
import { type Plan, planFactsPath, planPath } from '../plan/plan-file.js';
import { splitNameFaults } from '../read/split-names.js';
import { digestOf } from '../run/task-folders.js';
import { type WrongPath, wrongFiles } from '../verify.js';
import type { CloudLook } from './cloud-look.js';
import { isCounted } from './clouds-of-task.js';
import type { DataSet, MergedTask, MissingTasks, NamedFile } from './data-set.js';
import {
  formerMerge,
  isUntouched,
  type MergeRecord,
  RECORD_NAME,
  RECORD_VERSION,
  refuseForeign,
  refuseLink,
} from './former-merge.js';
import { gatherTasks } from './gather-tasks.js';
import { lookAtClouds } from './look-at-clouds.js';
import { type DataSetFile, type FileRequest, jsonText, type MergedFile } from './merge-file.js';
import { MERGE_KINDS } from './merge-files.js';
import { checkFramesFolder, type FramesReport, layoutOf, mergeFrames } from './merge-frames.js';

/** Folders that get merged files: that of the campaign, and those of the kinds below. */
export const mergedFolders = (folder: string): string[] => [
  folder,
  ...MERGE_KINDS.flatMap((kind) => (kind.folder === undefined ? [] : join(folder, kind.folder))),
];

export interface MergeOptions {
  /** Whether surveys may be missing. */
  partial?: boolean;
  /** Whether files are replaced that no merge wrote. */
  force?: boolean;
  /** Bytes of a tar of samples; absent: none are written. */
  tarBytes?: number;
  /** Folder of the data set of frames, if surveys have one; absent: `dataset` in that of the campaign. */
  dataset?: string;
  /** Threads that unpack clouds; absent: as many as the machine has, up to 8. They affect only the time. */
  threads?: number;
  log?: Log;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/** Findings and files of a merge. */
export interface MergeReport {
  surveys: number;
  missing: MissingTasks;
  clouds: number;
  points: number;
  files: readonly MergedFile[];
  /** Of frames in the layout of a data set; absent: surveys have none. */
  frames?: FramesReport;
}

/**
 * Writes the files of the data set as a whole into the folder of a campaign, all of them or none: they follow from the
 * plan and the files of its tasks alone. Throws UserError for surveys that are not done, unless `partial`, and where a
 * file of another origin is in the way, unless `force`, or a link in any case; AbortedError.
 */
export async function mergeCampaign(plan: Plan, options: MergeOptions = {}): Promise<MergeReport> {
  const { folder, facts } = plan;
  const { log = SILENT_LOG, tarBytes } = options;
  checkSplitNames(plan);
  await nodeFiles.recover(mergedFolders(folder), log);
  await refuseLink(folder, RECORD_NAME);
  const former = await formerMerge(folder);
  const layout = layoutOf(plan);
  const target = resolve(options.dataset ?? join(folder, 'dataset'));
  if (layout !== undefined) await checkFramesFolder(target);
  const { tasks, missing } = await gatherTasks(plan, options);
  await refuseChanged(folder, tasks, options);
  for (const path of mergedPaths({ folder, facts, tasks, missing, planFiles: [] }, tarBytes)) {
    await refuseLink(folder, path);
    if (!options.force) await refuseForeign(folder, path, former);
  }
  const { look, files } = await lookAndWrite(
    { folder, facts, tasks, missing, planFiles: await planFiles(folder) },
    former,
    {
      ...options,
      log,
    },
  );
  const frames = layout && (await mergeFrames(plan, tasks, { layout, target, log }));
  const points = look.points.flat().reduce<number>((sum, count = 0) => sum + count, 0);
  const clouds = tasks.flatMap((task) => task.clouds).length;
  return { surveys: tasks.length, missing, clouds, points, files, ...(frames && { frames }) };
}

/** Threads to unpack clouds, at most: one is enough for all else. */
const THREADS_MAX = 8;

/** Reads the clouds and writes the files; large clouds are unpacked by several threads. */
async function lookAndWrite(
  known: Omit<DataSet, 'look'>,
  former: MergeRecord | undefined,
  {
    threads = Math.min(THREADS_MAX, availableParallelism()),
    tarBytes,
    log,
    signal,
    onProgress,
  }: MergeOptions & { log: Log },
): Promise<{ look: CloudLook; files: MergedFile[] }> {
  const coders = nodeCoders(threads);
  try {
    const look = await lookAtClouds(known.tasks, { folder: known.folder, coders, signal, onProgress });
    return { look, files: await writeAll({ ...known, look }, former, { tarBytes, coders, log, signal }) };
  } finally {
    await coders.close();
  }
}

/** Wrong files that a message shows. */
const SHOWN_MAX = 5;

/** A data set states the digest of every file, and its statistics come from these files: they must not have changed. */
async function refuseChanged(
  folder: string,
  tasks: readonly MergedTask[],
  { signal, onProgress }: MergeOptions,
): Promise<void> {
  const wrong: WrongPath[] = [];
  for (const [k, { manifest }] of tasks.entries()) {
    if (signal?.aborted) throw new AbortedError();
    onProgress?.({ task: 'verify', done: k, total: tasks.length, unit: 'surveys' });
    append(wrong, await wrongFiles(folder, manifest));
  }
  if (wrong.length === 0) return;
  const shown = wrong.slice(0, SHOWN_MAX).map(({ path, found }) => `  ${path}: ${found}`);
  const more = wrong.length > SHOWN_MAX ? [`  and ${wrong.length - SHOWN_MAX} more`] : [];
  throw new UserError([`${counted(wrong.length, 'file')} of surveys wrong`, ...shown, ...more].join('\n'), {
    place: { file: folder },
    hint: 'remove the folders of these surveys, and run the campaign again',
  });
}

/** Names of splits become names of files. */
function checkSplitNames({ facts, folder }: Plan): void {
  for (const { name, expected } of splitNameFaults(Object.keys(facts.splits)))
    throw new UserError(`found the split ${JSON.stringify(name)}, expected ${expected}`, {
      place: { file: planFactsPath(folder) },
      hint: 'rename it in the campaign, and plan again with --force; surveys that are done stay done',
    });
}

async function planFiles(folder: string): Promise<NamedFile[]> {
  const paths = { 'plan.json': planFactsPath(folder), 'plan.jsonl': planPath(folder) };
  return Promise.all(Object.entries(paths).map(async ([path, own]) => ({ path, ...(await digestOf(own)) })));
}

/** The paths that will be written, below the folder, before clouds are read, which may take long. */
function* mergedPaths(known: Omit<DataSet, 'look'>, tarBytes: number | undefined): Generator<string> {
  // Names of files depend on the presence of clouds, not on their content.
  const points = known.tasks.map(({ clouds }) => clouds.map((cloud) => (isCounted(cloud) ? 1 : undefined)));
  const look = { points, tallies: new Map(), semantics: new Map(), classes: new Map() };
  for (const kind of MERGE_KINDS)
    for (const { path } of kind.files({ ...known, look }, [], { tarBytes, coders: soloCoders(), log: SILENT_LOG }))
      yield path;
}

/** Writes the files of all kinds, and removes those of the merge before that are none of them. */
async function writeAll(
  dataSet: DataSet,
  former: MergeRecord | undefined,
  request: FileRequest,
): Promise<MergedFile[]> {
  const { folder } = dataSet;
  const set = nodeFiles.openSet({ force: true });
  try {
    const written: MergedFile[] = [];
    for (const kind of MERGE_KINDS)
      for (const file of kind.files(dataSet, written, request)) {
        invariant(dirname(file.path) === (kind.folder ?? '.'), `${file.path} lies in the folder of its kind`);
        written.push(await writeFile(set, folder, file, request.signal));
      }
    await removeFormer(set, dataSet, former, written);
    await writeRecord(set, folder, written);
    await set.commit();
    return written;
  } catch (error) {
    await set.abort();
    throw error;
  }
}

async function writeFile(
  set: OutputSet,
  folder: string,
  { path, mediaType, describe, content }: DataSetFile,
  signal: AbortSignal | undefined,
): Promise<MergedFile> {
  const file = await set.create(join(folder, path));
  const hash = createHash('sha256');
  for await (const piece of collected(content())) {
    if (signal?.aborted) throw new AbortedError();
    hash.update(piece);
    await file.append(piece);
  }
  await file.commit();
  return { path, bytes: file.size, sha256: hash.digest('hex'), mediaType, describe };
}

/** Bytes of lines that are written at once. */
const BLOCK = 1 << 20;

/** The pieces of a content, texts as UTF-8, short ones together. */
async function* collected(content: ReturnType<DataSetFile['content']>): AsyncGenerator<Uint8Array> {
  let text = '';
  const encoder = new TextEncoder();
  for await (const piece of content) {
    if (typeof piece === 'string') text += piece;
    if (text.length > 0 && (typeof piece !== 'string' || text.length > BLOCK)) {
      yield encoder.encode(text);
      text = '';
    }
    if (typeof piece !== 'string') yield piece;
  }
  if (text.length > 0) yield encoder.encode(text);
}

/** Files of the merge before that are no longer written go, unless someone changed them. */
async function removeFormer(
  set: OutputSet,
  { folder }: DataSet,
  former: MergeRecord | undefined,
  written: readonly MergedFile[],
): Promise<void> {
  const paths = new Set(written.map(({ path }) => path));
  for (const path of Object.keys(former?.files ?? {}))
    if (!paths.has(path) && (await isUntouched(folder, path, former))) await set.remove(join(folder, path));
}

async function writeRecord(set: OutputSet, folder: string, written: readonly MergedFile[]): Promise<void> {
  const record: MergeRecord = {
    merge: RECORD_VERSION,
    files: Object.fromEntries(written.map(({ path, sha256 }) => [path, sha256])),
  };
  const file = await set.create(join(folder, RECORD_NAME));
  await file.append(new TextEncoder().encode(jsonText(record)));
  await file.commit();
}

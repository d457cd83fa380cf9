import { AbortedError, UserError } from '../../base/errors.js';
import { nodeFiles } from '../../base/files/node-files.js';
import type { OnProgress } from '../../base/log.js';
import { readColumns } from '../../io/clouds/read-points.js';
import { openReadable, recordColumnsOf } from '../../io/clouds/readable-clouds.js';
import { readLabels } from '../../io/opened/read-labels.js';
import type { BlockCoders } from '../../io/records/blocks.js';
import type { CloudLook } from './cloud-look.js';
import { type MergedTask, pathOf } from './data-set.js';
import { type FrameKind, frameClassNames, readFramePoints } from './frame-points.js';
import { MERGE_TALLY_KEYS, MergeTally, type TallyKey } from './point-tally.js';
import { usefulCoders } from './useful-coders.js';

export interface LookAtCloudsOptions {
  /** The campaign's folder. */
  folder: string;
  /** They unpack large clouds. */
  coders: BlockCoders;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/** Tasks that are read at once, so that one reads while another waits for the disk. */
const AT_ONCE = 4;

/**
 * Reads all points of the clouds of these tasks, batch by batch, and the names of their labels. Throws UserError if a
 * file cannot be read, and if a number has two names; AbortedError.
 */
export async function lookAtClouds(tasks: readonly MergedTask[], options: LookAtCloudsOptions): Promise<CloudLook> {
  const tallies = new Map<string, MergeTally>();
  const names = { semantics: new Map<number, string>(), classes: new Map<number, string>() };
  const points: (number | undefined)[][] = tasks.map(() => []);
  let next = 0;
  const work = async () => {
    while (next < tasks.length) {
      const k = next++;
      options.onProgress?.({ task: 'look', done: k, total: tasks.length, unit: 'surveys' });
      points[k] = await lookAtTask(tasks[k], tallyOf(tallies, tasks[k].split ?? ''), options);
      await readNames(tasks[k], names, options.folder);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const classes = sorted(names.classes);
  const layout = tasks.flatMap(({ clouds }) => clouds).find(({ frame }) => frame)?.frame?.layout;
  if (layout === undefined) return { points, tallies, semantics: sorted(names.semantics), classes };
  return { points, tallies, semantics: sorted(frameClassNames(layout)), classes, inDataSet: true };
}

function tallyOf(tallies: Map<string, MergeTally>, split: string): MergeTally {
  const tally = tallies.get(split) ?? new MergeTally();
  tallies.set(split, tally);
  return tally;
}

const sorted = (names: Map<number, string>): Map<number, string> => new Map([...names].sort(([a], [b]) => a - b));

/** Counts the points of a task's clouds; returns how many each has. */
async function lookAtTask(
  task: MergedTask,
  tally: MergeTally,
  { folder, coders, signal }: LookAtCloudsOptions,
): Promise<(number | undefined)[]> {
  const counts: (number | undefined)[] = [];
  for (const { name, isReadable, frame } of task.clouds) {
    const path = pathOf({ folder }, task, name);
    if (frame) counts.push(await lookAtFrame(path, frame, tally, signal));
    else counts.push(isReadable ? await lookAtCloud(path, tally, { coders, signal }) : undefined);
  }
  return counts;
}

async function lookAtFrame(
  path: string,
  kind: FrameKind,
  tally: MergeTally,
  signal: AbortSignal | undefined,
): Promise<number> {
  if (signal?.aborted) throw new AbortedError();
  const { points, keys } = await readFramePoints(path, kind);
  tally.cloud(new Set(keys)).add(points);
  return points.count;
}

async function lookAtCloud(
  path: string,
  tally: MergeTally,
  { coders, signal }: Pick<LookAtCloudsOptions, 'coders' | 'signal'>,
): Promise<number> {
  const cloud = await openReadable(nodeFiles, path);
  const own = new Set(recordColumnsOf(cloud).map(({ key }) => key as string));
  const counter = tally.cloud(new Set<TallyKey>(MERGE_TALLY_KEYS.filter((key) => own.has(key))));
  let points = 0;
  for await (const columns of readColumns(cloud, MERGE_TALLY_KEYS, usefulCoders(cloud, coders))) {
    if (signal?.aborted) throw new AbortedError();
    counter.add(columns);
    points += columns.count;
  }
  return points;
}

const LABELS = /\.labels\.json$/;

/** Adds the names of a task's labels. */
async function readNames(
  task: MergedTask,
  names: { semantics: Map<number, string>; classes: Map<number, string> },
  folder: string,
): Promise<void> {
  for (const { name } of task.manifest.files.filter((file) => LABELS.test(file.name))) {
    const path = pathOf({ folder }, task, name);
    const labels = await readLabels(nodeFiles, path);
    for (const table of ['semantics', 'classes'] as const)
      for (const [number, meaning] of Object.entries(labels[table])) {
        const known = names[table].get(Number(number));
        if (known !== undefined && known !== meaning)
          throw new UserError(`${table}: ${number} is "${meaning}" here, and "${known}" in another cloud`, {
            place: { file: path },
            hint: 'classes of scanner files or surveys differ: clouds of a data set have one table',
          });
        names[table].set(Number(number), meaning);
      }
  }
}

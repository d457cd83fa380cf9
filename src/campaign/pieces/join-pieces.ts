import { dirname, resolve } from 'node:path';
import { countProgress } from '../../base/count-progress.js';
import { UserError } from '../../base/errors.js';
import type { OutputSet } from '../../base/files/files.js';
import { nodeFiles } from '../../base/files/node-files.js';
import { writeWhole } from '../../base/files/text-file.js';
import { type Log, type OnProgress, SILENT_LOG } from '../../base/log.js';
import { endingOf } from '../../base/text.js';
import { labelsPaths } from '../../products/labels.js';
import { readPlan } from '../plan/plan-file.js';
import { type FinishedPiece, finishedPieces } from './finished-pieces.js';
import { headBytes, joinedHead, labelsOf, walkRecords } from './piece-records.js';

export interface JoinOptions {
  /** Whether existing files are replaced. */
  force?: boolean;
  log?: Log;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/** Result of joining pieces. */
export interface JoinedCloud {
  pieces: number;
  points: number;
  bytes: number;
  /** Paths of the clouds. */
  files: string[];
}

/**
 * Joins the pieces of the plan in `folder` to the LAS file `out`, and its labels beside it: the same bytes as a run of
 * the whole survey writes. In bounded memory; the files appear together when they are complete. Throws UserError for
 * pieces that are not done or have changed, and for an output that cannot be written; AbortedError.
 */
export async function joinPieces(folder: string, out: string, options: JoinOptions = {}): Promise<JoinedCloud> {
  if (endingOf(out) !== '.las')
    throw new UserError('expected a file that ends in .las', {
      place: { file: out },
      hint: 'subray convert makes other files of it; --tile METRES --format laz writes tiles',
    });
  const pieces = await finishedPieces(await readPlan(resolve(folder)));
  await nodeFiles.recover([dirname(resolve(out))], options.log ?? SILENT_LOG);
  const head = await joinedHead(pieces);
  const set = nodeFiles.openSet({ force: options.force, inputs: inputsOf(pieces) });
  try {
    const bytes = await writeJoined(set, resolve(out), pieces, head, options);
    await set.commit();
    return { pieces: pieces.length, points: head.header.pointCount, bytes, files: [out] };
  } catch (error) {
    await set.abort();
    throw error;
  }
}

export const inputsOf = (pieces: readonly FinishedPiece[]): string[] =>
  pieces.flatMap(({ cloud, labels }) => [cloud, labels]);

async function writeJoined(
  set: OutputSet,
  out: string,
  pieces: readonly FinishedPiece[],
  head: Awaited<ReturnType<typeof joinedHead>>,
  { signal, onProgress }: JoinOptions,
): Promise<number> {
  await writeLabels(set, out, pieces);
  const file = await set.create(out);
  await file.append(headBytes(head));
  const total = head.header.pointCount;
  const onRecords = countProgress(onProgress, { task: 'join', total, unit: 'points' });
  await walkRecords(pieces, (records) => file.append(records), { signal, onRecords });
  await file.commit();
  return file.size;
}

/** The names of label ids, which all pieces have. */
async function writeLabels(set: OutputSet, cloud: string, pieces: readonly FinishedPiece[]): Promise<void> {
  const [path] = labelsPaths({ outputs: [{ path: cloud, format: 'las', place: { file: cloud } }], instruments: [] });
  await writeWhole(set, path, await labelsOf(pieces));
}

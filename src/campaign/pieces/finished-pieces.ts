import { join } from 'node:path';
import { UserError } from '../../base/errors.js';
import { formatRanges } from '../../base/format-ranges.js';
import { shellWord } from '../../base/text.js';
import type { Plan } from '../plan/plan-file.js';
import { finishedTask, taskFolder } from '../run/task-folders.js';
import { PIECE_CLOUD, PIECE_LABELS } from './survey-of-pieces.js';

/** The files of a piece that is done. */
export interface FinishedPiece {
  index: number;
  cloud: string;
  labels: string;
  /** SHA-256 of the cloud and of its labels, as the piece wrote them. */
  sha256: string;
  labelsSha256: string;
}

/** Tasks that are looked at at once. */
const AT_ONCE = 64;

/**
 * The pieces of a plan in their order. Throws UserError if it has none, or with the numbers of those that are not done.
 */
export async function finishedPieces({ folder, facts, tasks }: Plan): Promise<FinishedPiece[]> {
  if (!facts.pieces)
    throw new UserError('is the plan of surveys of their own, expected one of pieces', {
      place: { file: folder },
      hint: 'subray campaign split SURVEY.yaml makes a plan of pieces',
    });
  const found: (FinishedPiece | undefined)[] = [];
  for (let first = 0; first < tasks.length; first += AT_ONCE)
    found.push(...(await Promise.all(tasks.slice(first, first + AT_ONCE).map((task) => finishedPiece(folder, task)))));
  const missing = found.flatMap((piece, index) => (piece ? [] : [index]));
  if (missing.length > 0)
    throw new UserError(
      `${missingPieces(missing)} of ${tasks.length} ${missing.length === 1 ? 'is' : 'are'} not done`,
      {
        place: { file: folder },
        hint: `subray campaign run ${shellWord(folder)} makes what is missing, subray campaign status ${shellWord(folder)} says what failed`,
      },
    );
  return found.filter((piece) => piece !== undefined);
}

const missingPieces = (missing: readonly number[]): string =>
  `piece${missing.length === 1 ? '' : 's'} ${formatRanges(missing)}`;

async function finishedPiece(folder: string, { id, index }: Plan['tasks'][number]): Promise<FinishedPiece | undefined> {
  const manifest = finishedTask(folder, id);
  const [cloud, labels] = [PIECE_CLOUD, PIECE_LABELS].map((own) => manifest?.files.find(({ name }) => name === own));
  if (!cloud || !labels) return undefined;
  const pathOf = (name: string): string => join(taskFolder(folder, id), name);
  return {
    index,
    cloud: pathOf(PIECE_CLOUD),
    labels: pathOf(PIECE_LABELS),
    sha256: cloud.sha256,
    labelsSha256: labels.sha256,
  };
}

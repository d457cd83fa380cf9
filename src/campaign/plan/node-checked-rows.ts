import { Worker } from 'node:worker_threads';
import { nodeThread } from '../../base/threads/node-thread.js';
import { soloCrew, type ThreadCrew, threadCrew } from '../../base/threads/thread-crew.js';
import type { Campaign } from '../campaign.js';
import { rowCount } from '../rows.js';
import { RowTrial } from './node-row-trial.js';
import { type CheckedRow, RowChecker, type RowRange } from './row-checker.js';

/** Setup of a thread that checks rows. */
export interface RowThreadSetup {
  /** Path of the campaign's file. */
  file: string;
  /** Path of the rows that a program made, if there are any. */
  from?: string;
  /** Folder of the plan. */
  folder: string;
}

/** Rows that the calling thread checks itself: others would take longer to start. */
const SOLO_ROWS_MAX = 2000;

export interface CheckRowsOptions {
  /** Folder of the plan. */
  folder: string;
  threads: number;
  /** Whether surveys are tried, and draws with a survey that sees nothing are drawn again. */
  check?: boolean;
  signal?: AbortSignal;
}

/** Rows that a thread checks at once, unless their surveys are tried. */
const ROWS_AT_ONCE = 250;

/** The findings on all rows, in their order. */
export async function* checkedRows(
  campaign: Campaign,
  options: CheckRowsOptions,
): AsyncGenerator<{ index: number; checked: CheckedRow }> {
  const rows = rowCount(campaign);
  const step = options.check ? 1 : ROWS_AT_ONCE;
  const crew = rowCrew(campaign, rows, options);
  const underWay: { first: number; checked: Promise<CheckedRow[]> }[] = [];
  let next = 0;
  try {
    while (next < rows || underWay.length > 0) {
      while (next < rows && underWay.length < crew.places) {
        const range = { first: next, end: Math.min(next + step, rows) };
        underWay.push({ first: next, checked: crew.do(range) });
        next = range.end;
      }
      const { first, checked } = underWay.shift() as (typeof underWay)[number];
      for (const [k, row] of (await checked).entries()) yield { index: first + k, checked: row };
    }
  } finally {
    await Promise.allSettled(underWay.map(({ checked }) => checked));
    await crew.close();
  }
}

/** Up to `threads` threads that check the `rows` rows of a campaign; those that try surveys do it in this one. */
function rowCrew(
  campaign: Campaign,
  rows: number,
  { folder, threads, check, signal }: CheckRowsOptions,
): ThreadCrew<RowRange, CheckedRow[]> {
  if (check) return tryingCrew(campaign, folder, signal);
  if (rows <= SOLO_ROWS_MAX || threads === 1) {
    const checker = new RowChecker(campaign, folder);
    return soloCrew((range) => checker.check(range));
  }
  const workerData: RowThreadSetup = { file: campaign.file, from: campaign.given?.file, folder };
  return threadCrew(threads, () =>
    nodeThread(
      new Worker(new URL('../../../dist/campaign/plan/node-row-worker.js', import.meta.url), {
        workerData,
        execArgv: [],
      }),
      () => [],
    ),
  );
}

function tryingCrew(campaign: Campaign, folder: string, signal?: AbortSignal): ThreadCrew<RowRange, CheckedRow[]> {
  const trial = new RowTrial(signal);
  const checker = new RowChecker(campaign, folder, trial);
  return { ...soloCrew((range) => checker.check(range)), close: () => trial.close() };
}

import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { nodeFiles } from '../base/files/node-files.js';
import { type Log, SILENT_LOG } from '../base/log.js';
import { type MergeOptions, type MergeReport, mergeCampaign, mergedFolders } from './merge/merge-campaign.js';
import { type JoinedCloud, type JoinOptions, joinPieces } from './pieces/join-pieces.js';
import { type SplitOptions, splitSurvey } from './pieces/split-survey.js';
import { type TileOptions, tilePieces } from './pieces/tiles/tile-pieces.js';
import { type MakePlanOptions, makeCampaignPlan } from './plan/make-plan.js';
import { type PlanFacts, readFacts, readPlan } from './plan/plan-file.js';
import { loadCampaign } from './read/load-campaign.js';
import { type RunShardOptions, runShard, type ShardReport } from './run/run-shard.js';
import { type ShareRequest, shardOf } from './run/share.js';
import { type CampaignStatus, campaignStatus } from './status.js';
import { type SubmitOptions, submitText } from './submit/submit-campaign.js';
import type { SubmitName } from './submit/submit-names.js';
import { type Unfinished, unfinishedFolders } from './unfinished-folders.js';
import { type VerifiedTasks, verifyTasks } from './verify.js';

/** The plan of the campaign in `file`; see `makeCampaignPlan` and `loadCampaign`. */
export const planCampaign = async (file: string, { from, ...options }: PlanCampaignOptions): Promise<PlanFacts> =>
  makeCampaignPlan(await loadCampaign(nodeFiles, file, { from, log: options.log }), {
    ...options,
    folder: resolve(options.folder),
  });

/** Options of `planCampaign`. */
export interface PlanCampaignOptions extends MakePlanOptions {
  /** Path of a file with rows that a program made, in place of draws: JSON Lines; see `readGivenRows`. */
  from?: string;
}

/** The plan of the pieces of the survey in `file`; see `splitSurvey`. */
export const splitIntoPieces = (file: string, options: SplitOptions): Promise<PlanFacts> =>
  splitSurvey(file, { ...options, folder: resolve(options.folder) });

/** Joins the pieces in `folder` to the file of the whole survey, or to tiles; see `joinPieces` and `tilePieces`. */
export const joinCampaign = (
  folder: string,
  out: string,
  { tile, ...options }: JoinOptions & Partial<TileOptions> = {},
): Promise<JoinedCloud> =>
  tile === undefined ? joinPieces(folder, out, options) : tilePieces(folder, out, { ...options, tile });

/** Options of `runCampaign`: the share is given in the words of a command line. */
export type RunCampaignOptions = Omit<RunShardOptions, 'shard'> & ShareRequest;

/** Runs a share of the tasks of the campaign in `folder`, or all; see `runShard`, `shardOf` and `readPlan`. */
export async function runCampaign(
  folder: string,
  { shard, variable, count, ...options }: RunCampaignOptions = {},
): Promise<ShardReport> {
  const share = shardOf({ shard, variable, count });
  return runShard(await readPlan(resolve(folder)), { ...options, shard: share });
}

/** Progress of the campaign in `folder`; see `readPlan`. */
export const statusOfCampaign = async (folder: string): Promise<CampaignStatus> =>
  campaignStatus(await readPlan(resolve(folder)));

/** Compares the files of all tasks that are done with their SHA-256; see `readPlan`. */
export const verifyCampaign = async (folder: string): Promise<VerifiedTasks> =>
  verifyTasks(await readPlan(resolve(folder)));

/** Writes the files of the data set as a whole into the folder of a campaign; see `mergeCampaign` and `readPlan`. */
export const mergeTasks = async (folder: string, options: MergeOptions = {}): Promise<MergeReport> =>
  mergeCampaign(await readPlan(resolve(folder)), options);

/**
 * Removes unfinished folders of tasks from the folder of a campaign, and returns them: those of killed processes, and
 * those of other machines that have not changed for `days` days. Finishes or removes files of merges that were killed,
 * and reports this to `log`.
 */
export async function cleanCampaign(folder: string, days: number, log: Log = SILENT_LOG): Promise<Unfinished[]> {
  const plan = await readPlan(resolve(folder));
  await nodeFiles.recover(mergedFolders(plan.folder), log);
  const found = await unfinishedFolders(plan.folder, days);
  for (const { path } of found) await rm(path, { recursive: true, force: true });
  return found;
}

/** The script or manifest with which an engine runs the campaign in `folder`; see `submitText`. */
export async function submitCampaign(engine: SubmitName, folder: string, options: SubmitOptions): Promise<string> {
  const own = resolve(folder);
  return submitText(engine, { facts: await readFacts(own), folder: own }, options);
}

// A thread that checks the rows of a campaign.
import { workerData } from 'node:worker_threads';
import { nodeFiles } from '../../base/files/node-files.js';
import { answerNode } from '../../base/threads/node-thread.js';
import { loadCampaign } from '../read/load-campaign.js';
import type { RowThreadSetup } from './node-checked-rows.js';
import { type CheckedRow, RowChecker, type RowRange } from './row-checker.js';

const { file, from, folder } = workerData as RowThreadSetup;
const checker = loadCampaign(nodeFiles, file, { from }).then((campaign) => new RowChecker(campaign, folder));
answerNode<RowRange, CheckedRow[]>(async (range) => ({ result: await (await checker).check(range), memory: [] }));

import { formatRanges } from '../../base/format-ranges.js';
import { counted, shellWord } from '../../base/text.js';
import type { MergeReport } from '../../campaign/merge/merge-campaign.js';
import type { JoinedCloud } from '../../campaign/pieces/join-pieces.js';
import type { PlanFacts } from '../../campaign/plan/plan-file.js';
import type { ShardReport } from '../../campaign/run/run-shard.js';
import type { CampaignStatus } from '../../campaign/status.js';
import type { VerifiedTasks } from '../../campaign/verify.js';
import type { Paces } from '../../survey/estimate/run-steps.js';
import { formatBytes, formatCount, formatCounted, formatSeconds, formatTable } from './format.js';

const HOUR = 3600;
/** Failures that are shown whole. */
const SHOWN_MAX = 5;

/** The plan of a campaign as text, its time by the paces of this machine. */
export function describeCampaignPlan(
  { campaign, tasks, redrawn, splits, totals, inputs }: PlanFacts,
  folder: string,
  paces: Paces,
): string[] {
  const shares = Object.entries(splits).map(([name, count]) => `${name} ${formatCount(count)}`);
  return [
    `${campaign}: ${formatCounted(tasks, 'survey')} planned in ${folder}`,
    ...formatTable([
      ...(shares.length > 0 ? [['splits', shares.join(', ')]] : []),
      ...(redrawn === undefined ? [] : [['drawn again', formatCounted(redrawn, 'survey')]]),
      ['pulses', formatCount(totals.pulses)],
      ['time', timeOf(totals, paces, 'survey')],
      ['files', `${formatBytes(totals.outputBytesMax)} at most`],
      ['memory', `${formatBytes(totals.memoryBytesMax)} for the largest`],
      ['inputs', counted(Object.keys(inputs).length, 'file')],
    ]),
    `subray campaign run ${shellWord(folder)} runs them`,
  ];
}

/** The plan of the pieces of a survey as text, its time by the paces of this machine. */
export function describePieces({ campaign, tasks, totals, inputs }: PlanFacts, folder: string, paces: Paces): string[] {
  return [
    `${campaign}: ${formatCounted(tasks, 'piece')} planned in ${folder}`,
    ...formatTable([
      ['pulses', formatCount(totals.pulses)],
      ['time', timeOf(totals, paces, 'piece')],
      ['files', `${formatBytes(totals.outputBytesMax)} at most`],
      ['memory', `${formatBytes(totals.memoryBytesMax)} for each`],
      ['inputs', counted(Object.keys(inputs).length, 'file')],
    ]),
    `subray campaign run ${shellWord(folder)} runs them, subray campaign join ${shellWord(folder)} -o cloud.las joins them`,
  ];
}

/** A cloud of pieces as text. */
export const describeJoined = ({ pieces, points, bytes, files }: JoinedCloud, out: string): string[] => [
  `${out}: ${formatCounted(points, 'point')} of ${formatCounted(pieces, 'piece')}, ${formatBytes(bytes)}${
    files.length === 1 && files[0] === out ? '' : ` in ${formatCounted(files.length, 'tile')}`
  }`,
];

function timeOf({ seconds, secondsMax, steps }: PlanFacts['totals'], paces: Paces, noun: string): string {
  const own = steps
    ? Object.entries(steps).reduce((sum, [step, one]) => sum + one * paces[step as keyof Paces], 0)
    : seconds;
  const pace = seconds > 0 ? own / seconds : 1;
  return `${coreHours(own)}, the longest ${noun} ${formatSeconds(secondsMax * pace)} of a core`;
}

const coreHours = (seconds: number): string =>
  seconds < HOUR ? `${formatSeconds(seconds)} of a core` : `${(seconds / HOUR).toFixed(1)} core-hours`;

/** The report of a share's run, as text. */
export function describeShard({ tasks, before, done, failed, changed, left, points, seconds }: ShardReport): string[] {
  const parts = [
    `${formatCount(done)} done`,
    ...(before > 0 ? [`${formatCount(before)} done before`] : []),
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(changed > 0 ? [`${formatCount(changed)} not done, since files have changed`] : []),
    ...(left > 0 ? [`${formatCount(left)} left`] : []),
  ];
  return [
    `${formatCounted(tasks, 'survey')}: ${parts.join(', ')}`,
    `${formatCounted(points, 'point')}, ${formatSeconds(seconds)}`,
  ];
}

/** The progress of a campaign, as text. */
export function describeStatus(status: CampaignStatus): string[] {
  const { tasks, done, failed, left, splits, points, bytes, secondsSpent, secondsLeft, failures } = status;
  const rows = [
    ['done', `${formatCount(done)} of ${formatCount(tasks)}`],
    ...(failed > 0 ? [['failed', formatCount(failed)]] : []),
    ...(left > 0 ? [['left', formatCount(left)]] : []),
    ...Object.entries(splits).map(([name, own]) => [name, `${formatCount(own.done)} of ${formatCount(own.tasks)}`]),
    ['points', `${formatCount(points)}, ${formatBytes(bytes)}`],
    ['time', `${formatSeconds(secondsSpent)} spent, about ${formatSeconds(secondsLeft)} left`],
  ];
  const shown = failures.slice(0, SHOWN_MAX).map(({ index, message }) => `survey ${index}: ${message}`);
  const more = failures.length - shown.length;
  return [...formatTable(rows), ...shown, ...(more > 0 ? [`and ${more} more: see the folder failed`] : [])];
}

/** The report of a merge, as text. */
export function describeMerge(report: MergeReport, folder: string): string[] {
  const { surveys, missing, clouds, points, files, frames } = report;
  const { failed, left } = missing;
  return [
    `${formatCounted(surveys, 'survey')}, ${formatCounted(clouds, 'cloud')}, ${formatCounted(points, 'point')} in ${folder}`,
    ...(failed.length > 0 ? [`without ${formatCount(failed.length)} that failed: ${formatRanges(failed)}`] : []),
    ...(left.length > 0 ? [`without ${formatCount(left.length)} that are not done: ${formatRanges(left)}`] : []),
    ...formatTable(files.map(({ path, bytes, describe }) => [path, formatBytes(bytes), describe])),
    ...(frames
      ? [`frames as ${frames.layout} in ${frames.folder}: ${formatCounted(frames.files, 'file')}, as ${frames.by}`]
      : []),
  ];
}

/** Files of finished surveys, as text. */
export const describeVerified = ({ planned, tasks, files, bytes, wrong }: VerifiedTasks): string[] => [
  `${tasks === planned ? '' : `${formatCount(tasks)} of `}${formatCounted(planned, 'survey')}, ${formatCounted(files, 'file')}, ${formatBytes(bytes)}: ${
    wrong.length === 0 ? 'all as they were written' : `${formatCount(wrong.length)} wrong`
  }`,
  ...wrong.map(({ path, found }) => `${path}: ${found}`),
  ...(wrong.length === 0 ? [] : ['remove the folders of these surveys, and run the campaign again']),
];

import { STAGES, type Stage, type StageName, type StageSeconds } from '../../device/stages.js';
import type { RunReport } from '../../simulation/run-survey.js';
import { formatCount, formatTable } from './format.js';

/**
 * The time of a run as text, in two tables that each add up to a whole: the run by the clock, and the stages by the
 * device that computes them. They overlap, since points are made and written while others are computed.
 */
export function describeProfile(report: RunReport): string[] {
  return [...describeRun(report), describePoints(report), ...describeStages(report)];
}

function describeRun({ seconds, simulation }: RunReport): string[] {
  const parts: [string, number, string][] = [
    ['load', seconds.load, 'the scene is read'],
    ['build', seconds.build, 'its trees are built or found'],
    ['open', simulation.open, 'workers are started, or the scene uploaded and shaders compiled'],
    ['wait', simulation.wait, 'for points'],
    ['write', seconds.write, 'points become files'],
  ];
  const rows = parts.map(([name, spent, what]) => [name, ...spentOf(spent, seconds.total), what]);
  return table('the run, by the clock', [...rows, ['in all', ...spentOf(seconds.total, seconds.total), '']]);
}

/** Points are made while others are computed, by threads of their own. */
function describePoints({ points, simulation }: RunReport): string {
  const each = points === 0 ? '' : `, ${((NANOSECONDS * simulation.points) / points).toPrecision(3)} ns a point`;
  return `points as files have them: ${simulation.points.toFixed(3)} s, summed over the threads that make them${each}`;
}

function describeStages(report: RunReport): string[] {
  const { stages, device, engine, threads } = report;
  if (!stages) return [`the stages: '${device}' cannot measure the time of each (no timestamp-query)`];
  const total = STAGES.reduce((sum, { name }) => sum + stages[name], 0);
  const ran = STAGES.filter(({ name, when }: Stage & { name: StageName }) => when === undefined || stages[name] > 0);
  const rows = ran.map((stage) => [stage.name, ...spentOf(stages[stage.name], total), eachOf(stage, stages, report)]);
  const where = engine === 'gpu' ? 'on the GPU' : `summed over ${threads} ${threads === 1 ? 'thread' : 'threads'}`;
  return table(`the stages, ${where}`, [...rows, ['in all', ...spentOf(total, total), '']]);
}

function spentOf(seconds: number, total: number): [string, string] {
  return [`${seconds.toFixed(3)} s`, `${(total > 0 ? (100 * seconds) / total : 0).toFixed(1)} %`];
}

const NANOSECONDS = 1e9;

/** `12.3 ns a subray`. */
function eachOf(
  { name, unit }: Stage & { name: StageName },
  stages: StageSeconds,
  { pulses, subrays, returns }: RunReport,
): string {
  const count = { pulse: pulses, subray: subrays, return: returns }[unit];
  if (count === 0) return '';
  const each = (NANOSECONDS * stages[name]) / count;
  return `${each < 100 ? each.toPrecision(3) : formatCount(each)} ns a ${unit}`;
}

const table = (title: string, rows: string[][]) => [title, ...formatTable(rows, [1, 2]).map((line) => `  ${line}`)];

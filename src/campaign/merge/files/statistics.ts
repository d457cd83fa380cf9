import { canonicalJson } from '../../canonical-json.js';
import type { DataSet } from '../data-set.js';
import { binnedDistribution, type Distribution, distributionOf, histogram, shortNumber } from '../distributions.js';
import { jsonText, type MergeKind } from '../merge-file.js';
import { MergeTally, RANGE_STEP } from '../point-tally.js';
import { variableNames } from './clouds-table.js';
import { semanticNames } from './labels.js';

/** Most values of a variable that are listed; beyond, only their distribution is written. */
const VALUES_MAX = 100;
/** Width of the bars of intensities, and of ranges in decimetres. */
const [INTENSITY_WIDTH, RANGE_WIDTH] = [4096, 100];

/** `statistics.json`: numbers of points, objects and returns by kind, and distributions of values. */
export const STATISTICS: MergeKind = {
  *files(dataSet) {
    yield {
      path: 'statistics.json',
      mediaType: 'application/json',
      describe:
        'Points and objects by semantic class and split, distributions of intensity, range, returns and variables',
      content: () => [jsonText(statisticsOf(dataSet))],
    };
  },
};

/** Points and objects of a semantic class. */
export interface ClassCount {
  number: number;
  name: string;
  points: number;
  /** Of all points. */
  share: number;
  /** Objects with points of it, counted in each cloud. */
  instances: number;
  clouds: number;
}

/** The statistics of a data set. */
export function statisticsOf(dataSet: DataSet) {
  const { tasks, missing, facts, look } = dataSet;
  const all = sumOf(look.tallies.values());
  const splits = [...look.tallies].filter(([name]) => name !== '');
  return {
    surveys: tasks.length,
    ...(tasks.length < facts.tasks && { missing: { failed: missing.failed, left: missing.left } }),
    files: sum(tasks.map(({ manifest }) => manifest.files.length)),
    bytes: sum(tasks.flatMap(({ manifest }) => manifest.files.map(({ bytes }) => bytes))),
    pulses: sum(tasks.map(({ manifest }) => manifest.pulses)),
    ...countsOf(dataSet, all, undefined),
    variables: variablesOf(dataSet),
    splits: Object.fromEntries(
      splits
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, tally]) => [name, { surveys: inSplit(dataSet, name).length, ...countsOf(dataSet, tally, name) }]),
    ),
  };
}

const inSplit = ({ tasks }: DataSet, split: string) => tasks.filter((task) => task.split === split);

export function sumOf(tallies: Iterable<MergeTally>): MergeTally {
  const all = new MergeTally();
  for (const tally of tallies) all.addAll(tally);
  return all;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Counts of all clouds, or of those of a split. */
function countsOf(dataSet: DataSet, tally: MergeTally, split: string | undefined) {
  return {
    clouds: tally.clouds,
    points: tally.points,
    pointsPerCloud: pointsPerCloud(dataSet, split),
    semantics: classCounts(dataSet, tally),
    classes: lasClasses(dataSet, tally),
    pulsesByReturns: byNumber(tally.pulses),
    pointsByReturn: byNumber(tally.returns),
    intensity: measured(tally.intensities, 1, INTENSITY_WIDTH),
    range: measured(tally.ranges, RANGE_STEP, RANGE_WIDTH),
  };
}

function pointsPerCloud({ tasks, look }: DataSet, split: string | undefined) {
  const own = look.points.filter((_, k) => split === undefined || tasks[k].split === split);
  const counts = own.flat().filter((count) => count !== undefined);
  if (counts.length === 0) return undefined;
  const { min, max, quantiles } = distributionOf(counts);
  return { min, median: quantiles['50 %'], max };
}

/** The semantic classes that have points, by number. */
export function classCounts(dataSet: DataSet, tally: MergeTally): ClassCount[] {
  const names = semanticNames(dataSet);
  const total = tally.with.semantic;
  return numbersIn(tally.semantics).map((number) => ({
    number,
    name: names.get(number) ?? `class ${number}`,
    points: tally.semantics[number],
    share: shortNumber(tally.semantics[number] / total),
    instances: tally.instances[number],
    clouds: tally.cloudsWith[number],
  }));
}

const lasClasses = ({ look }: DataSet, { classes }: MergeTally) =>
  numbersIn(classes).map((number) => ({
    number,
    ...(look.classes.has(number) && { name: look.classes.get(number) }),
    points: classes[number],
  }));

const numbersIn = (counts: Float64Array): number[] => [...counts.keys()].filter((number) => counts[number] > 0);

const byNumber = (counts: Float64Array): Record<number, number> =>
  Object.fromEntries(numbersIn(counts).map((number) => [number, counts[number]]));

const measured = (counts: Float64Array, step: number, width: number) => {
  const distribution = binnedDistribution(counts, step);
  return distribution && { ...distribution, histogram: histogram(counts, step, width) };
};

type VariableStatistics = Partial<Distribution> & { distinct: number; values?: Record<string, number> };

function variablesOf(dataSet: DataSet): Record<string, VariableStatistics> {
  const found: Record<string, VariableStatistics> = {};
  for (const name of variableNames(dataSet))
    found[name] = variableStatistics(dataSet.tasks.map(({ variables }) => variables[name]));
  return found;
}

function variableStatistics(values: readonly unknown[]): VariableStatistics {
  const counts = new Map<string, number>();
  for (const value of values) {
    const text = typeof value === 'string' ? value : canonicalJson(value ?? null);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const numbers = values.filter((value) => typeof value === 'number');
  // Of a quantity, the distribution says more than a list of values that are all different.
  const isListed = counts.size <= VALUES_MAX && (numbers.length === 0 || counts.size <= values.length / 2);
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    distinct: counts.size,
    ...(numbers.length > 0 && distributionOf(numbers)),
    ...(isListed && { values: Object.fromEntries(sorted) }),
  };
}

import type { DistanceStatistics, NeighbourStatistics } from '../../cloud/comparison/distance-statistics.js';
import type { ComparedClouds } from '../../io/compare-clouds.js';
import type { ReadableCloud } from '../../io/readable-cloud.js';
import { asprsClassName } from '../../scene/asprs-classes.js';
import { formatCount, formatTable } from './format.js';

type ClassNames = ReadableCloud['classNames'];

/** The difference of the clouds `a` and `b` as text. */
export function describeComparison(a: ReadableCloud, b: ReadableCloud, comparison: ComparedClouds): string[] {
  const { limit, limitBy, forth, back, warnings } = comparison;
  const origin =
    limitBy === 'option'
      ? ''
      : '; 99 % of the points of either cloud have another one of their own within it (--compare-limit sets another)';
  return [
    ...formatTable([
      ['first', `${a.path}, ${formatCount(forth.distance.points)} points`],
      ['second', `${b.path}, ${formatCount(back.distance.points)} points`],
      ['limit', `${metres(limit)} m${origin}`],
    ]),
    ...describeWay('from the first to the second', forth, a.classNames),
    ...describeWay('from the second to the first', back, b.classNames),
    ...warnings.map((warning) => `warning: ${warning}`),
  ];
}

const HEAD = ['', 'points', 'beyond limit', 'median', 'mean', 'RMS', '95 %', 'max'];

function describeWay(title: string, { distance, rise, byClass }: NeighbourStatistics, names: ClassNames): string[] {
  const classes = Object.entries(byClass ?? {});
  const rows = [HEAD, distanceRow('all', distance)];
  if (classes.length > 1)
    rows.push(...classes.map(([id, found]) => distanceRow(`${id} ${asprsClassName(Number(id), names)}`, found)));
  const { median, mean, rms, p5, p95 } = rise;
  return [
    `${title}: distance to the nearest point, m`,
    ...formatTable(rows, [1, 2, 3, 4, 5, 6, 7]).map((line) => `  ${line}`),
    `  higher by: median ${metres(median)}, mean ${metres(mean)}, RMS ${metres(rms)}, 5 % ${metres(p5)}, 95 % ${metres(p95)} m`,
  ];
}

const distanceRow = (name: string, found: DistanceStatistics): string[] => [
  name,
  formatCount(found.points),
  formatCount(found.beyond),
  ...[found.median, found.mean, found.rms, found.p95, found.max].map(metres),
];

/** Four digits after the point, without a negative zero; far distances to the millimetre. */
const metres = (value: number): string => {
  const digits = Math.abs(value) < 100 ? 4 : 3;
  return (Math.round(value * 10 ** digits) / 10 ** digits + 0).toFixed(digits);
};

/** The same as JSON. */
export const comparisonJson = (
  a: ReadableCloud,
  b: ReadableCloud,
  { limit, limitBy, forth, back, warnings }: ComparedClouds,
): object => ({ kind: 'comparison', first: a.path, second: b.path, limit, limitBy, forth, back, warnings });

import type { MatchedPoints } from '../../cloud/comparison/compare-points.js';
import type {
  DifferenceStatistics,
  DistanceStatistics,
  NeighbourStatistics,
} from '../../cloud/comparison/distance-statistics.js';
import type { ObjectPairs } from '../../cloud/comparison/pair-objects.js';
import type {
  ClassPairs,
  PairDistances,
  PairStatistics,
  RatioStatistics,
} from '../../cloud/comparison/pair-statistics.js';
import type { ReturnCounts, SetSummary } from '../../cloud/comparison/set-summary.js';
import type { ComparedClouds } from '../../io/clouds/compare-clouds.js';
import type { ReadableCloud } from '../../io/records/readable-cloud.js';
import { asprsClassName } from '../../scene/labels/asprs-classes.js';
import type { ThresholdResult } from '../comparison-thresholds.js';
import { formatCount, formatCounted, formatTable, percentText } from './format.js';

type ClassNames = ReadableCloud['classNames'];

/** The difference of the clouds `a` and `b` as text. */
export function describeComparison(
  a: ReadableCloud,
  b: ReadableCloud,
  comparison: ComparedClouds,
  thresholds: readonly ThresholdResult[],
): string[] {
  const { limit, limitBy, aToB, bToA, matched, warnings } = comparison;
  const origin =
    limitBy === 'option'
      ? ''
      : '; 99 % of the points of either cloud have another one of their own within it (--limit sets another)';
  return [
    ...formatTable([
      ['a', `${a.path}, ${formatCounted(comparison.a.points, 'point')}`],
      ['b', `${b.path}, ${formatCounted(comparison.b.points, 'point')}`],
      ['limit', `${metres(limit)} m${origin}`],
    ]),
    ...describeBounds(comparison.a, comparison.b),
    ...describeReturns(comparison.a.returns, comparison.b.returns),
    ...describeWay('from a to b', aToB, a.classNames),
    ...describeWay('from b to a', bToA, b.classNames),
    ...describePairs(matched, a.classNames ?? b.classNames),
    ...warnings.map((warning) => `warning: ${warning}`),
    ...thresholds.map(({ name, holds, text }) => `${holds ? 'holds' : 'fails'}: --${name}: ${text}`),
  ];
}

/** Lines of a table below its title. */
const below = (title: string, rows: string[][], flushRight: readonly number[]): string[] => [
  title,
  ...formatTable(rows, flushRight).map((line) => `  ${line}`),
];

function describeBounds(a: SetSummary, b: SetSummary): string[] {
  const rows = ['x', 'y', 'z'].map((name, axis) => [
    name,
    ...[a, b].flatMap(({ bounds }) => [metres(bounds.min[axis]), metres(bounds.max[axis])]),
  ]);
  return below('bounds, m', [['', 'a from', 'to', 'b from', 'to'], ...rows], [1, 2, 3, 4]);
}

/**
 * Points by the number of returns of their pulse, and first and last ones; nothing if neither cloud has such numbers.
 */
function describeReturns(a: ReturnCounts | undefined, b: ReturnCounts | undefined): string[] {
  if (!a && !b) return [];
  const cell = (count: number | undefined) => formatCount(count ?? 0);
  const sides = [a, b].map(
    (side) => (count: (returns: ReturnCounts) => number | undefined) => (side ? cell(count(side)) : '–'),
  );
  const row = (name: string, count: (returns: ReturnCounts) => number | undefined) => [
    name,
    ...sides.map((side) => side(count)),
  ];
  const counts = [...new Set([a, b].flatMap((side) => Object.keys(side?.byReturnCount ?? {})).map(Number))];
  return below(
    'points',
    [
      ['', 'a', 'b'],
      ...counts
        .sort((one, other) => one - other)
        .map((count) =>
          row(`of pulses with ${count} ${count === 1 ? 'return' : 'returns'}`, (side) => side.byReturnCount[count]),
        ),
      row('first returns', ({ first }) => first),
      row('last returns', ({ last }) => last),
    ],
    [1, 2],
  );
}

const HEAD = ['', 'points', 'beyond limit', 'median', 'mean', 'RMS', '95 %', 'max'];

function describeWay(title: string, { distance, rise, byClass }: NeighbourStatistics, names: ClassNames): string[] {
  const classes = Object.entries(byClass ?? {});
  const rows = [HEAD, distanceRow('all', distance)];
  if (classes.length > 1)
    rows.push(...classes.map(([id, found]) => distanceRow(`${id} ${asprsClassName(Number(id), names)}`, found)));
  return [
    ...below(`${title}: distance to the nearest point, m`, rows, [1, 2, 3, 4, 5, 6, 7]),
    `  higher by: ${differenceText(rise)}`,
  ];
}

const distanceRow = (name: string, found: DistanceStatistics): string[] => [
  name,
  formatCount(found.points),
  formatCount(found.beyond),
  ...[found.median, found.mean, found.rms, found.p95, found.max].map(metres),
];

/** Differences in a sentence, metres. */
export const differenceText = ({ median, mean, rms, p5, p95 }: DifferenceStatistics): string =>
  `median ${metres(median)}, mean ${metres(mean)}, RMS ${metres(rms)}, 5 % ${metres(p5)}, 95 % ${metres(p95)} m`;

const BY: Readonly<Record<MatchedPoints['by'], string>> = {
  pulse: 'of the same pulse',
  time: 'of the same time',
  nearest: 'nearest to each other, within the limit',
};

function describePairs(matched: MatchedPoints, names: ClassNames): string[] {
  const { by, sameReturn, timeTolerance, points, onlyA, onlyB, distance, range, classes, objects } = matched;
  const how = [
    BY[by],
    ...(sameReturn ? [' and return'] : []),
    ...(timeTolerance === undefined ? [] : [` (to ${timeTolerance} s)`]),
  ].join('');
  return [
    `pairs of points ${how}: ${formatCount(points)}; only in a ${formatCount(onlyA)}, only in b ${formatCount(onlyB)}`,
    ...(distance ? pairDistanceLines(distance) : []),
    ...(range ? [`  range, b less a: ${differenceText(range)}`] : []),
    ...ratioLines(matched),
    ...(classes ? classLines(classes, points, names) : []),
    ...(objects ? objectLines(objects, points) : []),
  ];
}

const pairDistanceLines = ({ median, mean, rms, p95, p99, max, within }: PairDistances): string[] => [
  `  distance: median ${metres(median)}, mean ${metres(mean)}, RMS ${metres(rms)}, 95 % ${metres(p95)}, 99 % ${metres(p99)}, max ${metres(max)} m`,
  ...within.map(({ limit, points, share }) => `  within ${limit} m: ${formatCount(points)} (${percentText(share)})`),
];

const RATIO_HEAD = ['b / a', 'pairs', 'median', '5 %', '95 %', 'of medians'];

/** Ratios of the quantities that both clouds have. */
function ratioLines(found: PairStatistics): string[] {
  const ratios = (['intensity', 'energy', 'amplitude'] as const).flatMap((name) => {
    const ratio = found[name];
    return ratio ? [{ name, ratio }] : [];
  });
  if (ratios.length === 0) return [];
  const limits = ratios[0].ratio.within.map(({ limit }) => limit);
  const head = [...RATIO_HEAD, ...limits.flatMap((limit) => [`1 ± ${limit}`, `median ± ${limit}`])];
  const rows = ratios.map(({ name, ratio }) => ratioRow(name, ratio));
  return formatTable([head, ...rows], head.map((_, k) => k).slice(1)).map((line) => `  ${line}`);
}

const ratioRow = (
  name: string,
  { points, medianA, medianB, median, p5, p95, within, withinScaled }: RatioStatistics,
) => [
  name,
  formatCount(points),
  ...[median, p5, p95, medianB / medianA].map((ratio) => `${Number(ratio.toPrecision(5))}`),
  ...within.flatMap(({ share }, k) => [percentText(share), percentText(withinScaled[k].share)]),
];

/** Rows of a table in text; JSON has all. */
const ROWS_MAX = 20;

function classLines({ differing, share, table }: ClassPairs, points: number, names: ClassNames): string[] {
  const name = (id: number) => `${id} ${asprsClassName(id, names)}`;
  const rows = table.map((cell) => [
    name(cell.a),
    name(cell.b),
    formatCount(cell.points),
    percentText(cell.points / points),
  ]);
  return cutTable(
    `  different classes: ${formatCount(differing)} (${percentText(share)})`,
    ['class in a', 'in b', 'pairs', ''],
    rows,
  );
}

function objectLines({ combinations, agreeing, share, table }: ObjectPairs, points: number): string[] {
  const rows = table.map(({ a, b, points: count, agrees }) => [
    `${a}`,
    `${b}${agrees ? '' : ', another'}`,
    formatCount(count),
    percentText(count / points),
  ]);
  const title = `  same objects, whatever their numbers: ${formatCount(agreeing)} (${percentText(share)}); ${formatCounted(combinations, 'combination')}`;
  // If all agree, a table of them adds nothing.
  if (share === 1) return [title];
  return cutTable(title, ['object in a', 'in b', 'pairs', ''], rows);
}

/** A table cut to its first rows. */
function cutTable(title: string, head: string[], rows: string[][]): string[] {
  const shown = rows.slice(0, ROWS_MAX);
  const rest =
    rows.length > shown.length ? [`    … ${formatCount(rows.length - shown.length)} more; --json has them`] : [];
  return [title, ...formatTable([head, ...shown], [2, 3]).map((line) => `    ${line}`), ...rest];
}

/** Four digits after the point, without a negative zero; far distances to the millimetre. */
export const metres = (value: number): string => {
  const digits = Math.abs(value) < 100 ? 4 : 3;
  return (Math.round(value * 10 ** digits) / 10 ** digits + 0).toFixed(digits);
};

/** The same as JSON: metres, seconds, shares of 1. */
export function comparisonJson(
  a: ReadableCloud,
  b: ReadableCloud,
  { distances: _, m3c2: __, warnings, ...found }: ComparedClouds,
  thresholds: readonly ThresholdResult[],
): object {
  return {
    kind: 'comparison',
    ...found,
    a: { path: a.path, ...found.a },
    b: { path: b.path, ...found.b },
    thresholds,
    warnings,
  };
}

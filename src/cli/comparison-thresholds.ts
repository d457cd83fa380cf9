import type { InferredOptionTypes, Options } from 'yargs';
import { UserError } from '../base/errors.js';
import type { CloudComparison } from '../cloud/comparison/compare-points.js';
import { formatCount, percentText } from './describe/format.js';
import { measure, NUMBER_OPTION } from './options.js';

/** Options that limit the difference of two clouds. */
export const THRESHOLD_OPTIONS = {
  'max-distance': { ...NUMBER_OPTION, describe: 'fail if the points of a pair are farther apart, metres; see --share' },
  share: { ...NUMBER_OPTION, describe: 'of the pairs, 0 to 1, that --max-distance must hold for (1)' },
  'max-missing': { ...NUMBER_OPTION, describe: 'fail if a larger share of the points of either cloud has no partner' },
  'max-count': { ...NUMBER_OPTION, describe: 'fail if the numbers of points differ by a larger share of those of a' },
  'max-intensity': {
    ...NUMBER_OPTION,
    describe: 'fail if the median ratio of the intensities of pairs differs by more from 1',
  },
  'intensity-share': {
    ...NUMBER_OPTION,
    describe: 'of the pairs, 0 to 1, whose own ratio must be as near to 1 as --max-intensity says (0)',
  },
  'max-class': { ...NUMBER_OPTION, describe: 'fail if a larger share of the pairs has different classes' },
} as const satisfies Record<string, Options>;

/** Limits of the difference of two clouds; absent: none. */
export interface Thresholds {
  /** Metres. */
  maxDistance?: number;
  share: number;
  maxMissing?: number;
  maxCount?: number;
  maxIntensity?: number;
  intensityShare?: number;
  maxClass?: number;
}

/** A threshold, and the measured value. */
export interface ThresholdResult {
  /** The option, without dashes. */
  name: string;
  limit: number;
  /** Absent: nothing to be measured. */
  found?: number;
  holds: boolean;
  /** The measured and the allowed value, in a sentence. */
  text: string;
}

/** The thresholds of a command line. Throws UserError for invalid values, and for a share without a limit. */
export function thresholdsOf(args: InferredOptionTypes<typeof THRESHOLD_OPTIONS>): Thresholds {
  for (const [option, needed] of [
    ['share', 'max-distance'],
    ['intensity-share', 'max-intensity'],
  ] as const)
    if (args[option] !== undefined && args[needed] === undefined)
      throw new UserError(`--${option} requires --${needed}; add that, or leave it out`);
  const shareOf = (option: keyof typeof THRESHOLD_OPTIONS) => measure(option, args[option], { min: 0, max: 1 });
  return {
    maxDistance: measure('max-distance', args['max-distance'], { unit: 'm', min: 0 }),
    share: shareOf('share') ?? 1,
    maxMissing: shareOf('max-missing'),
    maxCount: measure('max-count', args['max-count'], { min: 0 }),
    maxIntensity: measure('max-intensity', args['max-intensity'], { min: 0 }),
    intensityShare: shareOf('intensity-share'),
    maxClass: shareOf('max-class'),
  };
}

/** The thresholds that are given, in the order of the options, and whether each holds. */
export function checkThresholds(comparison: CloudComparison, thresholds: Thresholds): ThresholdResult[] {
  const { maxDistance, maxMissing, maxCount, maxIntensity, maxClass } = thresholds;
  return [
    maxDistance === undefined ? [] : distanceResult(comparison, maxDistance, thresholds.share),
    maxMissing === undefined ? [] : missingResult(comparison, maxMissing),
    maxCount === undefined ? [] : countResult(comparison, maxCount),
    maxIntensity === undefined ? [] : intensityResults(comparison, maxIntensity, thresholds.intensityShare),
    maxClass === undefined ? [] : classResult(comparison, maxClass),
  ].flat();
}

/** The result of a threshold without anything to measure. */
const nothingToMeasure = (name: string, limit: number, text: string): ThresholdResult => ({
  name,
  limit,
  holds: false,
  text,
});

function distanceResult({ matched }: CloudComparison, limit: number, share: number): ThresholdResult {
  const found = matched.distance?.within.find((within) => within.limit === limit);
  if (!found) return nothingToMeasure('max-distance', limit, 'there are no pairs of points');
  const far = matched.points - found.points;
  return {
    name: 'max-distance',
    limit,
    found: found.share,
    holds: found.share >= share,
    text: `${formatCount(far)} of ${formatCount(matched.points)} pairs are more than ${limit} m apart; ${percentText(1 - share)} may be`,
  };
}

function missingResult({ a, b, matched }: CloudComparison, limit: number): ThresholdResult {
  const found = Math.max(matched.onlyA / a.points, matched.onlyB / b.points);
  const parts = [
    `${formatCount(matched.onlyA)} of ${formatCount(a.points)} points of a`,
    `${formatCount(matched.onlyB)} of ${formatCount(b.points)} of b`,
  ];
  return {
    name: 'max-missing',
    limit,
    found,
    holds: found <= limit,
    text: `${parts.join(' and ')} have no partner; ${percentText(limit)} may have none`,
  };
}

function countResult({ a, b }: CloudComparison, limit: number): ThresholdResult {
  const found = Math.abs(b.points - a.points) / a.points;
  return {
    name: 'max-count',
    limit,
    found,
    holds: found <= limit,
    text: `${formatCount(a.points)} and ${formatCount(b.points)} points differ by ${percentText(found)}; ${percentText(limit)} may be`,
  };
}

function intensityResults({ matched }: CloudComparison, limit: number, share: number | undefined): ThresholdResult[] {
  const { intensity } = matched;
  if (!intensity) return [nothingToMeasure('max-intensity', limit, 'no pair of points has intensities above 0')];
  const found = Math.abs(intensity.median - 1);
  const median = {
    name: 'max-intensity',
    limit,
    found,
    holds: found <= limit,
    text: `the median ratio of intensities is ${intensity.median.toPrecision(5)}; it may differ from 1 by ${limit}`,
  };
  const within = intensity.within.find((one) => one.limit === limit);
  if (share === undefined || !within) return [median];
  return [
    median,
    {
      name: 'intensity-share',
      limit: share,
      found: within.share,
      holds: within.share >= share,
      text: `the ratio of ${formatCount(within.points)} of ${formatCount(intensity.points)} intensities is within ${limit} of 1; ${percentText(share)} must be`,
    },
  ];
}

function classResult({ matched }: CloudComparison, limit: number): ThresholdResult {
  const { classes, points } = matched;
  if (!classes) return nothingToMeasure('max-class', limit, 'no pair of points has classes');
  return {
    name: 'max-class',
    limit,
    found: classes.share,
    holds: classes.share <= limit,
    text: `${formatCount(classes.differing)} of ${formatCount(points)} pairs have different classes; ${percentText(limit)} may have`,
  };
}

import type { InferredOptionTypes, Options } from 'yargs';
import { UserError } from '../base/errors.js';
import type { M3c2Comparison } from '../cloud/comparison/m3c2/compare-by-m3c2.js';
import type { M3c2Normals, M3c2Options, M3c2Settings } from '../cloud/comparison/m3c2/m3c2-options.js';
import type { M3c2Summary } from '../cloud/comparison/m3c2/m3c2-summary.js';
import { differenceText, metres } from './describe/describe-comparison.js';
import { formatCount, formatCounted, percentText } from './describe/format.js';
import { listedNumbers, measure, NUMBER_OPTION, namedFile } from './options.js';

/** Options of `subray compare` for M3C2 distances. */
export const M3C2_OPTIONS = {
  m3c2: {
    type: 'string',
    requiresArg: true,
    describe: 'write core points of a to this cloud, each with its M3C2 distance to b, along the normal',
  },
  'normal-scale': {
    ...NUMBER_OPTION,
    describe: 'with --m3c2: diameter of the ball of points that decide a normal, metres; default: by the roughness',
  },
  'projection-scale': {
    ...NUMBER_OPTION,
    describe: 'with --m3c2: diameter of the cylinders, metres; default: by the density of both clouds',
  },
  'max-depth': {
    ...NUMBER_OPTION,
    describe: 'with --m3c2: length of the cylinders to either side, metres; default: 5 normal scales',
  },
  core: {
    type: 'string',
    requiresArg: true,
    describe: 'with --m3c2: spacing of the core points, metres, or all; default: half the projection scale',
  },
  'registration-error': { ...NUMBER_OPTION, describe: 'with --m3c2: of both clouds to each other, metres (0)' },
  normals: {
    type: 'string',
    requiresArg: true,
    describe: 'with --m3c2: side of the normals: up (default), X,Y,Z for that of a place; or vertical',
  },
} as const satisfies Record<string, Options>;

type M3c2Arguments = InferredOptionTypes<typeof M3C2_OPTIONS>;

/** M3C2 distances to write. */
export interface M3c2Output {
  path: string;
  options: M3c2Options;
}

/** The M3C2 distances that the options ask for. Throws UserError for options that do not fit. */
export function m3c2Output(args: M3c2Arguments): M3c2Output | undefined {
  const { m3c2, core, normals } = args;
  const lengthOf = (option: 'normal-scale' | 'projection-scale' | 'max-depth') =>
    measure(option, args[option], { unit: 'm', above: 0 });
  const options = {
    normalScale: lengthOf('normal-scale'),
    projectionScale: lengthOf('projection-scale'),
    maxDepth: lengthOf('max-depth'),
    core: core === 'all' ? core : measure('core', core, { unit: 'm', above: 0 }),
    registrationError: measure('registration-error', args['registration-error'], { unit: 'm', min: 0 }),
    normals: normals === undefined ? undefined : normalsOf(normals),
  };
  if (m3c2 === undefined) {
    const lone = Object.keys(M3C2_OPTIONS).find((name) => args[name as keyof M3c2Arguments] !== undefined);
    if (lone !== undefined) throw new UserError(`--${lone} belongs to --m3c2, which names the cloud to write`);
    return undefined;
  }
  if (options.normals === 'vertical' && options.normalScale !== undefined)
    throw new UserError('--normal-scale: found with --normals vertical, which needs no normals; leave one of them out');
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { path: namedFile('--m3c2', m3c2, 'a cloud'), options: Object.fromEntries(given) };
}

function normalsOf(text: string): M3c2Normals {
  if (text === 'up' || text === 'vertical') return text;
  const place = listedNumbers(text);
  if (place?.length !== 3)
    throw new UserError(`--normals: found "${text}", expected up, vertical or a place X,Y,Z`, {
      hint: 'a place in the coordinates of a, such as that of its scanner: 691000,5334000,502.5',
    });
  return [place[0], place[1], place[2]];
}

/** Lines about M3C2 distances that were written. */
export const describeM3c2 = (path: string, { settings, summary }: M3c2Comparison): string[] => [
  `M3C2: ${path}, ${formatCounted(summary.cores, 'core point')}; ${settingsText(settings)}`,
  ...distanceLines(summary),
  ...missingLines(summary),
];

function settingsText({ normalScale, normals, projectionScale, maxDepth, core, registrationError }: M3c2Settings) {
  const side = typeof normals === 'string' ? normals : `towards ${normals.join(',')}`;
  return [
    core === 'all' ? 'every point of a' : `one per ${core} m`,
    normalScale === undefined ? 'vertical' : `normals of ${normalScale} m, ${side}`,
    `cylinders of ${projectionScale} m, ${maxDepth} m to either side`,
    `registration error ${registrationError} m`,
  ].join(', ');
}

function distanceLines({ distance, medianUncertainty, measured, significant, above, below }: M3c2Summary): string[] {
  if (!distance) return [];
  const level = medianUncertainty === undefined ? [] : [`  level of detection: median ${metres(medianUncertainty)} m`];
  const sides = `${formatCount(above)} on the side of the normal, ${formatCount(below)} on the other`;
  const share = percentText(significant / measured);
  return [
    `  b from a along the normal: ${differenceText(distance)}`,
    ...level,
    `  beyond the level of detection: ${formatCount(significant)} of ${formatCount(measured)} (${share}); ${sides}`,
  ];
}

const missingLines = ({ empty, withoutNormal, withoutLevel }: M3c2Summary): string[] => [
  ...(empty > 0 ? [`  no distance: ${formatCount(empty)}, whose cylinder has no point of b`] : []),
  ...(withoutNormal > 0 ? [`  no distance: ${formatCount(withoutNormal)}, whose points make no plane`] : []),
  ...(withoutLevel > 0
    ? [`  no level of detection: ${formatCount(withoutLevel)}, with fewer than 5 points of a or b`]
    : []),
];

/** The same as JSON: metres. */
export const m3c2Json = (path: string, { settings, summary }: M3c2Comparison): object => ({
  path,
  ...settings,
  ...summary,
});

import type { InferredOptionTypes, Options } from 'yargs';
import { basename } from '../../base/files/paths.js';
import { COMPARE_DEFAULTS, PAIRED_BY } from '../../cloud/comparison/comparison-options.js';
import { crsTitle } from '../../crs/crs.js';
import { cloudCrs } from '../../io/clouds/cloud-crs.js';
import { comparableClouds } from '../../io/clouds/comparable-clouds.js';
import type { CompareCloudsOptions, ComparedClouds } from '../../io/clouds/compare-clouds.js';
import type { ReadableCloud } from '../../io/records/readable-cloud.js';
import type { Command } from '../command.js';
import {
  COMPARE_OUTPUT_OPTIONS,
  type CompareOutputs,
  compareOutputs,
  describeWritten,
  type WrittenComparison,
  writeComparison,
  writtenJson,
} from '../compare-outputs.js';
import { checkThresholds, THRESHOLD_OPTIONS, type Thresholds, thresholdsOf } from '../comparison-thresholds.js';
import { type CliContext, EXIT, logTo, printJson, printLines } from '../context.js';
import { comparisonJson, describeComparison } from '../describe/describe-comparison.js';
import { formatCounted } from '../describe/format.js';
import { FILTER_OPTIONS, filterOf } from '../filter-options.js';
import { interruptible } from '../interrupts.js';
import { openNamedCloud } from '../open-named-cloud.js';
import { measure, NUMBER_OPTION, namedFile, wholeNumber } from '../options.js';
import { PICTURE_OPTIONS, pictureAsked } from '../picture-options.js';
import { ProgressBar } from '../progress-bar.js';
import { withOutputs } from '../with-outputs.js';

const OPTIONS = {
  match: { choices: ['auto', ...PAIRED_BY], default: 'auto', describe: 'what the points of a pair have in common' },
  'time-tolerance': { ...NUMBER_OPTION, describe: 'seconds by which the times of a pair may differ (1e-6)' },
  ...FILTER_OPTIONS,
  every: { ...NUMBER_OPTION, describe: 'compare only every Nth pulse: N, 2N, … counted from 1' },
  limit: {
    ...NUMBER_OPTION,
    describe: 'metres above which a point has no counterpart; default: from the spacing of both clouds',
  },
  within: { ...NUMBER_OPTION, describe: 'count the pairs whose points are this near to each other, metres (0.001)' },
  ...THRESHOLD_OPTIONS,
  ...COMPARE_OUTPUT_OPTIONS,
  png: { type: 'string', requiresArg: true, describe: 'draw b into this PNG file, by distance to a' },
  ...PICTURE_OPTIONS,
  json: { type: 'boolean', describe: 'print one JSON object' },
} as const satisfies Record<string, Options>;

type CompareArguments = InferredOptionTypes<typeof OPTIONS> & { a: string; b: string };

/** `subray compare <a> <b>`: the differences of two clouds, and whether they exceed the limits. */
export const compareCommand: Command = {
  name: 'compare',
  takes: { '': '<a> <b>' },
  subcommands: [],
  options: Object.keys(OPTIONS),
  register: (parser, context, finish) => {
    parser.command(
      'compare <a> <b>',
      'Say how two clouds differ: distances, pairs of points, intensities, classes; fail where they differ too much',
      (y) =>
        y
          .positional('a', { type: 'string', demandOption: true, describe: 'the cloud of reference' })
          .positional('b', { type: 'string', demandOption: true, describe: 'the cloud to be compared with it' })
          .options(OPTIONS),
      async (args) => {
        if (!(await compare(context, args as CompareArguments))) finish(EXIT.cannotRun);
      },
    );
  },
};

const EVERY_MAX = 2 ** 32;

/** Returns whether all thresholds hold. */
async function compare(context: CliContext, args: CompareArguments): Promise<boolean> {
  for (const name of [args.a, args.b]) namedFile('compare', name, 'a cloud');
  const thresholds = thresholdsOf(args);
  const { png, ...picture } = pictureAsked(args);
  const outputs = compareOutputs(args);
  const options = { ...optionsOf(args, thresholds), m3c2: outputs.m3c2?.options };
  const paths = [png, outputs.out, outputs.dod?.path, outputs.m3c2?.path];
  const { a, b, found, written } = await withOutputs(paths, { force: args.force, inputs: [args.a, args.b] }, () =>
    compareAndWrite(
      context,
      args,
      options,
      outputs,
      png === undefined ? undefined : { png, force: args.force, ...picture },
    ),
  );
  const results = checkThresholds(found, thresholds);
  if (args.json) printJson(context, { ...comparisonJson(a, b, found, results), picture: png, ...writtenJson(written) });
  else
    printLines(context, [
      ...describeComparison(a, b, found, results),
      ...(png === undefined ? [] : [`picture: ${png}`]),
      ...describeWritten(written),
    ]);
  return results.every(({ holds }) => holds);
}

/** The limits of the thresholds are counted as well. */
function optionsOf(args: CompareArguments, { maxDistance, maxIntensity }: Thresholds): CompareCloudsOptions {
  const { timeTolerance, within: usual } = COMPARE_DEFAULTS;
  const within = measure('within', args.within, { unit: 'm', min: 0 });
  return {
    match: args.match,
    timeTolerance: measure('time-tolerance', args['time-tolerance'], { unit: 's', min: 0 }) ?? timeTolerance,
    filter: filterOf(args),
    every: wholeNumber('every', args.every, { min: 1, max: EVERY_MAX }),
    limit: measure('limit', args.limit, { unit: 'm', above: 0 }),
    within: {
      distances: distinct(within === undefined ? usual.distances : [within], maxDistance),
      ratios: distinct(usual.ratios, maxIntensity),
    },
  };
}

const distinct = (limits: readonly number[], other: number | undefined): number[] => [
  ...new Set(other === undefined ? limits : [...limits, other]),
];

/** A picture to draw: its file and options. */
type Picture = Omit<ReturnType<typeof pictureAsked>, 'png'> & { png: string; force?: boolean };

/** Two clouds, their difference, and what was written of it. */
interface Comparison {
  a: ReadableCloud;
  b: ReadableCloud;
  found: ComparedClouds;
  written: WrittenComparison;
}

/** Compares two clouds, and writes the picture and the files of `outputs` that are asked for. */
async function compareAndWrite(
  context: CliContext,
  args: CompareArguments,
  options: CompareCloudsOptions,
  outputs: CompareOutputs,
  picture: Picture | undefined,
): Promise<Comparison> {
  const [a, b] = [await openNamedCloud(context, args.a), await openNamedCloud(context, args.b)];
  const bar = new ProgressBar(context.stderr, context.now);
  const running = (signal: AbortSignal) => ({ ...options, signal, onProgress: bar.update.bind(bar) });
  const log = logTo(context, { before: () => bar.clear() });
  return interruptible(context, async (signal) => {
    const found = await context.library.compareClouds(a, b, running(signal));
    if (picture) await draw(context, [a, b, found], picture, running(signal));
    const writing = { ...running(signal), force: args.force, log };
    return { a, b, found, written: await writeComparison(context, [a, b, found], outputs, writing) };
  }).finally(() => bar.clear());
}

async function draw(
  { library }: CliContext,
  [a, b, { b: summary, distances }]: [ReadableCloud, ReadableCloud, ComparedClouds],
  { png, ...picture }: Picture,
  { every, filter, limit, signal, onProgress }: CompareCloudsOptions,
): Promise<void> {
  const { b: drawn } = comparableClouds(a, b);
  // Eastings and northings of another unit would not be those of the system.
  const crs = drawn.axisFactors ? undefined : cloudCrs(b);
  await library.drawDistances(drawn, png, {
    ...picture,
    distances: distances.bToA,
    scale: await library.distanceScale(distances.bToA, nameBeside(b.path, a.path), limit),
    part: { every, filter },
    title: `${basename(b.path)}, ${formatCounted(summary.points, 'point')}`,
    crs: crs && crsTitle(crs),
    signal,
    onProgress,
  });
}

/** The file name of `other`; the whole path where that of `path` has the same name. */
const nameBeside = (path: string, other: string): string =>
  basename(path) === basename(other) ? other : basename(other);

import { UserError } from '../base/errors.js';
import { basename } from '../base/files/paths.js';
import { crsTitle } from '../crs/crs.js';
import { cloudCrs } from '../io/cloud-crs.js';
import type { ComparedClouds } from '../io/compare-clouds.js';
import type { ReadableCloud } from '../io/readable-cloud.js';
import type { PictureOptions } from '../picture/cloud/picture.js';
import { type CliContext, printJson, printLines } from './context.js';
import { comparisonJson, describeComparison } from './describe/describe-comparison.js';
import { formatCount } from './describe/format.js';
import { interruptible } from './interrupts.js';
import { openNamedCloud } from './open-named-cloud.js';
import { measure } from './options.js';
import { ProgressBar } from './progress-bar.js';
import { withOutputs } from './with-outputs.js';

/** Arguments of `subray info` that matter to a comparison. */
export interface ComparisonArguments {
  file: string;
  compare: string;
  'compare-limit'?: string;
  color: string;
  force?: boolean;
  json?: boolean;
}

/** A picture to draw: where, and how. */
export interface ComparisonPicture {
  png: string;
  options: Partial<PictureOptions>;
}

/**
 * `subray info a --compare b`: prints the distances between two clouds, and draws those of the first one's points.
 * Throws UserError.
 */
export async function infoOfComparison(
  context: CliContext,
  args: ComparisonArguments,
  picture: ComparisonPicture | undefined,
): Promise<void> {
  const limit = measure('compare-limit', args['compare-limit'], { unit: 'm', above: 0 });
  if (args.color !== 'auto')
    throw new UserError(`--compare: found --color ${args.color}, expected none: the colours show distances`);
  const [first, second, found] = await withOutputs(
    [picture?.png],
    { force: args.force, inputs: [args.file, args.compare] },
    () => compareAndDraw(context, args, limit, picture),
  );
  if (args.json) printJson(context, { ...comparisonJson(first, second, found), picture: picture?.png });
  else
    printLines(context, [...describeComparison(first, second, found), ...(picture ? [`picture: ${picture.png}`] : [])]);
}

/** Compares two clouds, and draws the first one's distances if a picture is asked for. */
async function compareAndDraw(
  context: CliContext,
  args: ComparisonArguments,
  limit: number | undefined,
  picture: ComparisonPicture | undefined,
): Promise<[ReadableCloud, ReadableCloud, ComparedClouds]> {
  const { library } = context;
  const [first, second] = [await openNamedCloud(context, args.file), await openNamedCloud(context, args.compare)];
  const bar = new ProgressBar(context.stderr, context.now);
  const onProgress = bar.update.bind(bar);
  const found = await interruptible(context, async (signal) => {
    const comparison = await library.compareClouds(first, second, { limit, signal, onProgress });
    if (!picture) return comparison;
    const { distances } = comparison;
    const scale = await library.distanceScale(distances, nameBeside(first.path, second.path), limit);
    const crs = cloudCrs(first);
    const title = `${basename(first.path)}, ${formatCount(first.pointCount)} points`;
    await library.drawDistances(first, picture.png, {
      ...picture.options,
      ...{ distances, scale, title, crs: crs && crsTitle(crs), force: args.force, signal, onProgress },
    });
    return comparison;
  }).finally(() => bar.clear());
  return [first, second, found];
}

/** The file name of `other`; the whole path where that of `first` has the same name. */
const nameBeside = (first: string, other: string): string =>
  basename(first) === basename(other) ? other : basename(other);

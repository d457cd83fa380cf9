import { UserError } from '../base/errors.js';
import type { OpenReadableOptions } from '../io/clouds/readable-clouds.js';
import type { ReadableCloud } from '../io/records/readable-cloud.js';
import type { CliContext } from './context.js';

/**
 * Opens a cloud, or the part that `options` choose, with the names of semantic classes of the NAME.labels.json beside
 * it; if its format has no names of classes, also with those. Labels that cannot be read become a warning of the cloud.
 * Throws UserError if the cloud cannot be read.
 */
export async function openNamedCloud(
  { library }: CliContext,
  path: string,
  options: OpenReadableOptions = {},
): Promise<ReadableCloud> {
  const cloud = await library.openCloud(path, options);
  const labels = await library.labelsBeside(path);
  if (labels === undefined) return cloud;
  try {
    const { classes, semantics } = await library.readLabels(labels);
    return { ...cloud, classNames: cloud.classNames ?? classes, semanticNames: semantics };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { ...cloud, warnings: [...cloud.warnings, `${labels}: ${error.message}`] };
  }
}

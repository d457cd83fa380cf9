import { availableParallelism } from 'node:os';
import type { WithFiles } from '../../base/files/files.js';
import { nodeFiles } from '../../base/files/node-files.js';
import { nodeCoders } from '../coders/node-coders.js';
import { convertCloud as convert } from './convert-cloud.js';
import type { CloudConversion, ConvertCloudOptions } from './convert-options.js';

/**
 * Converts a cloud on this machine to another format, or several into one, as `subray convert` does: the ending of
 * `out` decides the format. All files appear together or none. Throws UserError for clouds that cannot be read, options
 * that contradict each other, and files that cannot be written.
 *
 * @example
 * ```ts
 * const options = { merge: true, thin: { distance: 0.1 } };
 * const { files, leftOut } = await convertCloud(['a.las', 'b.laz'], 'thin.ply', options);
 * show(files[0].points, leftOut.thinned);
 * ```
 */
export async function convertCloud(
  inputs: string | readonly string[],
  out: string,
  options: ConvertCloudOptions & Partial<WithFiles> = {},
): Promise<CloudConversion> {
  const coders = nodeCoders(availableParallelism());
  try {
    return await convert(inputs, out, { files: nodeFiles, coders, ...options });
  } finally {
    await coders.close();
  }
}

import { availableParallelism } from 'node:os';
import type { CreatesFiles } from '../../base/files/files.js';
import { nodeFiles } from '../../base/files/node-files.js';
import { nodeCoders } from '../coders/node-coders.js';
import type { WrittenFile } from '../records/point-sink.js';
import { type CloudPoints, type WriteCloudOptions, writeCloud as write } from './write-cloud.js';

/**
 * Writes points in memory as the cloud `path` on this machine, whose ending says its format. Attributes that the points
 * lack are left out, and points without a place. Throws UserError for options that contradict the format, attributes of
 * other lengths than the coordinates, and files that cannot be written; AbortedError.
 *
 * @example
 * ```ts
 * const x = Float64Array.of(0, 1);
 * await writeCloud('two.laz', { x, y: x, z: x, classification: Uint8Array.of(2, 6) }, { crs: 'EPSG:25832' });
 * ```
 */
export async function writeCloud(
  path: string,
  points: CloudPoints,
  options: WriteCloudOptions & Partial<CreatesFiles> = {},
): Promise<WrittenFile> {
  const coders = nodeCoders(availableParallelism());
  try {
    return await write(path, points, { files: nodeFiles, coders, ...options });
  } finally {
    await coders.close();
  }
}

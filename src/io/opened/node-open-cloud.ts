import { nodeFiles } from '../../base/files/node-files.js';
import { type OpenCloudOptions, openCloud as open } from './open-cloud.js';
import type { OpenedCloud } from './opened-cloud.js';

/**
 * Opens a cloud on this machine, in any of the formats that are read, with the names of labels beside it. Throws
 * UserError if it is no cloud that can be read.
 *
 * @example
 * ```ts
 * const cloud = await openCloud('scan.las');
 * const { values } = await cloud.record(41_234);
 * await cloud.close();
 * ```
 */
export const openCloud = (path: string, options: Partial<OpenCloudOptions> = {}): Promise<OpenedCloud> =>
  open(path, { files: nodeFiles, ...options });

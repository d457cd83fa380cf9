import { nodeFiles } from '../../base/files/node-files.js';
import { type CheckLasOptions, checkLas as check, type LasCheck } from './check-las.js';

/**
 * Holds a LAS, LAZ or COPC file on this machine against its specification, as `subray info --check` does: every fault
 * with its rule and the byte where it is. Throws UserError if the file cannot be read.
 *
 * @example
 * ```ts
 * const { faults } = await checkLas('cloud.laz');
 * for (const { rule, at, found, expected } of faults) show(rule, at, found, expected);
 * ```
 */
export const checkLas = (path: string, options: CheckLasOptions = {}): Promise<LasCheck> =>
  check(path, { files: nodeFiles, ...options });

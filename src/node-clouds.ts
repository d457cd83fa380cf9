/** The same for Node: `files` are those of this machine. */
import { bindFiles } from './base/files/bind-files.js';
import type { CreatesFiles, WithFiles } from './base/files/files.js';
import { nodeFiles } from './base/files/node-files.js';
import { type CheckLasOptions, checkLas as check, type LasCheck } from './io/check/check-las.js';
import { bindCoders } from './io/coders/node-bind-coders.js';
import { convertCloud as convert } from './io/convert/convert-cloud.js';
import type { CloudConversion, ConvertCloudOptions } from './io/convert/convert-options.js';
import { type CloudPoints, type WriteCloudOptions, writeCloud as write } from './io/convert/write-cloud.js';
import { type OpenCloudOptions, openCloud as open } from './io/opened/open-cloud.js';
import type { OpenedCloud } from './io/opened/opened-cloud.js';
import type { WrittenFile } from './io/records/point-sink.js';

export * from './clouds.js';

const onDisk = bindFiles(nodeFiles);

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
export const convertCloud: (
  inputs: string | readonly string[],
  out: string,
  options?: ConvertCloudOptions & Partial<WithFiles>,
) => Promise<CloudConversion> = bindCoders(convert);

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
export const writeCloud: (
  path: string,
  points: CloudPoints,
  options?: WriteCloudOptions & Partial<CreatesFiles>,
) => Promise<WrittenFile> = bindCoders(write);

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
export const checkLas: (path: string, options?: CheckLasOptions) => Promise<LasCheck> = onDisk(check);

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
export const openCloud: (path: string, options?: Partial<OpenCloudOptions>) => Promise<OpenedCloud> = onDisk(open);

import { UserError } from '../../base/errors.js';
import type { WithFiles } from '../../base/files/files.js';
import { hasAnyPointAtOnce } from '../clouds/any-point-at-once.js';
import { cloudCrs } from '../clouds/cloud-crs.js';
import { inMetres, oddUnits } from '../clouds/cloud-units.js';
import { openReadable as openFile, summaryOf } from '../clouds/readable-clouds.js';
import type { LasFile } from '../las-files/las-file.js';
import type { Detail, ReadableCloud } from '../records/readable-cloud.js';
import type { StatedRanges } from '../units/value-ranges.js';
import { attributeOfField } from './cloud-attribute.js';
import { cloudFields } from './cloud-fields.js';
import { labelsBeside } from './labels-beside.js';
import { type CloudInfo, type CloudNames, type OpenedCloud, openedCloud } from './opened-cloud.js';

/** Options of opening a cloud. */
export interface OpenCloudOptions extends WithFiles, StatedRanges {
  /** Levels that are read of a cloud in an octree (COPC); absent: all. */
  detail?: Detail;
  /** Whether coordinates of other units are read in metres, and degrees in a plane about the middle. */
  metres?: boolean;
}

/**
 * Opens the cloud at `path`, in any readable format. Reads everything before its points and the names of labels beside
 * it (NAME.labels.json), and never the whole file. Throws UserError if it is not a readable cloud.
 *
 * @example
 * ```ts
 * const cloud = await openCloud('scan.las', { files: createWebFiles({ sources: { 'scan.las': file } }) });
 * for await (const points of cloud.batches({ end: 1_000_000 })) show(points);
 * const { values } = await cloud.record(41_234);
 * await cloud.close();
 * ```
 */
export async function openCloud(path: string, { files, metres, ...options }: OpenCloudOptions): Promise<OpenedCloud> {
  const file = await openFile(files, path, options);
  if (!metres) return openedCloud(file, await infoOf(file));
  const inUnit = inMetres(file);
  const units = inUnit === file ? undefined : oddUnits(file);
  const info = await infoOf(inUnit);
  const note = `coordinates are in the unit ${units}; they are shown in metres`;
  return openedCloud(inUnit, units === undefined ? info : { ...info, warnings: [...info.warnings, note] });
}

/** Properties that only LAS has. */
type LasFacts = Pick<Partial<LasFile>, 'header' | 'octree' | 'crs' | 'wkt'>;

async function infoOf(file: ReadableCloud & LasFacts): Promise<CloudInfo> {
  const { path, bytes, pointCount, bounds, header } = file;
  const crs = cloudCrs(file);
  const { names, warnings } = await namesOf(file);
  return {
    path,
    bytes,
    format: formatOf(file),
    pointCount,
    ...(bounds && { bounds }),
    ...(crs && { crs }),
    attributes: cloudFields(file).map(attributeOfField),
    names,
    hasAnyPointAtOnce: hasAnyPointAtOnce(file),
    ...(header && {
      las: { version: `${header.versionMajor}.${header.versionMinor}`, pointFormat: header.pointFormat },
    }),
    warnings: [...summaryOf(file).warnings, ...warnings],
  };
}

export function formatOf({ format, header, octree }: ReadableCloud & LasFacts): string {
  if (octree) return 'copc';
  return header?.compressed ? 'laz' : format;
}

/**
 * The names beside a cloud; its classes have the names that the file itself states. Unreadable names become a warning.
 */
async function namesOf({ files, path, classNames }: ReadableCloud): Promise<{ names: CloudNames; warnings: string[] }> {
  const names = { classes: {}, instances: {}, materials: {}, semantics: {} };
  const labels = await labelsBeside(files, path);
  const found = { names: { ...names, ...(classNames && { classes: classNames }) }, warnings: [] };
  if (labels === undefined) return found;
  // Its schema is not loaded for clouds without labels.
  const { readLabels } = await import('./read-labels.js');
  try {
    const beside = await readLabels(files, labels);
    return { names: { ...names, ...beside, classes: { ...beside.classes, ...classNames } }, warnings: [] };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { ...found, warnings: [`${labels}: ${error.message}`] };
  }
}

import { UserError } from '../../base/errors.js';
import type { Files } from '../../base/files/files.js';
import { latin1 } from '../../base/latin1.js';
import { counted, endingOf } from '../../base/text.js';
import type { Vec3 } from '../../base/vec3.js';
import { COORDINATE_MAX } from '../../cloud/is-somewhere.js';
import type { PointKey } from '../../cloud/point-batch.js';
import { POINT_ATTRIBUTES } from '../../cloud/point-schema.js';
import type { CloudStatistics } from '../../cloud/statistics.js';
import { readHead } from '../bytes/read-head.js';
import { ASCII_GRID_SIGNATURE, type CloudKindName, cloudKind, cloudTitles } from '../cloud-kinds.js';
import { BIN_READER } from '../readers/bin.js';
import { CSV_READER } from '../readers/csv.js';
import { E57_READER } from '../readers/e57.js';
import { LAS_READER } from '../readers/las.js';
import { NPY_READER } from '../readers/npy.js';
import { NPZ_READER } from '../readers/npz.js';
import { PARQUET_READER } from '../readers/parquet.js';
import { PCD_READER } from '../readers/pcd.js';
import { PLY_READER } from '../readers/ply.js';
import { PTS_READER } from '../readers/pts.js';
import { PTX_READER } from '../readers/ptx.js';
import { XYZ_READER } from '../readers/xyz.js';
import type { BlockCoders } from '../records/blocks.js';
import type { CloudDescription, CloudReader, CloudSummary, Detail, ReadableCloud } from '../records/readable-cloud.js';
import { numberColumn, type RecordColumn } from '../records/record-columns.js';
import { RecordDecoder } from '../records/record-decoder.js';
import type { RecordSource } from '../records/record-source.js';
import type { StatedRanges } from '../units/value-ranges.js';
import { refuseCatalogue } from './refuse-catalogue.js';
import { settleRanges } from './settle-ranges.js';

/**
 * The readers of all formats, each by its name in CLOUD_KINDS. Apart from CLOUD_FORMATS, so that code that reads clouds
 * loads no schema, and a page that writes clouds no readers.
 */
export const READABLE_CLOUDS = Object.freeze({
  las: LAS_READER,
  laz: LAS_READER,
  copc: LAS_READER,
  ply: PLY_READER,
  pcd: PCD_READER,
  csv: CSV_READER,
  xyz: XYZ_READER,
  pts: PTS_READER,
  ptx: PTX_READER,
  npy: NPY_READER,
  npz: NPZ_READER,
  parquet: PARQUET_READER,
  bin: BIN_READER,
  e57: E57_READER,
} satisfies Record<CloudKindName, unknown>);

const READERS: Readonly<Record<string, CloudReader>> = READABLE_CLOUDS;

/** First bytes that suffice to recognise a file's format: a header of PLY fits. */
export const CLOUD_HEAD_BYTES = 65_536;

/** The format of a cloud with this path and these first bytes (Latin-1), or undefined if it is not a readable cloud. */
export function readableFormatOf(path: string, head: string): string | undefined {
  const names = Object.keys(READABLE_CLOUDS) as CloudKindName[];
  const claimed = names.find((name) => READERS[name].claims?.(head, path) ?? cloudKind(name).signature?.test(head));
  if (claimed === undefined && ASCII_GRID_SIGNATURE.test(head)) return undefined;
  return claimed ?? names.find((name) => READERS[name].endings.includes(endingOf(path)));
}

/** Whether a file with this path and these first bytes is a cloud that subray reads. */
export const isReadableCloud = (path: string, head: string): boolean => readableFormatOf(path, head) !== undefined;

export interface OpenReadableOptions extends StatedRanges {
  /** Levels to read of a cloud in an octree (COPC); absent: all. */
  detail?: Detail;
}

/**
 * Opens the cloud at `path`, and finds the ranges of its colours and intensities that neither its format nor `options`
 * state. Throws UserError if it is not a readable cloud.
 */
export async function openReadable(
  files: Files,
  path: string,
  { detail, ...stated }: OpenReadableOptions = {},
): Promise<ReadableCloud> {
  const format = readableFormatOf(path, latin1(await readHead(files, path, CLOUD_HEAD_BYTES)));
  if (format === undefined) refuseCatalogue(path);
  if (format === undefined)
    throw new UserError(`it is no cloud that can be read: ${cloudTitles('or')}`, { place: { file: path } });
  const reader = READERS[format];
  return settleRanges(await reader.open(files, path, detail), reader, stated);
}

/**
 * Opens the records of a cloud; the caller closes them. With `coders` it reads them in their order, and threads may
 * unpack the next ones in advance. Throws UserError if they cannot be read.
 */
export const openRecords = (cloud: ReadableCloud, coders?: BlockCoders): Promise<RecordSource> =>
  READERS[cloud.format].openRecords(cloud, coders);

/** Decodes the attributes `keys`, or all, from a cloud's records. */
export const decoderOf = <Key extends PointKey>(
  cloud: Omit<ReadableCloud, 'files'>,
  keys?: readonly Key[],
): RecordDecoder<Key> => new RecordDecoder(cloud.recordLength, recordColumnsOf(cloud), keys);

/** The attributes that a cloud has, with the place of each in its records. */
export function recordColumnsOf(cloud: Omit<ReadableCloud, 'files'>): RecordColumn[] {
  const columns = READERS[cloud.format].columns(cloud);
  const { axisFactors } = cloud;
  if (!axisFactors) return columns;
  return columns.map((column, k) => {
    // Columns of one key are those of its components, in their order.
    const component = columns.slice(0, k).filter(({ key }) => key === column.key).length;
    return scaledAxis(column, component, axisFactors);
  });
}

/** A column with coordinates, or a component of true ones, times the factor of its axis; any other as it is. */
function scaledAxis(column: RecordColumn, component: number, factors: Vec3): RecordColumn {
  const { key, place } = column;
  const factor = factors[key === 'truePosition' ? component : ['x', 'y', 'z'].indexOf(key)];
  const attribute = POINT_ATTRIBUTES.find((one) => one.key === key && one.component === component);
  if (factor === undefined || factor === 1 || !place || !attribute) return column;
  return numberColumn(attribute, { ...place, scale: (place.scale ?? 1) * factor, shift: (place.shift ?? 0) * factor });
}

/** Empty cells of an organised cloud are no fault. */
function placeFaults(cloud: ReadableCloud, { points, placeless }: CloudStatistics): string[] {
  if (placeless === 0 || cloud.hasEmptyCells) return [];
  return [
    `${placeless} of ${counted(points, 'point')} ${placeless === 1 ? 'has' : 'have'} no place: a coordinate is not a finite number of up to ${COORDINATE_MAX} m`,
  ];
}

/** Line of point `point`, from 0, in a cloud that has lines; undefined otherwise. */
export const lineOfPoint = async (cloud: ReadableCloud, point: number): Promise<number | undefined> =>
  READERS[cloud.format].lineOf?.(cloud, point);

/** The summary of an open cloud from its file alone, without reading points. */
export function summaryOf<Cloud extends ReadableCloud>(cloud: Cloud): CloudSummary<Cloud> {
  const { files: _, ...facts } = cloud;
  return { ...facts, warnings: [...cloud.warnings, ...(READERS[cloud.format].faults?.(cloud) ?? [])] };
}

/** The description of an open cloud from the `statistics` of its points and the `doubts` about them. */
export function descriptionOf<Cloud extends ReadableCloud>(
  cloud: Cloud,
  statistics: CloudStatistics,
  doubts: readonly string[],
): CloudDescription<Cloud> {
  const { files: _, ...facts } = cloud;
  const faults = READERS[cloud.format].faults?.(cloud, statistics) ?? [];
  const warnings = [...cloud.warnings, ...faults, ...placeFaults(cloud, statistics), ...doubts];
  return { ...facts, statistics, warnings };
}

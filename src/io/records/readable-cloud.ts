import type { Files } from '../../base/files/files.js';
import type { Box3, Vec3 } from '../../base/vec3.js';
import type { CloudStatistics } from '../../cloud/statistics.js';
import type { ColourRange, IntensityRange, ValueSpan } from '../units/value-ranges.js';
import type { BlockCoders } from './blocks.js';
import type { NamedReference } from './named-reference.js';
import type { NumberType } from './number-type.js';
import type { CloudGrid } from './point-sink.js';
import type { NumberPlace, RecordColumn } from './record-columns.js';
import type { RecordSource } from './record-source.js';

/** A cloud opened for reading: everything before its first point. Plain data besides `files`, for other threads. */
export interface ReadableCloud extends NamedReference {
  /** The files in which its path is resolved. */
  files: Files;
  path: string;
  bytes: number;
  /** Name of its format in CLOUD_KINDS. */
  format: string;
  pointCount: number;
  /** Bytes of a point's record from its source. */
  recordLength: number;
  /** Box of all points according to the file, if it states one. */
  bounds?: Box3;
  /** Factors from the file's x, y and z to the coordinates that are read (`inMetres`); absent: read as they are. */
  axisFactors?: Vec3;
  /** Whether its times are seconds of the GPS week; absent: the file does not say. */
  weekTime?: boolean;
  /** Whether batches can be read in any order, by several threads at once; otherwise only in sequence. */
  inAnyOrder: boolean;
  /** Points stored as one unit, the cheapest number to read at once; absent: any number. */
  chunkPoints?: number;
  /** Whether its points are the cells of grids, of which empty ones have no place; absent: each has one. */
  hasEmptyCells?: boolean;
  /** Rows and columns of an organised cloud, of one scan. */
  grid?: CloudGrid;
  /** Whether its points come from scans with a pose each, which their coordinates hold no more; absent: they do not. */
  hasPoses?: boolean;
  /** Names of classes that the file states, by number; absent: its format has none. */
  classNames?: Readonly<Record<number, string>>;
  /** Names of semantic classes, by number, from a file beside it; absent: none are known. */
  semanticNames?: Readonly<Record<number, string>>;
  /** Range of its colours in the file; absent: it has none, or its format states their range. */
  colours?: ColourRange;
  /** Range of its intensities in the file; absent: they are 16 bits, or its format states their range. */
  intensities?: IntensityRange;
  /** Faults of the file that do not prevent reading the points, one sentence each. */
  warnings: string[];
}

/** An opened cloud with the statistics of its points; `warnings` include disagreements between file and points. */
export type CloudDescription<Cloud extends ReadableCloud = ReadableCloud> = Omit<Cloud, 'files'> & {
  /** Computed from the points, not taken from the header. */
  statistics: CloudStatistics;
};

/** An opened cloud by its file alone; no point was read. */
export type CloudSummary<Cloud extends ReadableCloud = ReadableCloud> = Omit<Cloud, 'files'> & {
  statistics?: undefined;
};

/**
 * The requested levels of a cloud: this many, or as many as have up to `points` points, at least the root; all levels
 * of a cloud with no more than `whole` points.
 */
export type Detail = { levels: number } | { points: number; whole?: number };

/** Colours or intensities of a cloud whose range its format does not state. */
export interface RangelessNumbers {
  key: 'rgb' | 'intensity';
  place: Pick<NumberPlace, 'type' | 'at'>;
  /** The type that the file declares; absent: it declares none, as text. */
  declared?: NumberType;
  /** Ranges that the format knows, narrower ones first; absent: none. */
  known?: readonly ValueSpan[];
}

/** Everything that the rest of the program knows about reading a format of clouds. */
export interface CloudReader<Cloud extends ReadableCloud = ReadableCloud> {
  /** Endings of its paths, with the dot, in lower case. */
  endings: readonly string[];
  /**
   * Whether a file at `path` that begins with `head` (Latin-1) has this format; if no format claims it, its ending
   * decides. Absent: by the signature in CLOUD_KINDS.
   */
  claims?(head: string, path: string): boolean;
  /**
   * Reads everything before the first point. `detail` chooses the levels of detail to read. Throws UserError for other
   * files, and for truncated ones.
   */
  open(files: Files, path: string, detail?: Detail): Promise<Cloud>;
  /** The numbers in a record. */
  columns(cloud: Omit<Cloud, 'files'>): RecordColumn[];
  /** The numbers whose range has to be found; absent: its format states all ranges. */
  rangeless?(cloud: Cloud): RangelessNumbers[];
  /**
   * Opens the records; the caller closes them. With `coders` it reads them in their order, and threads may unpack the
   * next ones in advance. Throws UserError if they cannot be read.
   */
  openRecords(cloud: Cloud, coders?: BlockCoders): Promise<RecordSource>;
  /** Line of point `point`, from 0, in a file that has lines; undefined otherwise. */
  lineOf?(cloud: Cloud, point: number): Promise<number | undefined>;
  /** Disagreements within the file and, if statistics are given, with its points, one sentence each. */
  faults?(cloud: Cloud, statistics?: CloudStatistics): string[];
}

import type { CreateOptions } from '../../base/files/files.js';
import type { Log, OnProgress } from '../../base/log.js';
import type { Box3 } from '../../base/vec3.js';
import type { PointBatch, PointKey } from '../../cloud/point-batch.js';
import type { PointFilter } from '../../cloud/point-filter.js';
import type { SectionStrip } from '../../cloud/section-line.js';
import type { CloudFormatName } from '../clouds/cloud-formats.js';
import type { WrittenFile } from '../records/point-sink.js';
import type { StatedRanges } from '../units/value-ranges.js';
import type { LeftOut, Thinning } from './point-choice.js';
import type { OutputOptions } from './written-format.js';

/** Options of a conversion of clouds. */
export interface ConvertCloudOptions extends CreateOptions, StatedRanges {
  /** Options of the output, as in a survey: `pointFormat`, `scale`, …; absent: the defaults of its format. */
  output?: OutputOptions;
  /** Format of the output; absent: by the ending of its path, and LAS to standard output. */
  format?: CloudFormatName;
  /**
   * Reference system of the output, as an EPSG code, WKT or PROJJSON: it is stated, nothing is transformed. Absent: the
   * system of the clouds.
   */
  crs?: string;
  /** Box of the points to keep, metres: its lower sides belong to it, its upper ones do not. Absent: all. */
  crop?: Box3;
  /** Strip of the points to keep, metres; fields `along` and `across` tell where they are in it. Absent: all. */
  section?: SectionStrip;
  /** Classes and returns of the points to keep; absent: all. */
  filter?: PointFilter;
  /** Thinning of the points in the box; absent: all are kept. */
  thin?: Thinning;
  /**
   * Width of the square cells in which overlaps of strips are found, metres: points of other strips than the one with
   * the least scan angle in their cell get the flag of overlaps. Absent: flags stay as they are.
   */
  overlap?: number;
  /** Whether several clouds become one. */
  merge?: boolean;
  /** Width of square tiles, metres, a file each: `%x` and `%y` in the output's path become column and row. */
  tile?: number;
  /** Receives losses and doubts. */
  log?: Log;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/** Columns that points get on their way into the output, whatever their clouds have there. */
export interface AddedColumns {
  keys: readonly PointKey[];
  /**
   * Begins a pass over the points, which come in their order: fills the columns of a batch, and returns 1 for each
   * point to be written and 0 for the others, or nothing if all are.
   */
  begin(): (batch: PointBatch) => Uint8Array | undefined;
}

/** Result of a conversion: the clouds read and the files written. */
export interface CloudConversion {
  /** Paths of the clouds. */
  from: string[];
  files: WrittenFile[];
  /** Paths of the names of label ids that were carried over beside them. */
  labels: string[];
  /** Path of the catalogue of tiles, if one was written. */
  catalogue?: string;
  /** Points in overlaps of strips, of those written, if these are marked. */
  inOverlap?: number;
  /** Points read. */
  points: number;
  leftOut: LeftOut;
  /** Whether records were copied, or only the attributes that subray knows. */
  form: 'attributes' | 'records';
}

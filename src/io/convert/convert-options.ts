import type { CreateOptions } from '../../base/files/files.js';
import type { Log, OnProgress } from '../../base/log.js';
import type { Box3 } from '../../base/vec3.js';
import type { CloudFormatName } from '../clouds/cloud-formats.js';
import type { WrittenFile } from '../records/point-sink.js';
import type { LeftOut, Thinning } from './point-choice.js';
import type { OutputOptions } from './written-format.js';

/** What becomes of the points of clouds on their way to other files. */
export interface ConvertCloudOptions extends CreateOptions {
  /** Options of the output, as in a survey: `pointFormat`, `scale`, …; absent: what its format takes by default. */
  output?: OutputOptions;
  /** Format of the output; absent: that of the ending of its path, and LAS to standard output. */
  format?: CloudFormatName;
  /**
   * Reference system of the output, as an EPSG code, WKT or PROJJSON: it is stated, nothing is transformed. Absent:
   * that of the clouds.
   */
  crs?: string;
  /** Box of the points that are kept, metres: its lower sides belong to it, its upper ones do not. Absent: all. */
  crop?: Box3;
  /** Which points are kept of those; absent: all. */
  thin?: Thinning;
  /** Whether several clouds become one. */
  merge?: boolean;
  /** Width of square tiles, metres, a file each: `%x` and `%y` in the output's path become column and row. */
  tile?: number;
  /** Takes what is lost, and what is doubtful. */
  log?: Log;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/** What a conversion read and wrote. */
export interface CloudConversion {
  /** Paths of the clouds. */
  from: string[];
  files: WrittenFile[];
  /** Points read. */
  points: number;
  leftOut: LeftOut;
  /** Whether records went over as they are, or the attributes that subray knows. */
  form: 'attributes' | 'records';
}

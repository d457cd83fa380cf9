// biome-ignore-all lint/suspicious/noControlCharactersInRegex: these are the bytes of binary files.
import { joinWords } from '../base/text.js';

/** Facts about a cloud format that are known before its code is loaded. */
export interface CloudKind {
  /** Its name in messages. */
  title: string;
  /** Addition to its name, in a few words. */
  about?: string;
  /** Endings of the paths of its files, with the dot, in lower case; the usual one first. */
  endings: readonly [string, ...string[]];
  /** Media types under which its files are served; absent: none is usual. */
  mimeTypes?: readonly string[];
  /** First bytes that no other format has, each as one character; absent: it has no signature. */
  signature?: RegExp;
  /** The format is read but not written. */
  readOnly?: true;
}

/**
 * Formats of clouds by name: the one place that lists them. `CLOUD_FORMATS` writes them, `READABLE_CLOUDS` reads them.
 */
export const CLOUD_KINDS = Object.freeze({
  las: { title: 'LAS', endings: ['.las'], mimeTypes: ['application/vnd.las'], signature: /^LASF/ },
  laz: { title: 'LAZ', about: 'compressed LAS', endings: ['.laz'], mimeTypes: ['application/vnd.laszip'] },
  copc: { title: 'COPC', about: 'LAZ in an octree', endings: ['.copc.laz'] },
  ply: { title: 'PLY', endings: ['.ply'], mimeTypes: ['model/ply'] },
  pcd: { title: 'PCD', about: 'for PCL and ROS', endings: ['.pcd'], signature: /^(#\s*\.PCD|VERSION\s+0?\.\d)/ },
  csv: { title: 'CSV', about: 'text', endings: ['.csv'], mimeTypes: ['text/csv'] },
  xyz: { title: 'XYZ', about: 'plain text', endings: ['.xyz'] },
  pts: {
    title: 'PTS',
    about: 'text of Leica',
    endings: ['.pts'],
    // The number of points, then a row of plain numbers.
    signature: /^\s*\d+[ \t]*\r?\n[ \t]*([-+.\deE]+[ \t]+){2,}[-+.\deE]+[ \t]*\r?(\n|$)/,
  },
  ptx: {
    title: 'PTX',
    about: 'scans of Leica',
    endings: ['.ptx'],
    // Columns, rows, place and axes of the scanner.
    signature: /^\s*\d+[ \t]*\r?\n[ \t]*\d+[ \t]*(\r?\n[ \t]*([-+.\deE]+[ \t]+){2}[-+.\deE]+[ \t]*){4}\r?\n/,
  },
  npy: { title: 'NPY', about: 'one array of NumPy', endings: ['.npy'], signature: /^\x93NUMPY/ },
  npz: { title: 'NPZ', about: 'several arrays of NumPy', endings: ['.npz'] },
  parquet: {
    title: 'Parquet',
    about: 'columns',
    endings: ['.parquet'],
    mimeTypes: ['application/vnd.apache.parquet'],
    signature: /^PAR1/,
  },
  bin: { title: 'BIN', about: 'frames of KITTI and nuScenes', endings: ['.bin', '.pcd.bin'], readOnly: true },
  e57: { title: 'E57', endings: ['.e57'], mimeTypes: ['model/e57'], signature: /^ASTM-E57/ },
} satisfies Record<string, CloudKind>);

/** First bytes of an ASCII grid of heights, which shares the ending .asc with clouds of text, and is none. */
export const ASCII_GRID_SIGNATURE =
  /^\s*(ncols|nrows|[xy]ll(corner|cente?r|centre)|cellsize|d[xy]|nodata_value)\s+[-+.\d]/i;

export type CloudKindName = keyof typeof CLOUD_KINDS;

/** The names of the formats that are written. */
export type WrittenKindName = {
  [Name in CloudKindName]: (typeof CLOUD_KINDS)[Name] extends { readOnly: true } ? never : Name;
}[CloudKindName];

/** The entry of the format `name`. */
export const cloudKind = (name: CloudKindName): CloudKind => CLOUD_KINDS[name];

/** The names of formats for messages: `LAS, LAZ or E57`; without a conjunction, `LAS, LAZ, E57`. */
export function cloudTitles(conjunction?: 'and' | 'or'): string {
  const titles = Object.values(CLOUD_KINDS).map(({ title }) => title);
  return conjunction === undefined ? titles.join(', ') : joinWords(titles, conjunction);
}
